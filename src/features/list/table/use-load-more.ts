import { type RefObject, useEffect } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'

interface MoreOptions {
  table: RefObject<DataTableHandle | null>
  /** Changes with every page that has come. */
  rows: number
  /** Asks for the page after; undefined where there is none, or while one is on its way. */
  more: (() => unknown) | undefined
}

/** So many screens before the end the next rows are requested. */
const pagesAhead = 3

/** Asks for the next page of a list while a person scrolls towards the end of what is there. */
export function useLoadMore({ table, rows, more }: MoreOptions): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies(rows): with more rows the end of the list is elsewhere.
  useEffect(() => {
    const scroller = table.current?.scrollElement()
    if (!scroller || !more) return
    const checkPosition = () => {
      const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
      if (left < pagesAhead * scroller.clientHeight) more()
    }
    checkPosition()
    scroller.addEventListener('scroll', checkPosition, { passive: true })
    return () => scroller.removeEventListener('scroll', checkPosition)
  }, [table, rows, more])
}
