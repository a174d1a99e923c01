import type { RefObject } from 'react'
import type { NamesIn } from '#features/shortcuts/shortcuts.ts'
import { useKeys } from '#features/shortcuts/use-keys.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { RowSelection } from '../selection/use-row-selection.tsx'

interface TableKeysOptions<T> {
  table: RefObject<DataTableHandle | null>
  search?: RefObject<HTMLInputElement | null>
  selection?: RowSelection<T>
  previousPage?: (() => void) | undefined
  nextPage?: (() => void) | undefined
  /** Handlers of further keys of the page. */
  more?: Partial<Record<NamesIn<'table'>, (key: string) => unknown>>
}

/** Handles the keys of every list except those of findings. */
export function useTableKeys<T>(options: TableKeysOptions<T>): void {
  const { table, search, selection, previousPage, nextPage, more } = options
  useKeys('table', {
    nextRow: () => table.current?.move('j'),
    previousRow: () => table.current?.move('k'),
    selectRow: () => {
      const id = table.current?.active()
      if (!selection || id === undefined) return false
      selection.toggle(id)
      return true
    },
    extendRow: () => (selection ? selection.extendBy('j') : false),
    extendRowBack: () => (selection ? selection.extendBy('k') : false),
    searchRows: () => {
      search?.current?.focus()
      search?.current?.select()
      return search !== undefined
    },
    pageBefore: () => previousPage?.(),
    pageAfter: () => nextPage?.(),
    leaveRows: () => {
      if (!selection || selection.present.current.size === 0) return false
      selection.clear()
      return true
    },
    ...more,
  })
}
