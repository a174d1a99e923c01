import { sql } from 'kysely'
import { recordAudit } from '#server/audit/audit-log.ts'
import { findingTypes, ignoreEnds, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { rowsOf } from '#server/db/sql.ts'
import { isExplained } from '#server/findings/approval-rules.ts'
import { HttpError } from '#server/http/errors.ts'
import { unexplained } from '../decisions/triage.ts'
import { assertTriageQuota, noteBytes } from '../decisions/triage-quota.ts'
import { assertTargetExists } from '../decisions/triage-target.ts'
import { formatInstant, type JobRow } from './job.ts'
import type { JobRequest, planJob } from './preview.ts'

/** The maximum number of unfinished jobs of a person, since the findings of each are stored. */
const maxUnfinished = 10
const idsPerInsert = 50_000

/** The count in the preview, and the findings that would be triaged now. */
export interface JobPlan {
  expected: number
  /** Milliseconds since 1970. */
  at: number
  plan: Awaited<ReturnType<typeof planJob>>
}

/**
 * Creates a job and stores its findings, in one transaction: their number must equal the previewed count. The runner
 * starts it later.
 * @throws HttpError 400 for ignoring without a reason or a note where it needs approval, 404 for an unknown id, 409 with the new preview if the count differs, or if the person has too many
 * unfinished jobs, 429 if the daily quota would be exceeded.
 * Source: docs/api.md#triage-jobs.
 */
export async function createJob(
  transaction: Writer,
  request: JobRequest,
  { expected, at, plan: { ids, preview } }: JobPlan,
): Promise<JobRow> {
  const { deploymentId, actor, triage } = request
  const { state, reason, until, ends, note, owner } = triage.decision
  await assertTargetExists(transaction, triage, deploymentId)
  await assertJobQuota(transaction, deploymentId, actor)
  await assertTriageQuota(transaction, { deploymentId, actor, at }, expected, noteBytes(expected, note))
  if (ids.length !== expected) {
    throw new HttpError(
      409,
      'The findings that match have changed since they were counted. Nothing was changed.',
      { members: preview },
    )
  }
  if (preview.requested && !isExplained(triage.decision)) throw unexplained(triage.decision)
  const job = await transaction
    .insertInto('job')
    .values({
      deployment_id: deploymentId,
      id: await takeId(transaction, deploymentId, 'job'),
      kind: 'triage',
      state: 'queued',
      actor,
      at,
      after_change: sql<number>`(select coalesce(max(id), 0) from triage_change where deployment_id = ${deploymentId})`,
      type: toCode(findingTypes, triage.type),
      to_state: state === undefined ? null : toCode(triageStates, state),
      reason: reason === null ? null : toCode(triageReasons, reason),
      note: note ?? null,
      ignored_until: until,
      ignore_ends: ends ? toCode(ignoreEnds, ends) : null,
      owner: owner === undefined ? null : (owner ?? ''),
      total: expected,
      done: 0,
      skipped_json: '[]',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertItems(transaction, job, ids)
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: 'job.made',
    target: String(job.id),
    detail: auditDetail(triage, expected),
  })
  return job
}

function auditDetail({ type, decision }: JobRequest['triage'], count: number) {
  const { state, reason, until, ends, note, owner } = decision
  return {
    issue_type: type,
    count,
    to: state ?? null,
    reason,
    ...(until === null ? {} : { ignored_until: formatInstant(until) }),
    ...(ends ? { ignore_ends: ends } : {}),
    note: note || null,
    ...(owner === undefined ? {} : { owner }),
  }
}

/** One statement per some ten thousand findings. */
async function insertItems(transaction: Writer, job: JobRow, ids: Int32Array): Promise<void> {
  for (let from = 0; from < ids.length; from += idsPerInsert) {
    const items = rowsOf(
      { finding_id: 'integer' },
      Array.from(ids.subarray(from, from + idsPerInsert), (id) => [id]),
    )
    await transaction
      .insertInto('job_item')
      .columns(['deployment_id', 'job_id', 'place', 'finding_id'])
      .expression(
        sql`select ${job.deployment_id}, ${job.id}, ${from + 1} + item.place, item.finding_id from ${items} as item`,
      )
      .execute()
  }
}

async function assertJobQuota(transaction: Writer, deploymentId: number, actor: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('finished_at', 'is', null)
    .where('actor', '=', actor)
    .where('kind', '=', 'triage')
    .executeTakeFirstOrThrow()
  if (count < maxUnfinished) return
  throw new HttpError(
    409,
    `You have ${count} unfinished jobs, and the limit is ${maxUnfinished}. Wait until one has finished, or cancel one.`,
  )
}
