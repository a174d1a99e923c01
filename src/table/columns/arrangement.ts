import type { ComponentType, CSSProperties } from 'react'
import type { ColumnStyle } from './columns.ts'

/** What of a column its place in the table follows from. */
export interface ColumnRef {
  id?: string | undefined
  meta?: ColumnStyle | undefined
}

/** How a person arranged the columns of a table. Its code comes after the rows, or before them where it is needed. */
export interface Arrangement {
  table: CSSProperties | undefined
  /** Classes of the table. */
  className: string
  head: (column: ColumnRef) => CSSProperties | undefined
  /** Stands at the edge of each header, to move and resize the column. */
  Grip: ComponentType<{ id: string; label: string }>
}
