import { type SqlBool, sql } from 'kysely'
import type { TriageChange } from '#contract/responses/triage.ts'
import { findingTypes, fromCode, ignoreEnds, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { jsonList } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { undoableUntil } from '../decisions/undo.ts'
import { formatInstant, undoDeadline } from './job.ts'

interface ChangesRequest {
  deploymentId: number
  /** Only decisions of this actor; null for all. */
  actor: string | null
  limit: number
  /** Milliseconds since 1970. */
  now: number
}

const listFirstFindings = sql<string>`(select ${jsonList(sql.ref('finding_id'))} from (
  select finding_id from triage_change_item as item
  where item.deployment_id = triage_change.deployment_id and item.change_id = triage_change.id order by finding_id limit 10) as first_items)`
/**
 * The first findings of a job, collected from its first batches, since one batch of a slow machine may have too few.
 */
const firstOfJob = sql<string>`(select ${jsonList(sql.ref('finding_id'))} from (
  select item.finding_id from triage_change as batch
    join triage_change_item as item on item.deployment_id = batch.deployment_id and item.change_id = batch.id
  where batch.deployment_id = job.deployment_id and batch.job_id = job.id order by batch.id, item.finding_id limit 10) as first_items)`
// Changes from before the type was stored have the type of their findings.
const typeOf = sql<number>`coalesce(triage_change.type, (select finding.type
  from triage_change_item as item join finding
    on finding.deployment_id = item.deployment_id and finding.id = item.finding_id
  where item.deployment_id = triage_change.deployment_id and item.change_id = triage_change.id limit 1), 0)`

// A change that carries out an approval has it, too, by another person than who asked.
const requestedBySingle = sql<number | null>`(select approval.count from approval
  where approval.deployment_id = triage_change.deployment_id and approval.id = triage_change.approval_id
    and approval.requester = triage_change.actor)`
const requestedByJob = sql<number | null>`(select sum(approval.count) from approval
  where approval.deployment_id = job.deployment_id and approval.job_id = job.id)`

/**
 * Returns the decisions of a deployment, newest first: single ones, and each job once. Two statements for any number.
 * Source: docs/api.md#undo.
 */
export async function listChanges(reader: Reader, request: ChangesRequest): Promise<TriageChange[]> {
  const [single, jobs] = [await singleChanges(reader, request), await jobChanges(reader, request)]
  return [...single, ...jobs].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, request.limit)
}

async function singleChanges(reader: Reader, request: ChangesRequest): Promise<TriageChange[]> {
  const rows = await reader
    .selectFrom('triage_change')
    .select([
      'id',
      'at',
      'actor',
      'to_state',
      'reason',
      'note',
      'count',
      'undone_at',
      'ignored_until',
      'ignore_ends',
      'owner',
    ])
    .select([listFirstFindings.as('findings'), typeOf.as('type'), requestedBySingle.as('requested')])
    .where('deployment_id', '=', request.deploymentId)
    .where('job_id', 'is', null)
    .$if(request.actor !== null, (query) => query.where('actor', '=', request.actor ?? ''))
    .orderBy('id', 'desc')
    .limit(request.limit)
    .execute()
  return rows.map((row) => {
    const until = row.undone_at === null ? undoableUntil(row.at, request.now) : null
    return toTriageChange(row, row.id, null, until)
  })
}

async function jobChanges(reader: Reader, request: ChangesRequest): Promise<TriageChange[]> {
  const rows = await reader
    .selectFrom('job')
    .selectAll('job')
    .innerJoin('triage_change', (join) =>
      // The newest batch represents the job.
      join.onRef('triage_change.deployment_id', '=', 'job.deployment_id').on(
        sql<SqlBool>`triage_change.id = (select max(id) from triage_change as batch
            where batch.deployment_id = job.deployment_id and batch.job_id = job.id)`,
      ),
    )
    .select(['triage_change.id as change_id', firstOfJob.as('findings'), requestedByJob.as('requested')])
    .select(
      sql<number>`(select sum(count) from triage_change as batch
        where batch.deployment_id = job.deployment_id and batch.job_id = job.id)`.as('count'),
    )
    .where('job.deployment_id', '=', request.deploymentId)
    .where('job.kind', '=', 'triage')
    .$if(request.actor !== null, (query) => query.where('job.actor', '=', request.actor ?? ''))
    .orderBy('job.at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(request.limit)
    .execute()
  return rows.map((row) => toTriageChange(row, row.change_id, row.id, undoDeadline(row, request.now)))
}

function toTriageChange(
  row: {
    at: number
    actor: string
    type: number
    to_state: number | null
    reason: number | null
    note: string | null
    ignored_until: number | null
    ignore_ends: number | null
    owner: string | null
    count: number
    requested: number | null
    undone_at: number | null
    findings: string
  },
  id: number,
  jobId: number | null,
  undoUntil: number | null,
): TriageChange {
  return {
    id: String(id),
    at: formatInstant(row.at),
    by: row.actor,
    count: row.count,
    ...(row.requested ? { requested: Number(row.requested) } : {}),
    // parse: a JSON array of ids, made by the statement above.
    finding_ids: parseStored<number[]>(row.findings),
    job_id: jobId === null ? null : String(jobId),
    undo_until: undoUntil === null ? null : formatInstant(undoUntil),
    undone_at: row.undone_at === null ? null : formatInstant(row.undone_at),
    issue_type: fromCode(findingTypes, row.type),
    to_state: fromCode(triageStates, row.to_state),
    reason: fromCode(triageReasons, row.reason),
    note: row.note,
    ignored_until: row.ignored_until === null ? null : formatInstant(row.ignored_until),
    ...(row.ignore_ends === null ? {} : { ignore_ends: fromCode(ignoreEnds, row.ignore_ends) }),
    ...(row.owner === null ? {} : { owner: row.owner || null }),
  }
}
