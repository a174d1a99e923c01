import { formatNumber } from '#lib/format.ts'

/** The page sizes that every list offers: the API's least and most, and what lies between. */
export const pageSizes = [100, 250, 500, 1000, 3000] as const
export const defaultPageSize = 100

interface Shown {
  /** How many rows stand before the first one shown; undefined where nobody knows. */
  start: number | undefined
  rows: number
  total: number | undefined
}

/** What part of the whole is shown: `1–100 of 6,000`. Where decided rows stay that no longer count, `100 shown, 40 match`. */
export function rangeWords({ start, rows, total }: Shown): string {
  if (rows > 0 && total !== undefined && total < (start ?? 0) + rows) {
    return `${formatNumber(rows)} shown, ${formatNumber(total)} match`
  }
  const all = total === undefined ? '' : ` of ${formatNumber(total)}`
  if (rows === 0) return total ? `No rows here${all}` : '0 rows'
  if (start === undefined) return `${formatNumber(rows)}${all}`
  return `${formatNumber(start + 1)}–${formatNumber(start + rows)}${all}`
}
