import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { movedIndex } from './row-keys.ts'

interface RowFocus {
  count: number
  /** The id of the row at a place, stable for as long as the rows are the same. */
  ids: (index: number) => string | undefined
  /** The focus passes by a row at such a place. */
  isInert: (index: number) => boolean
  initial: string | undefined
}

interface FocusRequest {
  id: string | undefined
  /** Goes up each time the row is to take the browser's focus. */
  turn: number
}

/** One row is in the tab order and takes the keys; where it goes the browser's focus follows. */
export function useRowFocus({ count, ids, isInert, initial }: RowFocus) {
  const [request, setRequest] = useState<FocusRequest | undefined>(
    initial === undefined ? undefined : { id: initial, turn: 1 },
  )
  const id = request?.id
  let index: number | undefined
  if (id !== undefined) {
    for (let at = 0; at < count && index === undefined; at += 1) if (ids(at) === id) index = at
  }

  const setActive = useCallback(
    (next: string) =>
      setRequest((before) => (before?.id === next ? before : { id: next, turn: before?.turn ?? 0 })),
    [],
  )
  const focusRow = useCallback(
    (next: string) => setRequest((before) => ({ id: next, turn: (before?.turn ?? 0) + 1 })),
    [],
  )
  /** Makes a row the active one, or none, and leaves the browser's focus where it is. */
  const activate = (next: string | undefined) =>
    setRequest((before) => (before?.id === next ? before : { id: next, turn: before?.turn ?? 0 }))
  const move = (key: string, pageRows: number) => {
    let to = movedIndex(key, index, count, pageRows)
    // Before such a row there is always one that takes the focus.
    const step = to !== undefined && index !== undefined && to < index ? -1 : 1
    while (to !== undefined && isInert(to)) to = to + step < count ? to + step : to - 1
    const next = to === undefined ? undefined : ids(to)
    if (next !== undefined) focusRow(next)
    return next
  }
  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest('[data-row]')?.getAttribute('data-row') ?? undefined
    if (row !== undefined) setActive(row)
    return row
  }

  return {
    activeId: index === undefined ? undefined : id,
    index,
    turn: request?.turn ?? 0,
    setActive,
    activate,
    focusRow,
    move,
    onFocus,
  }
}

interface FocusFollows {
  scroller: RefObject<HTMLElement | null>
  focus: {
    activeId: string | undefined
    index: number | undefined
    turn: number
    setActive: (id: string) => void
  }
  reveal: (index: number) => void
}

/** Brings the row that is wanted into view, and gives it the browser's focus when it is rendered. */
export function useFocusFollows({ scroller, focus, reveal }: FocusFollows): void {
  const { activeId, index, turn, setActive } = focus
  const handledTurn = useRef(0)
  // A row that the service rendered may have taken the focus before the table heard of it.
  useLayoutEffect(() => {
    const row = document.activeElement?.closest('[data-row]')
    if (row && scroller.current?.contains(row)) setActive(row.getAttribute('data-row') ?? '')
  }, [scroller, setActive])
  // Only a new wish moves the focus, not new rows; and it waits until its row is rendered.
  useLayoutEffect(() => {
    if (turn === handledTurn.current || index === undefined || activeId === undefined) return
    reveal(index)
    const row = scroller.current?.querySelector(`[data-row="${CSS.escape(activeId)}"]`)
    if (!(row instanceof HTMLElement)) return
    handledTurn.current = turn
    if (!row.contains(document.activeElement)) row.focus({ preventScroll: true })
  })
}
