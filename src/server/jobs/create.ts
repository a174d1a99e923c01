import { sql } from 'kysely'
import { recordAudit } from '#server/audit/public.ts'
import { code, findingTypes, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { demandKnown, demandRoomToDecide } from '#server/findings/public.ts'
import { Refusal } from '#server/http/errors.ts'
import { type JobRow, unfinished } from './job.ts'
import { type AskedJob, isDecided, previewOf } from './preview.ts'

/** Jobs of a person that are not done yet at most: what they are to decide is stored for each. */
const unfinishedAtMost = 10

/**
 * Makes a job and fixes what it decides, in one transaction: it decides as many findings as were seen counted, or is
 * not made. It begins when the runner comes to it.
 * @throws Refusal 404 for an unknown id, 409 with the new preview where the count is another one, or where the person has
 * too many jobs that are not done, 429 where it decides more than a day's quota.
 * Source: docs/api.md#triage-jobs.
 */
export async function createJob(
  transaction: Writer,
  asked: AskedJob,
  expected: number,
  at: number,
): Promise<JobRow> {
  const { deploymentId, actor, triage } = asked
  const { state, reason, note } = triage.decision
  await demandKnown(transaction, triage, deploymentId)
  await demandFewJobs(transaction, deploymentId, actor)
  await demandRoomToDecide(transaction, { deploymentId, actor, at }, expected, note)
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
      type: code(findingTypes, triage.type),
      to_state: state === undefined ? null : code(triageStates, state),
      reason: reason === null ? null : code(triageReasons, reason),
      note: note ?? null,
      total: expected,
      done: 0,
      skipped_json: '[]',
      error: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const fixed = await transaction
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
        .where(isDecided(asked)),
    )
    .executeTakeFirstOrThrow()
  if (Number(fixed.numInsertedOrUpdatedRows) !== expected) {
    throw new Refusal(
      409,
      'The findings that match have changed since they were counted. Nothing was changed.',
      {
        members: await previewOf(transaction, asked),
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

async function demandFewJobs(transaction: Writer, deploymentId: number, actor: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('job')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('state', 'in', unfinished)
    .where('actor', '=', actor)
    .where('kind', '=', 'triage')
    .executeTakeFirstOrThrow()
  if (count < unfinishedAtMost) return
  throw new Refusal(
    409,
    `You have ${count} unfinished jobs, and the limit is ${unfinishedAtMost}. Wait until one has finished, or cancel one.`,
  )
}
