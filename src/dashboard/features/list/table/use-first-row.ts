import { type RefObject, useEffect, useState } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'

/**
 * Moves the focus between a search field and its rows: Enter or ↓ goes to the first match once it is loaded, unless the
 * person moves elsewhere first; Esc returns to the previously focused row.
 * @param question the query of the rows. @param settled the rows of that query are loaded.
 */
export function useFirstRow(
  table: RefObject<DataTableHandle | null>,
  { question, settled }: { question: string; settled: boolean },
) {
  /** The query whose rows must be replaced first; null for none. */
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
