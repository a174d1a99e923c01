import { type ColumnDef, createColumnHelper, type Row, tableFeatures } from '@tanstack/react-table'
import { controlledTable } from '../controlled-table.ts'

/** How a column looks. Widths are pixels. */
export interface ColumnStyle {
  width?: number | undefined
  align?: 'end' | undefined
  /** Classes for head and cells alike: a container query that leaves the column out where there is no room. */
  show?: string | undefined
  /** The sort that the first press on its header asks for, as the API writes it; a column without one cannot be sorted by. */
  sort?: string | undefined
  /** The width of the grey bar while the first rows load, in per cent of the cell. */
  bar?: number | undefined
  /** Its name in words, for a column whose header is no plain text. */
  label?: string | undefined
  /** It takes the room that the others leave; the first such column does, the next ones where that was given a width. */
  grows?: boolean | undefined
  /** Its cells cut off themselves what they have no room for. Each cut is a layer of its own to render, and slows scrolling. */
  fits?: boolean | undefined
  /** The width in pixels among chosen columns, for a column without a width. */
  naturalWidth?: number | undefined
}

const style: ColumnStyle = {}

/** What the one table needs of the library: its core, and the type of a column's look. */
export const features = tableFeatures({ columnMeta: style, coreReactivityFeature: controlledTable })
export type Features = typeof features

export type Column<T extends object> = ColumnDef<Features, T>
export type TableRow<T extends object> = Row<Features, T>

/** Declares the columns of a table; call it once for each kind of row, at module scope. */
export function columnsOf<T extends object>() {
  return createColumnHelper<Features, T>()
}
