import type { CSSProperties } from 'react'
import { classes } from '#ui/classes.ts'
import type { ColumnRef } from './arrangement.ts'

/** The column widths that a person set, in pixels, by column id. */
export type Widths = Readonly<Record<string, number>>

/** The bounds of a column's width, in pixels. */
export const narrowestColumn = 48
export const widestColumn = 1200

/** The default widths in pixels of a growing and of any other column. */
const defaultGrowingWidth = 300
const defaultWidth = 160
/** The width of the checkbox column. */
const boxWidth = 36

/**
 * Returns the widths of the table and its headers. By default the columns' own styles apply. Among chosen columns each
 * has a width in pixels except the one that takes the remaining space: the last one if none grows, so that rows always
 * reach the edge.
 */
export function layoutOf(
  columns: readonly ColumnRef[],
  { chosen, widths }: { chosen: boolean; widths: Widths },
) {
  const chosenWidth = ({ id = '' }: ColumnRef) => widths[id]
  const growing = columns.find((column) => column.meta?.grows && chosenWidth(column) === undefined)?.id
  const taking = growing ?? (chosen ? columns.at(-1)?.id : undefined)
  const pixels = (column: ColumnRef) => {
    const { width, naturalWidth, grows } = column.meta ?? {}
    return chosenWidth(column) ?? width ?? naturalWidth ?? (grows ? defaultGrowingWidth : defaultWidth)
  }
  const sum = columns.reduce((before, column) => before + pixels(column), boxWidth)
  const table: CSSProperties | undefined = chosen ? { minWidth: sum } : undefined
  const first = columns.find(({ meta }) => meta?.grows)?.id
  const head = (column: ColumnRef): CSSProperties | undefined => {
    const { id, meta } = column
    const width = chosenWidth(column)
    if (chosen) return id === taking ? undefined : { width: pixels(column) }
    // A width set in a wider window leaves room for the other columns.
    if (width !== undefined) return { width: `min(${width}px, 40cqi)` }
    if (meta?.width) return { width: meta.width }
    return id === taking && id !== first ? { width: 'auto' } : undefined
  }
  // A column may now be narrower than its cells assume.
  const className = classes(chosen && 'wide-table', Object.keys(widths).length > 0 && 'cut-cells')
  return { table, className, head }
}
