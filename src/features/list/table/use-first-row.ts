import { type RefObject, useEffect, useState } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'

/**
 * The way from a search field to the rows that it finds: by Enter or ↓ to the first of them, once they are there, unless the
 * person goes elsewhere first; by Esc back to the row that had the focus before.
 * @param question what the rows are to answer. @param settled they answer it.
 */
export function useFirstRow(
  table: RefObject<DataTableHandle | null>,
  { question, settled }: { question: string; settled: boolean },
) {
  /** The question that the rows have to leave first; null for none. */
  const [pendingLeave, setPendingLeave] = useState<{ question: string | null }>()
  const there = pendingLeave !== undefined && settled && pendingLeave.question !== question
  useEffect(() => {
    if (!pendingLeave) return undefined
    const stop = () => setPendingLeave(undefined)
    if (there) {
      table.current?.move('Home')
      stop()
      return undefined
    }
    addEventListener('keydown', stop, true)
    addEventListener('pointerdown', stop, true)
    return () => {
      removeEventListener('keydown', stop, true)
      removeEventListener('pointerdown', stop, true)
    }
  }, [pendingLeave, there, table])
  return {
    onSubmit: (changed: boolean) => setPendingLeave({ question: changed ? question : null }),
    onLeave: () => void table.current?.enter(),
  }
}
