import { type ColumnDef, createColumnHelper, type Row, tableFeatures } from '@tanstack/react-table'
import { controlledTable } from '../controlled-table.ts'

/** The style of a column. Widths are pixels. */
export interface ColumnStyle {
  width?: number | undefined
  align?: 'end' | undefined
  /** Classes for header and cells: a container query that hides the column if there is no room. */
  show?: string | undefined
  /** The API sort that the first press on its header requests; without it the column cannot be sorted. */
  sort?: string | undefined
  /** The width of the skeleton bar while the first rows load, in percent of the cell. */
  bar?: number | undefined
  /** Its name as text, for a column whose header is not plain text. */
  label?: string | undefined
  /** It takes the remaining space; only the first such column does, or the next one if the first has a set width. */
  grows?: boolean | undefined
  /**
   * Its cells truncate their own content. Each truncation by the table is a layer of its own to render, and slows
   * scrolling.
   */
  fits?: boolean | undefined
  /** The width in pixels among chosen columns, for a column without a width. */
  naturalWidth?: number | undefined
}

const style: ColumnStyle = {}

/** The features of the library that the table uses: its core, and the type of a column's style. */
export const features = tableFeatures({ columnMeta: style, coreReactivityFeature: controlledTable })
export type Features = typeof features

export type Column<T extends object> = ColumnDef<Features, T>
export type TableRow<T extends object> = Row<Features, T>

/** Declares the columns of a table; call it once for each kind of row, at module scope. */
export function columnsOf<T extends object>() {
  return createColumnHelper<Features, T>()
}
