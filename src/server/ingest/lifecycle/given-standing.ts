import { states, triageReasons, triageStates } from '#server/db/codes.ts'
import type { ReportedFinding } from '../report.ts'
import type { State, TriageState } from './rules.ts'

export interface GivenStanding {
  state: State
  triage: TriageState
  reason: (typeof triageReasons)[number] | null
  comment: string | null
  triagedAt: number | null
  createdAt: number
  relevantSince: number
  stateUpdatedAt: number
}

/**
 * How a finding that is new here stands: as another service's findings answer gave it, else open and found by this
 * scan. Times after `at` are cut to it. Source: API decisions, "Findings", Lifecycle.
 */
export function givenStanding(finding: ReportedFinding, at: number): GivenStanding {
  const { given } = finding
  const status = bare(given?.status)
  const state = stateOf(finding, status)
  const triage =
    known(triageStates, bare(given?.triageState)) ??
    (state === 'unresolved' ? known(triageStates, status) : null) ??
    'untriaged'
  const instant = (text: string | null | undefined) => (text ? Math.min(Date.parse(text), at) : null)
  const createdAt = instant(given?.createdAt) ?? instant(given?.relevantSince) ?? at
  const relevantSince = Math.max(instant(given?.relevantSince) ?? createdAt, createdAt)
  const decided = triage !== 'untriaged'
  return {
    state,
    triage,
    reason:
      triage === 'ignored' ? (known(triageReasons, bare(given?.triageReason)) ?? 'no_triage_reason') : null,
    comment: given?.triageComment ?? null,
    triagedAt: decided ? (instant(given?.triagedAt) ?? at) : null,
    createdAt,
    relevantSince,
    stateUpdatedAt: Math.max(instant(given?.stateUpdatedAt) ?? relevantSince, createdAt),
  }
}

/** Whether the finding is there now; another service's answer also lists those that are fixed. */
export function isPresent(finding: ReportedFinding): boolean {
  return finding.given === null || !isGone(stateOf(finding, bare(finding.given.status)))
}

const isGone = (state: State) => state === 'fixed' || state === 'removed'

function stateOf(finding: ReportedFinding, status: string | null): State {
  const said = known(states, bare(finding.given?.state)) ?? known(states, status)
  if (said && isGone(said)) return said
  return finding.suppressed ? 'muted' : 'unresolved'
}

/** `FINDING_STATUS_FIXED` and `Fixed` read `fixed`. */
const bare = (value: string | null | undefined) =>
  value ? value.toLowerCase().replace(/^finding_status_/, '') : null

function known<const T extends string>(list: readonly T[], value: string | null): T | null {
  return list.find((word) => word === value) ?? null
}
