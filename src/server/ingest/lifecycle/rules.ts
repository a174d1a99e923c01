import type { states, triageStates } from '#server/db/codes.ts'

export type State = (typeof states)[number]
export type TriageState = (typeof triageStates)[number]

/** What scans and people last said of a finding. */
export interface Standing {
  state: State
  triage: TriageState
}

export interface Reported extends Standing {
  /** True where the finding had been fixed or removed before. */
  cameBack: boolean
  /** What the history says happened; null where nothing did. */
  event: 'reappeared' | 'muted' | 'unmuted' | null
}

/**
 * How a known finding stands after a scan that reports it; `suppressed` is the scanner's own suppression.
 * Source: docs/api.md#lifecycle.
 */
export function whenReported(before: Standing, suppressed: boolean): Reported {
  const state = suppressed ? 'muted' : 'unresolved'
  const cameBack = before.state === 'fixed' || before.state === 'removed'
  const taken = before.triage === 'reviewing' || before.triage === 'fixing'
  const event =
    before.state === state
      ? null
      : suppressed
        ? ('muted' as const)
        : cameBack
          ? ('reappeared' as const)
          : ('unmuted' as const)
  return { state, triage: cameBack && taken ? 'reopened' : before.triage, cameBack, event }
}

/** What becomes of a finding that a scan does not report. */
export type Absence = 'fixed' | 'removed' | 'kept'
