import type { Row, Value } from '#server/db/engine.ts'
import type { Basis } from '../../matching/candidates.ts'
import type { ReportedFinding } from '../../report/report.ts'
import type { HistoryLine, RunTarget } from '../run.ts'
import type { Offer } from './plan.ts'

/** What of a stored finding says where it stood before a match. */
export interface MatchedRow {
  id: number
  path: string | null
  line: number | null
}

const certainBases: ReadonlySet<Basis> = new Set(['fingerprint', 'code', 'dependency', 'secret'])

/**
 * Whether the history names a match: its evidence can be wrong. What did not move was matched by its place, and is not
 * worth a line at every scan. Source: docs/api.md#identity.
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

/** What undoing a match needs of how a finding stood, whether the match changed it or a later scan did. */
const locationColumns = ['path', 'line', 'column', 'end_line', 'end_column', 'match_based_id', 'syntactic_id']
const stateColumns = ['state', 'state_updated_at', 'removed', 'relevant_since', 'reappeared']
const scanColumns = ['last_seen_scan_id', 'fixed_scan_id']
const alwaysKept = {
  finding: [...locationColumns, ...stateColumns, ...scanColumns],
  detail: ['code_json', 'data_flow_json', 'fix_json'],
}

/** A match as it is stored, with the values that the finding had before it. */
export function matchRow(
  locationColumns: RunTarget,
  previous: MatchedRow,
  basis: Basis,
  changes: MatchChanges,
): Row {
  const was: Record<string, unknown> = { ...previous, finding_id: previous.id }
  const valuesOf = (columns: object, more: readonly string[] = []) =>
    Object.fromEntries([...more, ...Object.keys(columns)].map((column) => [column, was[column] ?? null]))
  const keptColumns = {
    finding: valuesOf(changes.finding, alwaysKept.finding),
    detail: valuesOf(changes.detail, alwaysKept.detail),
    evidence: valuesOf(changes.evidence),
  }
  return {
    deployment_id: locationColumns.deploymentId,
    project_id: locationColumns.projectId,
    finding_id: previous.id,
    other_id: null,
    kind: 'match',
    basis,
    state: 'open',
    scan_id: locationColumns.scanId,
    at: locationColumns.at,
    before_json: JSON.stringify(keptColumns),
  }
}

/** The line of the history that names a match: where it stood and where it stands. */
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

/** A place in words: `app.py:10`. Null for what stands in no file. */
export const locationText = (path: string | null, line: number | null): string | null =>
  path === null ? null : line === null ? path : `${path}:${line}`

/** A finding that a new one may be, as it is stored. */
export function candidateRow(locationColumns: RunTarget, findingId: number, { stored, doubt }: Offer): Row {
  return { ...linkMatchRow(locationColumns, findingId, stored.id), kind: 'candidate', basis: doubt }
}

/** The same flaw on another ref that was recognized by evidence that can be wrong, as it is stored. */
export function otherRefMatchRow(
  locationColumns: RunTarget,
  findingId: number,
  otherId: number,
  basis: Basis,
): Row {
  return { ...linkMatchRow(locationColumns, findingId, otherId), kind: 'match', basis }
}

const linkMatchRow = (locationColumns: RunTarget, findingId: number, otherId: number) => ({
  deployment_id: locationColumns.deploymentId,
  project_id: locationColumns.projectId,
  finding_id: findingId,
  other_id: otherId,
  state: 'open',
  scan_id: locationColumns.scanId,
  at: locationColumns.at,
  before_json: null,
})

/**
 * The line of the history that says that a finding may be another one. What was decided of one on offer makes it
 * uncertain; without that the line is a mere hint.
 */
export const uncertainEvent = (at: number, offers: number, isUncertain: boolean): HistoryLine => ({
  kind: 'uncertain',
  at,
  from: null,
  to: null,
  reason: isUncertain ? 'decided' : null,
  note: String(offers),
})
