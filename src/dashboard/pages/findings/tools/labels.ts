import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of the findings export. */
export const exportLabels = {
  title: (total: number | undefined) =>
    total === undefined ? 'Export findings' : `Export ${plural(total, 'finding')}`,
  detail: 'Exports all findings that match the filter, in the order of the list.',
  csv: 'a table for spreadsheets',
  json: 'all fields, for scripts',
  sarif: 'for other security tools',
  format: 'Format',
  columns: 'Columns',
  asShown: 'As shown in the list',
  allColumns: 'All',
  cancel: 'Cancel',
  close: 'Close',
  start: 'Export',
  again: 'Export again',
  retry: 'Retry',
  running: 'Exporting',
  progress: (count: number, total: number | null, size: string) =>
    `${formatNumber(count)}${total === null ? '' : ` of ${formatNumber(total)}`} findings, ${size}`,
  done: (count: number) => `${plural(count, 'finding')} exported`,
  savedAs: (count: number) => `${plural(count, 'finding')} saved as `,
  request: (id: string) => `Request ${id}`,
} as const
