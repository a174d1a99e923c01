import type { NewTriageState, TriageReason } from '#contract/vocabulary.ts'
import { formatNumber, joinWords, plural } from '#lib/format.ts'
import type { Decision } from './decide.ts'

const reasons: Record<TriageReason, string> = {
  false_positive: 'False positive',
  acceptable_risk: 'Acceptable risk',
  no_time: 'No time',
  no_triage_reason: 'No reason',
}

/** The reasons in the order of their keys `1` to `4`. */
export const reasonChoices: readonly { key: string; reason: TriageReason; word: string }[] = [
  { key: '1', reason: 'false_positive', word: reasons.false_positive },
  { key: '2', reason: 'acceptable_risk', word: reasons.acceptable_risk },
  { key: '3', reason: 'no_time', word: reasons.no_time },
  { key: '4', reason: 'no_triage_reason', word: reasons.no_triage_reason },
]

/** The reason that a value from outside names, or undefined where it names none that is known here. */
export function knownReason(value: string | null | undefined): TriageReason | undefined {
  return reasonChoices.find(({ reason }) => reason === value)?.reason
}

/** The word for a reason. A value that is not known stands as it came; none is undefined. */
export function reasonWord(value: string | null | undefined): string | undefined {
  const reason = knownReason(value)
  return reason ? reasons[reason] : value || undefined
}

interface StateWords {
  /** On the button. */
  word: string
  /** The change, in a toast or in the history. */
  done: string
  key: string
}

/** The four states a person can set, in the order of the buttons. */
export const stateWords: Record<NewTriageState, StateWords> = {
  reopened: { word: 'Open', done: 'Reopened', key: 'O' },
  reviewing: { word: 'Reviewing', done: 'Marked as reviewing', key: 'R' },
  fixing: { word: 'Fixing', done: 'Marked as fixing', key: 'F' },
  ignored: { word: 'Ignore', done: 'Ignored', key: 'I' },
}

/** A triage state in a sentence's words. A value that is not known stands as it came. */
export function triageWord(value: string | null | undefined): string {
  if (value === 'ignored') return 'Ignored'
  if (value === 'reviewing') return 'Reviewing'
  if (value === 'fixing') return 'Fixing'
  if (value === 'reopened') return 'Reopened'
  return value === 'untriaged' || !value ? 'Open' : value
}

/** The change of a triage, for a toast: "Ignored as false positive", "Note added". */
export function decisionWords({ state, reason }: Decision): string {
  if (!state) return 'Note added'
  const words = stateWords[state].done
  return state === 'ignored' && reason && reason !== 'no_triage_reason'
    ? `${words} as ${reasons[reason].toLowerCase()}`
    : words
}

/** A word in the middle of a sentence. */
export function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** The change of a triage, with the number of findings where it is more than one. */
export function decisionSentence(decision: Decision, count: number): string {
  return count === 1 ? decisionWords(decision) : `${decisionWords(decision)}: ${plural(count, 'finding')}`
}

/** Triage of one or several findings: the controls, the toasts and the states of a row. */
export const triageLabels = {
  status: 'Status',
  ignored: 'Ignored',
  reason: 'Reason',
  note: 'Note',
  noteOptional: 'Note (optional)',
  save: 'Save',
  cancel: 'Cancel',
  retry: 'Retry',
  undo: 'Undo',
  show: 'Show',
  tryAgain: 'Try again',
  chooseReason: 'Choose a reason (1–4)',
  noteTooLong: (over: number) => `The note is ${formatNumber(over)} characters too long`,
  alsoOn: (refs: readonly string[]) =>
    refs.length <= 3
      ? `Also on ${joinWords(refs)}`
      : `Also on ${refs.slice(0, 2).join(', ')} and ${formatNumber(refs.length - 2)} more`,
  notSaved: 'Not saved',
  notSavedWhy: (why: string) => `Not saved: ${why}`,
  retrying: (change: string) => `${change}. Retrying automatically.`,
  pending: (change: string) => `${change}: not saved yet`,
  pendingOffline: 'Will be sent when the service is available.',
  pendingSignIn: 'Will be sent after you sign in.',
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
  notUndone: (why: string) => `Could not undo: ${lower(why)}`,
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
    unconfirmed: 'It moved, and nothing else in the file confirms by how much.',
    changed: 'The code changed too much to be sure.',
    copied: 'The file may have been renamed or copied.',
    unknown: 'The scan does not show whether they are the same.',
    identical: (count: number) =>
      `It is one of ${plural(count, 'identical match', 'identical matches')} here; it is unclear which.`,
    identicalTriaged: (triaged: number, count: number, triage: string) =>
      `${triaged} of ${plural(count, 'identical match', 'identical matches')} ${triaged === 1 ? 'was' : 'were'} ${triage} here; it is unclear which.`,
  },
} as const
