import { formatNumber } from '#lib/text/format.ts'
import { labels } from './labels.ts'

/** The page sizes of every list: the API's minimum and maximum, and sizes between them. */
export const pageSizes = [100, 250, 500, 1000, 3000] as const
export const defaultPageSize = 100

interface PageRange {
  /** The number of rows before the first visible one; undefined if unknown. */
  start: number | undefined
  rows: number
  total: number | undefined
}

/**
 * Describes the visible range: `1–100 of 6,000`. If triaged rows that no longer match are still shown, `100 shown, 40
 * match`.
 */
export function rangeText({ start, rows, total }: PageRange): string {
  if (rows > 0 && total !== undefined && total < (start ?? 0) + rows) {
    return labels.range.changed(rows, total)
  }
  if (rows === 0) return total ? labels.range.pastEnd(total) : labels.range.none
  if (start === undefined) return labels.range.rows(formatNumber(rows), total)
  return labels.range.rows(`${formatNumber(start + 1)}–${formatNumber(start + rows)}`, total)
}
