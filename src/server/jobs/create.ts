import { sql } from 'kysely'
import { recordAudit } from '#server/audit/public.ts'
import { findingTypes, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { assertTargetExists, assertTriageQuota } from '#server/findings/public.ts'
import { HttpError } from '#server/http/errors.ts'
import { type JobRow, unfinishedStates } from './job.ts'
import { isTriaged, type JobRequest, previewInSql } from './preview.ts'

/** Jobs of a person that are not done yet at most: what they are to decide is stored for each. */
const maxUnfinished = 10

/**
 * Makes a job and fixes what it decides, in one transaction: it decides as many findings as were seen counted, or is
 * not made. It begins when the runner comes to it.
 * @throws HttpError 404 for an unknown id, 409 with the new preview where the count is another one, or where the person has
 * too many jobs that are not done, 429 where it decides more than a day's quota.
 * Source: docs/api.md#triage-jobs.
 */
export async function createJob(
  transaction: Writer,
  request: JobRequest,
  expected: number,
  at: number,
): Promise<JobRow> {
  const { deploymentId, actor, triage } = request
  const { state, reason, note } = triage.decision
  await assertTargetExists(transaction, triage, deploymentId)
  await assertJobQuota(transaction, deploymentId, actor)
  await assertTriageQuota(transaction, { deploymentId, actor, at }, expected, note)
  const job = await transaction
    .insertInto('job')
    .values({
      deployment_id: deploymentId,
      kind: 'triage',
      state: 'queued',
      actor,
      at,
      started_at: null,
      finished_at: null,
      undone_at: null,
      undoes: null,
      after_change: sql<number>`(select coalesce(max(id), 0) from triage_change)`,
      type: toCode(findingTypes, triage.type),
      to_state: state === undefined ? null : toCode(triageStates, state),
      reason: reason === null ? null : toCode(triageReasons, reason),
      note: note ?? null,
      total: expected,
      done: 0,
      skipped_json: '[]',
      error: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const insertResult = await transaction
    .insertInto('job_item')
    .columns(['job_id', 'place', 'finding_id'])
    .expression((query) =>
      query
        .selectFrom('finding')
        .select([
          sql<number>`${job.id}`.as('job_id'),
          sql<number>`row_number() over (order by finding.id)`.as('place'),
          'finding.id',
        ])
        .where(isTriaged(request)),
    )
    .executeTakeFirstOrThrow()
  if (Number(insertResult.numInsertedOrUpdatedRows) !== expected) {
    throw new HttpError(
      409,
      'The findings that match have changed since they were counted. Nothing was changed.',
      {
        members: await previewInSql(transaction, request),
      },
    )
  }
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: 'job.made',
    target: String(job.id),
    detail: { issue_type: triage.type, count: expected, to: state ?? null, reason, note: note || null },
  })
  return job
}

async function assertJobQuota(transaction: Writer, deploymentId: number, actor: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('job')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('state', 'in', unfinishedStates)
    .where('actor', '=', actor)
    .where('kind', '=', 'triage')
    .executeTakeFirstOrThrow()
  if (count < maxUnfinished) return
  throw new HttpError(
    409,
    `You have ${count} unfinished jobs, and the limit is ${maxUnfinished}. Wait until one has finished, or cancel one.`,
  )
}
