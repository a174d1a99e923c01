import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { firstRender } from '#lib/first-render.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { setPosition, storedPosition, storePositions } from './stored-position.ts'

interface RestoreOptions {
  table: RefObject<DataTableHandle | null>
  /** The current history entry and how it was reached. */
  entry: string
  how: string
  /** The query of the rows: a new query is a new list. */
  question: string
  /** The rows of the query are loaded. */
  ready: boolean
}

/**
 * Stores the list's position for each history entry: Back and reload restore scroll and row once the rows are loaded, a
 * new query starts at its top, and opening a finding does not scroll.
 */
export function useRestorePosition({ table, entry, how, question, ready }: RestoreOptions) {
  // The first entry of every visit has the same key, so page and query are part of the storage key.
  const key = `${entry} ${useLocation().pathname} ${question}`
  const [stored] = useState(() => (how === 'POP' ? storedPosition(key) : undefined))
  // Server-rendered markup begins with the first row; the position is restored after hydration.
  const [initial] = useState(firstRender() ? undefined : stored)
  const shown = useRef({ entry, question })
  const target = useRef<{ scrollTop: number; active: string | undefined } | undefined>(stored)
  // The last reported scroll position: reading it right after a change would force a layout.
  const scrollTop = useRef(0)

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { entry, question }
    if (before.entry !== entry) {
      if (how === 'POP') target.current = storedPosition(key) ?? { scrollTop: 0, active: undefined }
      else if (before.question !== question) target.current = { scrollTop: 0, active: undefined }
    }
    // Each entry is restored once its rows are loaded.
    const position = target.current
    const scroller = table.current?.scrollElement()
    if (!ready || !position || !scroller) return
    target.current = undefined
    if (position.scrollTop !== scrollTop.current) {
      scroller.scrollTop = position.scrollTop
      scrollTop.current = scroller.scrollTop
    }
    table.current?.activate(position.active)
    // The focused row was removed with the previous rows.
    if (document.activeElement === document.body) {
      if (position.active === undefined) table.current?.move('Home')
      else table.current?.focusRow(position.active)
    }
  }, [entry, how, question, key, ready, table])

  useRecordPosition({ table, key, target, scrollTop })
  return initial
}

interface RecordOptions {
  table: RefObject<DataTableHandle | null>
  key: string
  /** The position being restored; nothing is stored until it is reached. */
  target: RefObject<unknown>
  /** The scroll position. */
  scrollTop: RefObject<number>
}

/** Stores the position of the list when it scrolls or the focus moves. */
function useRecordPosition({ table, key, target, scrollTop }: RecordOptions): void {
  useEffect(() => {
    const scroller = table.current?.scrollElement()
    if (!scroller) return
    const note = () => {
      if (target.current) return
      setPosition(key, { scrollTop: scrollTop.current, active: table.current?.active() })
    }
    const scrolled = () => {
      scrollTop.current = scroller.scrollTop
      note()
    }
    // The focused row is known one task later.
    const noteSoon = () => setTimeout(note)
    // An entry that is never scrolled also needs a position.
    note()
    scroller.addEventListener('scroll', scrolled, { passive: true })
    scroller.addEventListener('focusin', noteSoon)
    addEventListener('pagehide', storePositions)
    return () => {
      scroller.removeEventListener('scroll', scrolled)
      scroller.removeEventListener('focusin', noteSoon)
      removeEventListener('pagehide', storePositions)
    }
  }, [key, table, target, scrollTop])
}
