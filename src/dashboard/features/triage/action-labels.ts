import { formatNumber, joinWords, plural } from '#lib/text/format.ts'
import { lower } from './labels.ts'

// Separate from the labels of states and reasons, because list rows render without these.

/** Triage of one or several findings: the controls and the toasts. */
export const triageLabels = {
  status: 'Status',
  ignored: 'Ignored',
  revoked: 'Revoked',
  markedRevoked: 'Marked as revoked',
  reason: 'Reason',
  note: 'Note',
  howLong: 'How long',
  noEnd: 'No end date',
  forDays: (days: number) => `For ${days} days`,
  untilDay: 'Until a date',
  lastDay: 'Until the end of',
  chooseLaterDay: 'Choose a date after today, within ten years',
  noteOptional: 'Note (optional)',
  save: 'Save',
  cancel: 'Cancel',
  undo: 'Undo',
  show: 'Show',
  tryAgain: 'Try again',
  chooseReason: 'Choose a reason',
  noteTooLong: (over: number) => `The note is ${formatNumber(over)} characters too long`,
  alsoOn: (refs: readonly string[]) =>
    refs.length <= 3
      ? `Also on ${joinWords(refs)}`
      : `Also on ${refs.slice(0, 2).join(', ')} and ${formatNumber(refs.length - 2)} more`,
  notSavedWhy: (why: string) => `Not saved: ${why}`,
  pending: (change: string) => `${change}: not saved yet`,
  pendingOffline: 'It is sent once the service responds.',
  pendingSignIn: 'It is sent once you sign in.',
  failed: (change: string, count: number, why: string) =>
    `${count === 1 ? 'Not' : `${plural(count, 'finding')} not`} ${lower(change)}: ${lower(why)}`,
  wasNotSaved: 'It had not been saved.',
  nothingToUndo: 'Nothing to undo',
  undoLimit: 'You can undo triage for 24 hours.',
  undone: 'Undone',
  undoneChange: (change: string) => `Undone: ${lower(change)}`,
  restored: (title: string, count: number) => `${title}, ${formatNumber(count)} restored`,
  nothingUndone: 'Nothing was undone',
  triagedSince: (count: number) =>
    `${plural(count, 'finding')} triaged again since ${count === 1 ? 'keeps its' : 'keep their'} status`,
  notUndone: (why: string) => `Couldn't undo: ${lower(why)}`,
  requested: (count: number) => `Ignore requested: ${plural(count, 'finding')}`,
  needsOther: 'Another person has to approve it.',
  needsApproval: 'Critical and high findings need approval: another person gets your reason and note.',
  noteForApproval: 'Write a note for the person who approves',
  reasonForApproval: 'Choose another reason',
  undoStarted: 'Undo started',
  jobsShow: 'Jobs shows its progress.',
} as const

/** Two people triaged the same findings. */
export const conflictLabels = {
  title: (count: number) =>
    count === 1 ? 'Someone else triaged this finding' : 'Someone else triaged these findings',
  detail: 'Nothing has changed yet. Choose which triage to keep. The other stays in the history.',
  keepTheirs: 'Keep theirs',
  keepTheirsTriage: (others: number) => `Keep theirs, triage the other ${formatNumber(others)}`,
  useMine: 'Use mine',
  someone: 'Someone',
  onFinding: (id: number) => `on finding ${id}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  you: 'You',
} as const

/** Uncertain matches: whether two findings are the same. */
export const matchLabels = {
  sameAs: (other: number) => `Same finding as #${other}`,
  ignoreRequested: 'ignore requested',
  sameAndTriaged: (other: number, triage: string) => `Same finding as #${other}: ${triage}`,
  notSameAs: (other: number) => `Not the same as #${other}`,
  confirmed: 'Match confirmed',
  undone: 'Match undone',
  separated: (id: number) => `Match undone: #${id} is a separate finding`,
  by: (person: string) => ` by ${person}`,
  ignored: (reason: string | undefined) => (reason ? `ignored as ${reason}` : 'ignored'),
  marked: (state: string) => `marked as ${state}`,
  reopened: 'reopened',
  untriaged: 'not triaged',
  doubts: {
    unconfirmed: 'The code moved, and nothing else in the file confirms the new location.',
    similar: 'The code changed: it may have another argument, value or operator.',
    changed: 'The code changed too much to be sure.',
    copied: 'The file may have been renamed or copied.',
    resource: 'It is about another resource, which may have been renamed.',
    renamed_rule: 'Its rule may have been renamed.',
    version: 'It is in another version of the package, which may have been added beside the other one.',
    unknown: 'The scan does not show whether they are the same.',
    identical: (count: number) =>
      `There are ${plural(count, 'identical match', 'identical matches')} here, and it is unclear which one this is.`,
    identicalTriaged: (triaged: number, count: number, triage: string) =>
      `${triaged} of ${plural(count, 'identical match', 'identical matches')} ${triaged === 1 ? 'was' : 'were'} ${triage} here, and it is unclear which one this is.`,
  },
} as const
