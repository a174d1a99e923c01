import type { NewTriageState, TriageReason } from '#contract/vocabulary.ts'
import { plural } from '#lib/text/format.ts'
import type { Decision } from './saving/decision.ts'

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
export function reasonLabel(value: string | null | undefined): string | undefined {
  const reason = knownReason(value)
  return reason ? reasons[reason] : value || undefined
}

interface StateText {
  /** On the button. */
  word: string
  /** The change, in a toast or in the history. */
  done: string
  key: string
}

/** The four states a person can set, in the order of the buttons. */
export const stateText: Record<NewTriageState, StateText> = {
  reopened: { word: 'Open', done: 'Reopened', key: 'O' },
  reviewing: { word: 'Reviewing', done: 'Marked as reviewing', key: 'R' },
  fixing: { word: 'Fixing', done: 'Marked as fixing', key: 'F' },
  ignored: { word: 'Ignore', done: 'Ignored', key: 'I' },
}

/** A triage state in a sentence's words. A value that is not known stands as it came. */
export function triageLabel(value: string | null | undefined): string {
  if (value === 'ignored') return 'Ignored'
  if (value === 'reviewing') return 'Reviewing'
  if (value === 'fixing') return 'Fixing'
  if (value === 'reopened') return 'Reopened'
  return value === 'untriaged' || !value ? 'Open' : value
}

/** The change of a triage, for a toast: "Ignored as false positive", "Note added". */
export function decisionText({ state, reason }: Decision): string {
  if (!state) return 'Note added'
  const text = stateText[state].done
  return state === 'ignored' && reason && reason !== 'no_triage_reason'
    ? `${text} as ${reasons[reason].toLowerCase()}`
    : text
}

/** A word in the middle of a sentence. */
export function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The change of a triage, with the number of findings where it is more than one. */
export function decisionSentence(decision: Decision, count: number): string {
  return count === 1 ? decisionText(decision) : `${decisionText(decision)}: ${plural(count, 'finding')}`
}

/** A row whose triage is not saved. */
export const rowLabels = {
  notSaved: 'Not saved',
  notSavedWhy: (why: string) => `Not saved: ${why}`,
  retrying: (change: string) => `${change}. Retrying automatically.`,
  retry: 'Retry',
} as const
