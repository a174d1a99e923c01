/** The vertical layout of a table's rows. */
export interface RowLayout {
  count: number
  rowHeight: number
  /** The height of the content before the first row: the header. */
  headerHeight: number
  /** A row with content under it, and its additional height. */
  expanded: { index: number; by: number } | undefined
}

/** The rendered rows, with the empty space of the others. */
export interface RowWindow {
  rows: readonly {
    index: number
    /** Empty space before the row, in pixels: rows that are not rendered. */
    gap: number
  }[]
  /** Empty space after the last row. */
  after: number
  /** The indexes of rows that are rendered as one text for now. */
  brief?: ReadonlySet<number> | undefined
}

/**
 * The number of rows rendered beyond the visible ones, above and below, so that fast scrolling shows no empty space.
 */
export const overscan = 2

/** Returns the distance of a row from the top of the scroll content. */
export function topOf(layout: RowLayout, index: number): number {
  const { rowHeight, headerHeight, expanded } = layout
  return headerHeight + index * rowHeight + (expanded && expanded.index < index ? expanded.by : 0)
}

export function heightOf({ rowHeight, expanded }: RowLayout, index: number): number {
  return rowHeight + (expanded?.index === index ? expanded.by : 0)
}

/** Returns the window of these rows, in order. */
export function windowOf(layout: RowLayout, indexes: readonly number[]): RowWindow {
  let end = layout.headerHeight
  const rows = indexes.map((index) => {
    const top = topOf(layout, index)
    const gap = Math.max(0, top - end)
    end = top + heightOf(layout, index)
    return { index, gap }
  })
  return { rows, after: Math.max(0, topOf(layout, layout.count) - end) }
}

/**
 * Returns the window with a row added if it is missing: a new measurement takes a moment in which the row would be
 * removed.
 */
export function withRow(window: RowWindow, layout: RowLayout, index: number | undefined): RowWindow {
  if (index === undefined || window.rows.some((row) => row.index === index)) return window
  const indexes = [...window.rows.map((row) => row.index), index].sort((a, b) => a - b)
  return { ...windowOf(layout, indexes), brief: window.brief }
}

/** Returns the window before any measurement: the rows that a screen of this height shows from here on. */
export function firstWindow(layout: RowLayout, scrollTop: number, height: number): RowWindow {
  const first = Math.max(0, Math.min(Math.floor(scrollTop / layout.rowHeight) - overscan, layout.count - 1))
  const most = Math.ceil(height / layout.rowHeight) + (scrollTop > 0 ? 2 * overscan : overscan)
  const length = Math.max(0, Math.min(most, layout.count - first))
  return windowOf(
    layout,
    Array.from({ length }, (_, index) => first + index),
  )
}

export function isSameWindow(a: RowWindow | undefined, b: RowWindow): boolean {
  return (
    a !== undefined &&
    a.after === b.after &&
    a.brief === b.brief &&
    a.rows.length === b.rows.length &&
    a.rows.every(({ index, gap }, at) => index === b.rows[at]?.index && gap === b.rows[at]?.gap)
  )
}

/**
 * Returns the scroll position at which a row is completely visible: the current one if it is, otherwise the nearest.
 * Some rows below it stay visible, so that the next rows can be seen and no notice at the footer covers the row.
 */
export function scrollTopToReveal(
  layout: RowLayout,
  index: number,
  scrollTop: number,
  height: number,
): number {
  const top = topOf(layout, index)
  const bottom = top + heightOf(layout, index)
  const margin = Math.min(
    3 * layout.rowHeight,
    Math.max(0, height - layout.headerHeight - (bottom - top)) / 2,
  )
  if (top - layout.headerHeight < scrollTop) return top - layout.headerHeight
  return Math.max(scrollTop, bottom + margin - height)
}
