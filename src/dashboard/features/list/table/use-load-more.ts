import { type RefObject, useEffect } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'

interface MoreOptions {
  table: RefObject<DataTableHandle | null>
  /** Changes with every loaded page. */
  rows: number
  /** Loads the next page; undefined if there is none, or while one is loading. */
  more: (() => unknown) | undefined
}

/** The number of screens before the end at which the next rows are requested. */
const pagesAhead = 3

/** Loads the next page of a list when the person scrolls near the end of the loaded rows. */
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
