import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { movedIndex } from './row-keys.ts'

interface RowFocus {
  count: number
  /** Returns the id of the row at an index; stable while the rows do not change. */
  ids: (index: number) => string | undefined
  /** Whether the focus skips the row at an index. */
  isInert: (index: number) => boolean
  initial: string | undefined
}

interface FocusRequest {
  id: string | undefined
  /** Increases each time the row should get the browser's focus. */
  turn: number
}

/** One row is in the tab order and handles the keys; the browser's focus follows it. */
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
  /** Sets or clears the active row without moving the browser's focus. */
  const activate = (next: string | undefined) =>
    setRequest((before) => (before?.id === next ? before : { id: next, turn: before?.turn ?? 0 }))
  const move = (key: string, pageRows: number) => {
    let to = movedIndex(key, index, count, pageRows)
    // Such a row always has a focusable row before it.
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

/** Scrolls the requested row into view, and focuses it once it is rendered. */
export function useFocusFollows({ scroller, focus, reveal }: FocusFollows): void {
  const { activeId, index, turn, setActive } = focus
  const handledTurn = useRef(0)
  // A server-rendered row may have got the focus before the table was hydrated.
  useLayoutEffect(() => {
    const row = document.activeElement?.closest('[data-row]')
    if (row && scroller.current?.contains(row)) setActive(row.getAttribute('data-row') ?? '')
  }, [scroller, setActive])
  // Only a new request moves the focus, not new rows; it is applied once its row is rendered.
  useLayoutEffect(() => {
    if (turn === handledTurn.current || index === undefined || activeId === undefined) return
    reveal(index)
    const row = scroller.current?.querySelector(`[data-row="${CSS.escape(activeId)}"]`)
    if (!(row instanceof HTMLElement)) return
    handledTurn.current = turn
    if (!row.contains(document.activeElement)) row.focus({ preventScroll: true })
  })
}
