import { states } from '#server/db/codes.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { State } from './transitions.ts'

export interface ReportedState {
  state: State
  createdAt: number
  relevantSince: number
  stateUpdatedAt: number
}

/**
 * The state of a finding that is new here: as given in another service's response, else open and found by this scan.
 * Times after `at` are limited to it. Source: docs/api.md#lifecycle.
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

/** Whether the finding is present; another service's response also lists fixed ones. */
export function isPresent(finding: ReportedFinding): boolean {
  return finding.given === null || !isRemoved(stateOf(finding))
}

const isRemoved = (state: State) => state === 'fixed' || state === 'removed'

/** The state of a finding according to a file. */
export function stateOf({ given: input, suppressed }: ReportedFinding): State {
  const state =
    knownWord(states, normalizeWord(input?.state)) ?? knownWord(states, normalizeWord(input?.status))
  if (state && isRemoved(state)) return state
  return suppressed ? 'muted' : 'unresolved'
}

/** Normalizes `FINDING_STATUS_FIXED` and `Fixed` to `fixed`. */
export const normalizeWord = (value: string | null | undefined) =>
  value ? value.toLowerCase().replace(/^finding_status_/, '') : null

/** A value of another service that is also one of ours. */
export function knownWord<const T extends string>(list: readonly T[], value: string | null): T | null {
  return list.find((word) => word === value) ?? null
}
