import { constructTable } from '@tanstack/react-table'
import { useState } from 'react'
import { type Column, type Features, features } from '../columns/columns.ts'

interface RowsOptions<T extends object> {
  columns: Column<T>[]
  data: readonly T[]
  getRowId: (row: T) => string
}

/**
 * Returns the table of these rows and columns: its headers and its row model, recreated only when one of them changes.
 */
export function useRows<T extends object>(options: RowsOptions<T>) {
  const [table] = useState(() => constructTable<Features, T>({ ...options, features }))
  table.setOptions((before) => ({ ...before, ...options }))
  return table
}
