import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DataTableHandle } from '#table/data-table.tsx'
import { keepPlace, placeOf, storePlaces } from './scroll-memory.ts'

interface PlaceOptions {
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
export function usePlace({ table, entry, how, question, ready }: PlaceOptions) {
  const [initial] = useState(() => (how === 'POP' ? placeOf(entry) : undefined))
  const shown = useRef({ entry, question })
  const wanted = useRef<{ scrollTop: number; active: string | undefined } | undefined>(initial)

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { entry, question }
    if (before.entry === entry) return
    if (how === 'POP') wanted.current = placeOf(entry) ?? { scrollTop: 0, active: undefined }
    else if (before.question !== question) wanted.current = { scrollTop: 0, active: undefined }
  }, [entry, how, question])

  // Each entry is looked at once its rows are there.
  useLayoutEffect(() => {
    const place = wanted.current
    const scroller = table.current?.scroller()
    if (!ready || !place || !scroller) return
    wanted.current = undefined
    scroller.scrollTop = place.scrollTop
    table.current?.activate(place.active)
  }, [ready, entry])

  useEffect(() => {
    const scroller = table.current?.scroller()
    if (!scroller) return
    const note = () => {
      if (wanted.current) return
      keepPlace(entry, { scrollTop: scroller.scrollTop, active: table.current?.active() })
    }
    // The row of a focus is known one turn later.
    const noteSoon = () => setTimeout(note)
    scroller.addEventListener('scroll', note, { passive: true })
    scroller.addEventListener('focusin', noteSoon)
    addEventListener('pagehide', storePlaces)
    return () => {
      scroller.removeEventListener('scroll', note)
      scroller.removeEventListener('focusin', noteSoon)
      removeEventListener('pagehide', storePlaces)
    }
  }, [entry, table])

  return initial
}
