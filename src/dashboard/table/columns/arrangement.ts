import type { ComponentType, CSSProperties } from 'react'
import type { ColumnStyle } from './columns.ts'

/** The properties of a column that determine its position. */
export interface ColumnRef {
  id?: string | undefined
  meta?: ColumnStyle | undefined
}

/** A person's arrangement of a table's columns. Its code loads after the rows, or before them if it is needed. */
export interface Arrangement {
  table: CSSProperties | undefined
  /** Classes of the table. */
  className: string
  head: (column: ColumnRef) => CSSProperties | undefined
  /** Rendered at the edge of each header, to move and resize the column. */
  Grip: ComponentType<{ id: string; label: string }>
}
