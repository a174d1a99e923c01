import { recordAudit } from '#server/audit/audit-log.ts'
import type { Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { HttpError } from '#server/http/errors.ts'
import { type JobRow, jobWithId, undoDeadline } from './job.ts'

/**
 * Creates a job that undoes the decisions of another.
 * @throws HttpError 404 for an unknown job, 409 if the job is running, was undone, ended more than 24 hours ago, or
 * triaged nothing.
 * Source: docs/api.md#triage-jobs.
 */
export async function createUndoJob(
  transaction: Writer,
  request: { deploymentId: number; id: string; actor: string; at: number },
): Promise<JobRow> {
  const { deploymentId, actor, at } = request
  const job = await jobWithId(transaction, deploymentId, request.id)
  assertUndoable(job, at)
  const { total } = await transaction
    .selectFrom('triage_change')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('count'), eb.lit(0)).as('total'))
    .where('deployment_id', '=', deploymentId)
    .where('job_id', '=', job.id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('job')
    .set({ undone_at: at })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', job.id)
    .execute()
  const { after_change, type, to_state, reason, note, owner } = job
  const created = await transaction
    .insertInto('job')
    .values({
      deployment_id: deploymentId,
      id: await takeId(transaction, deploymentId, 'job'),
      kind: 'undo',
      state: 'queued',
      actor,
      at,
      undoes: job.id,
      after_change,
      type,
      to_state,
      reason,
      note,
      owner,
      total,
      done: 0,
      skipped_json: '[]',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: 'job.undone',
    target: String(job.id),
    detail: { job: String(created.id), count: total, by: job.actor },
  })
  return created
}

function assertUndoable(job: JobRow, at: number) {
  if (job.kind !== 'triage') throw new HttpError(409, 'An undo cannot be undone.')
  if (job.finished_at === null)
    throw new HttpError(409, 'This job is still running. Cancel it, then undo it.')
  if (job.undone_at !== null) throw new HttpError(409, 'This job has already been undone.')
  if (job.done === 0) throw new HttpError(409, 'This job did not triage any findings.')
  if (undoDeadline(job, at) === null) throw new HttpError(409, 'This job finished more than 24 hours ago.')
}
