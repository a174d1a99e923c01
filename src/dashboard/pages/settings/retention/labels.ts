import { formatNumber, joinWords, plural } from '#lib/text/format.ts'

/** Labels of the retention periods. */
export const labels = {
  title: 'Data retention',
  words:
    'How long this deployment keeps data. Older data is deleted once a day. No finding, count or triage changes.',
  unsupported: 'This service does not support data retention.',
  failed: "Couldn't load the retention periods",
  previewFailed: "Couldn't count what would be deleted",
  everything: 'Keep everything',
  custom: 'Custom…',
  days: 'Days',
  daysFault: 'Enter a whole number from 30 to 3,650',
  counting: 'Counting…',
  nothing: 'Nothing to delete',
  keepsAll: 'Nothing is deleted',
  save: 'Save periods',
  unchanged: 'No changes to save',
  stale:
    'Someone else changed the periods meanwhile. These are the present ones with your changes; nothing was saved.',
  seen: 'Use the new periods',
  saved: 'Retention periods saved',
  restored: 'Retention periods restored',
  undo: 'Undo',
  confirm: 'Number of audit events to delete',
  confirmHint: (count: number) =>
    `The audit log is what shows who changed what. Type ${formatNumber(count)} to delete these events.`,
  confirmFault: (count: number) => `Type ${formatNumber(count)}`,
  lastRun: 'Last run',
  noRun: 'Not run yet',
  nothingDeleted: 'nothing was deleted',
  kinds: {
    scans: {
      name: 'Superseded scans',
      hint: 'Scans that a newer full scan replaced and that no finding refers to. The newest scan of each branch is kept.',
    },
    history: {
      name: 'Finding history',
      hint: 'Events that explain the present state or triage of a finding are kept. Trends start where the kept history starts.',
    },
    exports: { name: 'SBOM exports', hint: 'The list of exports and their content.' },
    audit: { name: 'Audit log', hint: 'All events, also those of administrators.' },
  },
} as const

/** A period of the list: "1 year". */
export const periodLabel = (days: number): string =>
  days % 365 === 0 ? plural(days / 365, 'year') : plural(days, 'day')

const nouns = {
  scans: (count: number) => plural(count, 'scan'),
  history: (count: number) => plural(count, 'history event'),
  exports: (count: number) => plural(count, 'export'),
  audit: (count: number) => plural(count, 'audit event'),
} as const

type Counts = Readonly<Record<keyof typeof nouns, number>>

/** Lists rows: "12 scans and 3 exports"; undefined if there are none. */
function rowsText(counts: Counts): string | undefined {
  const kinds = ['scans', 'history', 'exports', 'audit'] as const
  const parts = kinds.flatMap((kind) => (counts[kind] > 0 ? [nouns[kind](counts[kind])] : []))
  return parts.length > 0 ? joinWords(parts) : undefined
}

/** What saving deletes; undefined if it deletes nothing. */
export function warningText(counts: Counts): string | undefined {
  const rows = rowsText(counts)
  return rows && `After you save, ${rows} will be deleted within ten minutes. You can't undo a deletion.`
}

export const deletedText = (counts: Counts): string => {
  const rows = rowsText(counts)
  return rows ? `${rows} deleted` : labels.nothingDeleted
}

export const wouldDelete = (count: number): string => `Would delete ${formatNumber(count)}, oldest`
