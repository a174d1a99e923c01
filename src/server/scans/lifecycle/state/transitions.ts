import type { states, triageStates } from '#server/db/codes.ts'

export type State = (typeof states)[number]
export type TriageState = (typeof triageStates)[number]

/** The last state of a finding according to scans and people. */
export interface FindingState {
  state: State
  triage: TriageState
}

export interface Reported extends FindingState {
  /** True if the finding had been fixed or removed before. */
  isReopened: boolean
  /** The resulting history event; null if nothing changed. */
  event: 'reappeared' | 'muted' | 'unmuted' | null
}

/**
 * The state of a known finding after a scan that reports it; `suppressed` is the scanner's own suppression.
 * Source: docs/api.md#lifecycle.
 */
export function stateWhenReported(previous: FindingState, suppressed: boolean): Reported {
  const state = suppressed ? 'muted' : 'unresolved'
  const isReopened = previous.state === 'fixed' || previous.state === 'removed'
  const isInProgress = previous.triage === 'reviewing' || previous.triage === 'fixing'
  // A removed finding was not looked for, so that the work on it goes on when it returns.
  const hasEnded = isInProgress && previous.state === 'fixed'
  const event =
    previous.state === state
      ? null
      : suppressed
        ? ('muted' as const)
        : isReopened
          ? ('reappeared' as const)
          : ('unmuted' as const)
  return { state, triage: hasEnded ? 'reopened' : previous.triage, isReopened, event }
}

/** The new state of a finding that a scan does not report. */
export type Absence = 'fixed' | 'removed' | 'kept'
