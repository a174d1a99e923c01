import { type RawBuilder, sql } from 'kysely'
import type { scanChangeKinds } from '#contract/operations/scans.ts'
import type { ScanChange } from '#contract/responses/scans.ts'
import { findingTypes, fromCode, severities, states, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { findingsFirstSeenBy } from '#server/findings/counts/scan-findings.ts'
import { assertHistoryKept } from '#server/findings/history/history-start.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import type { ScanRow } from './scan.ts'

type Kind = (typeof scanChangeKinds)[number]
/** The kinds of changes that a scan records in the history of findings. */
type RecordedKind = Exclude<Kind, 'new' | 'new_in_project'>

/** The requested page of a list: its number from 0, and its length. */
interface Page {
  page: number
  size: number
}

/**
 * Returns the changes of one kind that a scan made to findings, sorted, and their total as in the scan's report. Later
 * triage does not change them, but a finding that was confirmed to be the same as another is no longer new in the
 * project. The number of statements does not depend on the number of changes.
 * Source: docs/api.md#scans.
 */
export async function changesOfScan(
  view: FindingsSnapshot,
  scan: ScanRow,
  kind: Kind,
  page: Page,
): Promise<{ total: number; changes: ScanChange[] }> {
  return kind === 'new' || kind === 'new_in_project'
    ? newFindings(view, scan, kind, page)
    : recordedChanges(view.reader, scan, kind, page)
}

async function newFindings(
  view: FindingsSnapshot,
  scan: ScanRow,
  kind: 'new' | 'new_in_project',
  { page, size }: Page,
) {
  const parted = await partedFindings(view.reader, scan)
  const ids = findingsFirstSeenBy(view, scan.id, { newInProject: kind === 'new_in_project' }).filter(
    (id) => !parted.has(id),
  )
  const ofPage = ids.slice(page * size, (page + 1) * size)
  const { rows } = await sql<Row>`
    select finding.id as finding_id, null as from_state, null as to_state, null as reason, null as kind,
      ${findingColumns}
    from finding
    join rule on rule.deployment_id = finding.deployment_id and rule.id = finding.rule_id
    where finding.deployment_id = ${scan.deployment_id} and finding.id in ${valuesOf(ofPage)}
    order by finding.id`.execute(view.reader)
  return { total: ids.length, changes: rows.map(toScanChange) }
}

/** Findings that a person separated from a match of this scan: the scan did not report them as new. */
async function partedFindings(reader: Reader, scan: ScanRow): Promise<ReadonlySet<number | null>> {
  const rows = await reader
    .selectFrom('finding_match')
    .select('other_id')
    .where('deployment_id', '=', scan.deployment_id)
    .where('scan_id', '=', scan.id)
    .where('kind', '=', 'match')
    .where('state', '=', 'rejected')
    .where('before_json', 'is not', null)
    .execute()
  return new Set(rows.map(({ other_id: id }) => id))
}

async function recordedChanges(reader: Reader, scan: ScanRow, kind: RecordedKind, { page, size }: Page) {
  await assertHistoryKept(reader, scan.deployment_id, scan.started_at)
  const changes = selectChanges(kind, scan)
  const countResult = await sql<{
    total: number
  }>`select count(*) as total from (${changes}) as change`.execute(reader)
  const { rows } = await sql<Row>`
    select change.*, ${findingColumns}
    from (${changes} order by place limit ${size} offset ${page * size}) as change
    join finding on finding.deployment_id = ${scan.deployment_id} and finding.id = change.finding_id
    join rule on rule.deployment_id = finding.deployment_id and rule.id = finding.rule_id
    order by change.place`.execute(reader)
  return { total: countResult.rows[0]?.total ?? 0, changes: rows.map(toScanChange) }
}

const findingColumns = sql`finding.type, finding.severity, finding.status, finding.state, finding.path, finding.line,
      rule.path as rule_name, ${textOfFinding('title')} as title`

interface Row {
  finding_id: number
  from_state: string | null
  to_state: string | null
  reason: string | null
  kind: string | null
  type: number
  severity: number
  status: number
  state: number
  path: string | null
  line: number | null
  rule_name: string
  title: string | null
}

function toScanChange(row: Row): ScanChange {
  return {
    finding_id: row.finding_id,
    issue_type: fromCode(findingTypes, row.type),
    title: row.title,
    rule_name: row.rule_name,
    severity: fromCode(severities, row.severity),
    status: fromCode(statuses, row.status),
    state: fromCode(states, row.state),
    path: row.path,
    line: row.line,
    from: row.from_state,
    to: row.to_state,
    basis: row.kind === 'matched' ? row.reason : null,
  }
}

/** A query of the changes of a kind, each with its `place` in the list. */
function selectChanges(
  kind: RecordedKind,
  { deployment_id: deploymentId, id: scanId }: Pick<ScanRow, 'deployment_id' | 'id'>,
): RawBuilder<unknown> {
  // Events of people may also refer to the scan, so they are excluded.
  return sql`select id as place, finding_id, from_state, to_state, reason, kind
    from finding_event
    where deployment_id = ${deploymentId} and scan_id = ${scanId} and actor is null and ${scanEvents[kind]}`
}

/**
 * The events that a scan records for each count of its report. The first event of an imported finding has no previous
 * state.
 */
const scanEvents: Record<RecordedKind, RawBuilder<unknown>> = {
  fixed: sql`kind = 'fixed' and from_state is not null`,
  removed: sql`kind = 'removed' and from_state is not null`,
  moved: sql`kind = 'matched'`,
  // A finding that reappears with a suppression comment in the code is muted.
  reopened: sql`kind in ('reappeared', 'muted') and (kind = 'reappeared' or from_state in ('fixed', 'removed'))`,
  uncertain: sql`kind = 'uncertain' and reason = 'decided'`,
}
