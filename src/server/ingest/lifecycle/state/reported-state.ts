import { states } from '#server/db/codes.ts'
import type { ReportedFinding } from '../../report/report.ts'
import type { State } from './transitions.ts'

export interface ReportedState {
  state: State
  createdAt: number
  relevantSince: number
  stateUpdatedAt: number
}

/**
 * What scans say of a finding that is new here: as another service's findings answer gave it, else open and found by
 * this scan. Times after `at` are cut to it. Source: docs/api.md#lifecycle.
 */
export function reportedStateOf(finding: ReportedFinding, at: number): ReportedState {
  const { given: input } = finding
  const instant = (text: string | null | undefined) => (text ? Math.min(Date.parse(text), at) : null)
  const createdAt = instant(input?.createdAt) ?? instant(input?.relevantSince) ?? at
  const relevantSince = Math.max(instant(input?.relevantSince) ?? createdAt, createdAt)
  return {
    state: stateOf(finding),
    createdAt,
    relevantSince,
    stateUpdatedAt: Math.max(instant(input?.stateUpdatedAt) ?? relevantSince, createdAt),
  }
}

/** Whether the finding is there now; another service's answer also lists those that are fixed. */
export function isPresent(finding: ReportedFinding): boolean {
  return finding.given === null || !isRemoved(stateOf(finding))
}

const isRemoved = (state: State) => state === 'fixed' || state === 'removed'

/** The state that a file gives a finding. */
export function stateOf({ given: input, suppressed }: ReportedFinding): State {
  const state =
    knownWord(states, normalizeWord(input?.state)) ?? knownWord(states, normalizeWord(input?.status))
  if (state && isRemoved(state)) return state
  return suppressed ? 'muted' : 'unresolved'
}

/** `FINDING_STATUS_FIXED` and `Fixed` read `fixed`. */
export const normalizeWord = (value: string | null | undefined) =>
  value ? value.toLowerCase().replace(/^finding_status_/, '') : null

/** A word of another service that is one of ours. */
export function knownWord<const T extends string>(list: readonly T[], value: string | null): T | null {
  return list.find((word) => word === value) ?? null
}
