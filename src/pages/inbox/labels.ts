import { formatNumber, plural } from '#lib/text/format.ts'

/** Why something waits for the person, by its word in the API. */
export const reasonLabels: Readonly<Record<string, string>> = {
  assigned: 'Assigned',
  approval: 'To approve',
  mentioned: 'Mention',
  answer: 'Answer',
  uncertain: 'Uncertain match',
  held_scan: 'Held scan',
  expiring: 'Ignore ends',
}

/** The tabs of the inbox. */
export const tabLabels = {
  all: 'All',
  assigned: 'Assigned',
  approval: 'To approve',
  mentioned: 'Mentions',
  answer: 'Answers',
  uncertain: 'Uncertain matches',
  held_scan: 'Held scans',
  expiring: 'Ignores ending',
} as const

/** Labels of the inbox. */
export const labels = {
  title: 'Inbox',
  about: 'Findings, requests and comments that wait for you, by due date.',
  show: 'Reasons',
  noun: 'item',
  columns: {
    severity: 'Severity',
    item: 'Item',
    reasons: 'Reason',
    due: 'Due',
    status: 'Status',
    actions: 'Actions',
  },
  noDue: 'No due date',
  request: (by: string) => `${by} asks to ignore it`,
  answered: (by: string, word: string, note: string) => `${by} ${word}: ${note}`,
  mentioned: (by: string, text: string) => `${by}: ${text}`,
  approved: 'approved to ignore it',
  declined: 'declined to ignore it',
  wouldFix: (count: number, open: number) =>
    `would mark ${formatNumber(count)} of ${plural(open, 'open finding')} as fixed`,
  heldScan: (project: string) => `Scan of ${project} is held`,
  markSeen: 'Mark as seen',
  markSeenHint: 'Mark as seen (A)',
  review: 'Review scan',
  done: (count: number) => `${plural(count, 'item')} done here`,
  more: 'More items are waiting',
  refresh: 'Refresh',
  first: 'First page',
  next: 'Next page',
  pages: 'Pages',
  isFirst: 'This is the first page',
  isLast: 'This is the last page',
  unchanged: 'No change',
  notUncertain: 'This finding has no uncertain match',
  noPermission: "You don't have permission to triage: your token lacks the scope findings:triage",
  ignoreOne: 'Ignore this finding',
  ignoreSelected: (count: number) => `Ignore ${plural(count, 'finding')}`,
  selected: (count: number) => `${formatNumber(count)} selected`,
  reviewing: 'Reviewing',
  fixing: 'Fixing',
  reopen: 'Reopen',
  ignore: 'Ignore',
  assign: 'Assign',
  findings: (count: number) => plural(count, 'finding'),
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link",
  notSeen: (seen: boolean) => (seen ? "Couldn't mark it as seen" : "Couldn't put it back"),
  seen: (seen: boolean) => (seen ? 'Marked as seen' : 'No longer marked as seen'),
  undo: 'Undo',
  empty: {
    all: 'Nothing waits for you',
    other: 'Nothing here waits for you',
    text: 'Findings that you own, requests and answers, comments that mention you, uncertain matches, held scans, and ignores that end within a week appear here.',
  },
} as const
