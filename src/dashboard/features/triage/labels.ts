import type { FindingType, NewTriageState, TriageReason } from '#contract/vocabulary.ts'
import { reasonWords } from './row-labels.ts'

interface ReasonChoice {
  key: string
  reason: TriageReason
  word: string
}

/** The reasons in the order of their keys `1` to `5`. */
export const reasonChoices: readonly ReasonChoice[] = [
  { key: '1', reason: 'false_positive', word: reasonWords.false_positive },
  { key: '2', reason: 'acceptable_risk', word: reasonWords.acceptable_risk },
  { key: '3', reason: 'no_time', word: reasonWords.no_time },
  { key: '4', reason: 'no_triage_reason', word: reasonWords.no_triage_reason },
  { key: '5', reason: 'revoked', word: reasonWords.revoked },
]

/** The reasons that findings of all these types can have. */
export function reasonsFor(types: readonly FindingType[]): readonly ReasonChoice[] {
  const areSecrets = types.length > 0 && types.every((type) => type === 'secrets')
  return areSecrets ? reasonChoices : reasonChoices.filter(({ reason }) => reason !== 'revoked')
}

interface StateText {
  /** The label of the button. */
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

/** Returns the label of a triage state for use in a sentence. An unknown value is returned unchanged. */
export function triageLabel(value: string | null | undefined): string {
  if (value === 'ignored') return 'Ignored'
  if (value === 'reviewing') return 'Reviewing'
  if (value === 'fixing') return 'Fixing'
  if (value === 'reopened') return 'Reopened'
  return value === 'untriaged' || !value ? 'Open' : value
}

/** Returns a label for the middle of a sentence. */
export function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
