import { formatNumber } from '#lib/text/format.ts'

/** Labels of all tables. */
export const labels = {
  loading: 'Loading',
  selection: 'Selection',
  row: 'row',
  rowAt: (ordinal: number) => `row ${ordinal}`,
  select: (row: string) => `Select ${row}`,
  triage: (row: string) => `Triage ${row}`,
  columnWidth: (column: string) => `Width of ${column}`,
  pixels: (width: number) => `${width} pixels`,
  pages: {
    label: 'Pages',
    loading: 'Loading…',
    size: 'Rows per page',
    perPage: (size: number) => `${formatNumber(size)} per page`,
    previous: 'Previous',
    previousHint: 'Previous page [',
    isFirst: 'This is the first page',
    next: 'Next',
    nextHint: 'Next page ]',
    isLast: 'This is the last page',
  },
  /** The visible range of rows. */
  range: {
    none: '0 rows',
    pastEnd: (total: number) => `0 of ${formatNumber(total)}`,
    changed: (rows: number, total: number) => `${formatNumber(rows)} shown, ${formatNumber(total)} match`,
    rows: (rows: string, total: number | undefined) =>
      total === undefined ? rows : `${rows} of ${formatNumber(total)}`,
  },
} as const
