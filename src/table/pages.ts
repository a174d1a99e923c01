import { formatNumber } from '#lib/text/format.ts'
import { labels } from './labels.ts'

/** The page sizes that every list offers: the API's least and most, and what lies between. */
export const pageSizes = [100, 250, 500, 1000, 3000] as const
export const defaultPageSize = 100

interface PageRange {
  /** How many rows stand before the first one shown; undefined where nobody knows. */
  start: number | undefined
  rows: number
  total: number | undefined
}

/** What part of the whole is shown: `1–100 of 6,000`. Where triaged rows stay that no longer count, `100 shown, 40 match`. */
export function rangeText({ start, rows, total }: PageRange): string {
  if (rows > 0 && total !== undefined && total < (start ?? 0) + rows) {
    return labels.range.changed(rows, total)
  }
  if (rows === 0) return total ? labels.range.pastEnd(total) : labels.range.none
  if (start === undefined) return labels.range.rows(formatNumber(rows), total)
  return labels.range.rows(`${formatNumber(start + 1)}–${formatNumber(start + rows)}`, total)
}
