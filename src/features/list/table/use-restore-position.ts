import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { firstRender } from '#lib/first-render.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { setPosition, storedPosition, storePositions } from './stored-position.ts'

interface RestoreOptions {
  table: RefObject<DataTableHandle | null>
  /** The history entry that is shown, and how it was come to. */
  entry: string
  how: string
  /** What the rows answer: another question is another list. */
  question: string
  /** The rows that answer it are here. */
  ready: boolean
}

/**
 * Keeps where the list stands for each history entry: Back and reload restore scroll and row once the rows are there,
 * another question starts at its top, and opening a finding moves nothing.
 */
export function useRestorePosition({ table, entry, how, question, ready }: RestoreOptions) {
  // The first entry of every visit has the same key, so page and question are part of what tells entries apart.
  const key = `${entry} ${useLocation().pathname} ${question}`
  const [stored] = useState(() => (how === 'POP' ? storedPosition(key) : undefined))
  // Markup of the service begins with the first row; the place is restored once it is hydrated.
  const [initial] = useState(firstRender() ? undefined : stored)
  const shown = useRef({ entry, question })
  const target = useRef<{ scrollTop: number; active: string | undefined } | undefined>(stored)
  // Where the scroller stands, as it said last: to ask it right after a change is to have the change laid out at once.
  const scrollTop = useRef(0)

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { entry, question }
    if (before.entry !== entry) {
      if (how === 'POP') target.current = storedPosition(key) ?? { scrollTop: 0, active: undefined }
      else if (before.question !== question) target.current = { scrollTop: 0, active: undefined }
    }
    // Each entry is looked at once its rows are there.
    const position = target.current
    const scroller = table.current?.scrollElement()
    if (!ready || !position || !scroller) return
    target.current = undefined
    if (position.scrollTop !== scrollTop.current) {
      scroller.scrollTop = position.scrollTop
      scrollTop.current = scroller.scrollTop
    }
    table.current?.activate(position.active)
    // The row that had the focus went with the rows before.
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
  /** Where the list is about to be brought: until it is there, nothing is recorded. */
  target: RefObject<unknown>
  /** Where the scroller stands. */
  scrollTop: RefObject<number>
}

/** Records where the list stands as it is scrolled and the focus moves. */
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
    // The row of a focus is known one turn later.
    const noteSoon = () => setTimeout(note)
    // An entry that is not scrolled has a place too.
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
