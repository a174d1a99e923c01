import { formatNumber, plural } from '#lib/text/format.ts'

/** Texts of the register of accepted risks. */
export const labels = {
  title: 'Accepted risks',
  about:
    'Findings of code, supply chain and secrets that are ignored as an acceptable risk, each once, those triaged last first.',
  loading: 'Loading the accepted risks',
  failed: "Couldn't load the accepted risks",
  stale: 'May be out of date',
  retry: 'Retry',
  filters: 'Filters of the accepted risks',
  params: { project: 'Project', tag: 'Project tag', page: 'Page' },
  anyProject: 'All projects',
  anyTag: 'Any tag',
  print: 'Print',
  csv: 'CSV',
  exportCsv: 'Export as CSV',
  csvFailed: "Couldn't export the accepted risks",
  csvFile: (day: string) => `accepted-risks-${day}.csv`,
  saved: 'Accepted risks exported',
  unknownProject: (name: string) => `There is no project ${name}`,
  empty: 'No accepted risks',
  emptyText: 'Findings that somebody ignores as an acceptable risk appear here.',
  emptyFilter: 'None of the accepted risks matches the filters.',
  clear: 'Clear the filters',
  count: (total: number) => plural(total, 'finding'),
  range: (from: number, until: number, total: number) =>
    `${formatNumber(from)}–${formatNumber(until)} of ${formatNumber(total)}`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  columns: {
    finding: 'Finding',
    reason: 'Reason',
    requested: 'Requested',
    approved: 'Approved',
    until: 'Until',
  },
  noReason: 'No reason given',
  notNeeded: 'Not required',
  noEnd: 'No end',
} as const
