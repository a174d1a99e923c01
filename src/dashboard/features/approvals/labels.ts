import { plural } from '#lib/text/format.ts'

/** What became of a request, by its state in the API. */
export const stateLabels: Readonly<Record<string, string>> = {
  requested: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** Labels of the list of requests to ignore findings. */
export const labels = {
  title: 'Approvals',
  about:
    'Requests to ignore critical and high findings. Until another person approves one, its findings stay open and the gate counts them.',
  waiting: 'Waiting',
  decided: 'Decided',
  show: 'Requests',
  loadMore: 'Load more',
  columns: {
    severity: 'Severity',
    finding: 'Finding',
    reason: 'Reason',
    by: 'Requested by',
    when: 'Requested',
    actions: 'Actions',
  },
  more: (others: number) => `and ${plural(others, 'more finding')}`,
  deleted: 'Deleted finding',
  approve: 'Approve',
  decline: 'Decline',
  approveHint: 'Approve (A)',
  declineHint: 'Decline (D)',
  own: 'You requested this. Another person has to decide it.',
  lacksScope: "You don't have permission to decide: your token lacks the scope findings:approve",
  empty: {
    waiting: 'No requests are waiting',
    decided: 'No requests have been decided',
    text: 'Where approval is required, ignoring critical and high findings appears here as a request.',
  },
  dialog: {
    approve: (count: number) => `Approve ignoring ${plural(count, 'finding')}`,
    decline: (count: number) => `Decline ignoring ${plural(count, 'finding')}`,
    approveDetail: 'The findings are ignored at once. You can undo this for 24 hours.',
    declineDetail: 'The findings stay as they are.',
    highest: 'Highest severity:',
    codeFailed: (why: string) => `The code could not be loaded: ${why}`,
    why: 'Why',
    whyMissing: 'Enter why, so that others can understand the decision',
    tooLong: 'The text is longer than 3,000 characters',
    cancel: 'Cancel',
    approved: 'Approved',
    declined: 'Declined',
    changed: ({ count, severity }: { count: number; severity: string }) =>
      `It is now about ${plural(count, 'finding')}; the highest severity is ${severity}. Check it again before you decide.`,
  },
  detail: {
    note: 'Note',
    ends: 'Ignore',
    noEnd: 'no end date',
    decidedBy: 'Decided by',
    why: 'Why',
    open: 'Open the finding',
    all: 'All findings that wait for approval',
  },
} as const
