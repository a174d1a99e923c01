import type { Row, Value } from '#server/db/engine.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { Basis } from '../../matching/candidates.ts'
import type { HistoryLine, RunTarget } from '../run.ts'
import type { StoredFinding } from './known-findings.ts'

/** A stored finding that may be the same as a reported one, and why that is uncertain. */
export interface Offer {
  stored: StoredFinding
  doubt: string
}

/** The location and state of a stored finding before a match. */
export type MatchedRow = {
  id: number
  path: string | null
  line: number | null
}

const certainBases: ReadonlySet<Basis> = new Set(['fingerprint', 'resource', 'code', 'dependency', 'secret'])

/**
 * Whether a match is recorded in the history, because its evidence may be wrong. A finding that did not move was
 * matched by its location, and is not recorded at every scan. Source: docs/api.md#identity.
 */
export function isNamedMatch(basis: Basis, previous: MatchedRow, { location }: ReportedFinding): boolean {
  if (certainBases.has(basis)) return false
  const moved = previous.path !== (location?.filePath ?? null) || previous.line !== (location?.line ?? null)
  return basis !== 'position' || moved
}

/** The columns that a match changes, of a finding, its details and its evidence. */
export interface MatchChanges {
  finding: Readonly<Record<string, Value>>
  detail: Readonly<Record<string, Value>>
  evidence: Readonly<Record<string, Value>>
}

/** The columns needed to undo a match, whether the match or a later scan changed them. */
const locationColumns = [
  ...['path', 'resource', 'line', 'column', 'end_line', 'end_column'],
  ...['match_based_id', 'syntactic_id'],
]
const stateColumns = [
  ...['state', 'state_updated_at', 'removed', 'relevant_since', 'open_since'],
  ...['reappeared', 'reopened_at'],
]
const scanColumns = ['last_seen_scan_id', 'fixed_scan_id']
const alwaysKept = {
  finding: [...locationColumns, ...stateColumns, ...scanColumns],
  detail: ['code_json', 'data_flow_json', 'fix_json'],
}

/** A match as stored, with the values of the finding before it. */
export function matchRow(target: RunTarget, previous: MatchedRow, basis: Basis, changes: MatchChanges): Row {
  const was: Record<string, unknown> = { ...previous, finding_id: previous.id }
  const valuesOf = (columns: object, more: readonly string[] = []) =>
    Object.fromEntries([...more, ...Object.keys(columns)].map((column) => [column, was[column] ?? null]))
  const keptColumns = {
    finding: valuesOf(changes.finding, alwaysKept.finding),
    detail: valuesOf(changes.detail, alwaysKept.detail),
    evidence: valuesOf(changes.evidence),
  }
  return {
    deployment_id: target.deploymentId,
    project_id: target.projectId,
    finding_id: previous.id,
    other_id: null,
    kind: 'match',
    basis,
    state: 'open',
    scan_id: target.scanId,
    at: target.at,
    before_json: JSON.stringify(keptColumns),
  }
}

/** The history event of a match: the old and the new location. */
export function matchEvent(
  at: number,
  basis: Basis,
  previous: MatchedRow,
  { location }: ReportedFinding,
): HistoryLine {
  return {
    kind: 'matched',
    at,
    from: locationText(previous.path, previous.line),
    to: locationText(location?.filePath ?? null, location?.line ?? null),
    reason: basis,
  }
}

/** A location as text: `app.py:10`. Null without a file. */
export const locationText = (path: string | null, line: number | null): string | null =>
  path === null ? null : line === null ? path : `${path}:${line}`

/** A match candidate of a new finding, as stored. */
export function candidateRow(target: RunTarget, findingId: number, { stored, doubt }: Offer): Row {
  return { ...linkMatchRow(target, findingId, stored.id), kind: 'candidate', basis: doubt }
}

/** The columns of a decision, and the flaw that it was made of. */
const decisionColumns = [
  ...['flaw_id', 'path', 'line', 'triage_state', 'triage_reason', 'triage_comment', 'triaged_by'],
  ...['ignored_until', 'ignore_ends', 'status'],
]

/**
 * The offer of a finding's own former decision, which ended since its code changed, as stored: the other finding is the
 * finding itself as it was.
 */
export function formerDecisionRow(target: RunTarget, previous: MatchedRow): Row {
  const was: Record<string, unknown> = { ...previous }
  const finding = Object.fromEntries(decisionColumns.map((column) => [column, was[column] ?? null]))
  return {
    ...linkMatchRow(target, previous.id, previous.id),
    kind: 'candidate',
    basis: 'similar',
    before_json: JSON.stringify({ finding }),
  }
}

/** A match with the same flaw on another ref by evidence that may be wrong, as stored. */
export function otherRefMatchRow(target: RunTarget, findingId: number, otherId: number, basis: Basis): Row {
  return { ...linkMatchRow(target, findingId, otherId), kind: 'match', basis }
}

const linkMatchRow = (target: RunTarget, findingId: number, otherId: number) => ({
  deployment_id: target.deploymentId,
  project_id: target.projectId,
  finding_id: findingId,
  other_id: otherId,
  state: 'open',
  scan_id: target.scanId,
  at: target.at,
  before_json: null,
})

/**
 * The history event of a finding that may be the same as another one. If one of the offered findings was triaged, the
 * new finding is uncertain; otherwise the event is only a hint.
 */
export const uncertainEvent = (at: number, offers: number, isUncertain: boolean): HistoryLine => ({
  kind: 'uncertain',
  at,
  from: null,
  to: null,
  reason: isUncertain ? 'decided' : null,
  note: String(offers),
})
