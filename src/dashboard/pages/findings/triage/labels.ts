import { formatNumber, plural } from '#lib/text/format.ts'

/** Triage from the list. */
export const triageLabels = {
  forbidden: "You don't have permission to triage",
  noPermission: "You don't have permission to triage: your token lacks the scope findings:triage",
  forbiddenDetail: 'Your token lacks the scope findings:triage.',
  loading: 'Your permissions are still loading.',
  unchanged: 'No change',
  tooMany: (most: number) => `You can't triage more than ${formatNumber(most)} rows at once`,
  tooManyDetail: 'Select all matching findings instead to start a bulk triage.',
  ignoreOne: 'Ignore this finding',
  ignore: 'Ignore',
  reviewing: 'Reviewing',
  fixing: 'Fixing',
  reopen: 'Reopen',
  of: (what: string) => `Triage ${what}`,
  thisFinding: 'this finding',
  triage: 'Triage',
  assign: 'Assign',
  findings: (count: number) => plural(count, 'finding'),
  ignoring: (what: string) => `Ignore ${what}`,
  oneTicket: "You can't create a ticket for all matching findings",
  oneMatch: 'Confirm matches one at a time: clear the selection first',
  notUncertain: 'This finding has no uncertain match',
  oneTicketDetail: 'Select findings one by one, then press t.',
} as const
