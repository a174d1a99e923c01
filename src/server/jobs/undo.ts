import { recordAudit } from '#server/audit/public.ts'
import type { Writer } from '#server/db/database.ts'
import { undoableFor } from '#server/findings/public.ts'
import { Refusal } from '#server/http/errors.ts'
import { type JobRow, jobWithId } from './job.ts'

/**
 * Makes a job that takes back what another decided.
 * @throws Refusal 404 for an unknown job, 409 where it runs, was undone, ended more than 24 hours ago, or decided nothing.
 * Source: docs/api.md#triage-jobs.
 */
export async function createUndoing(
  transaction: Writer,
  asked: { deploymentId: number; id: string; actor: string; at: number },
): Promise<JobRow> {
  const { deploymentId, actor, at } = asked
  const job = await jobWithId(transaction, deploymentId, asked.id)
  refuseUndoing(job, at)
  const { total } = await transaction
    .selectFrom('triage_change')
    .select((of) => of.fn.coalesce(of.fn.sum<number>('count'), of.lit(0)).as('total'))
    .where('job_id', '=', job.id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  await transaction.updateTable('job').set({ undone_at: at }).where('id', '=', job.id).execute()
  const { id: _, ...decided } = job
  const made = await transaction
    .insertInto('job')
    .values({
      ...decided,
      kind: 'undo',
      state: 'queued',
      actor,
      at,
      started_at: null,
      finished_at: null,
      undone_at: null,
      undoes: job.id,
      total,
      done: 0,
      skipped_json: '[]',
      error: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: 'job.undone',
    target: String(job.id),
    detail: { job: String(made.id), count: total, by: job.actor },
  })
  return made
}

function refuseUndoing(job: JobRow, at: number) {
  if (job.kind !== 'triage') throw new Refusal(409, 'An undo cannot be undone.')
  if (job.finished_at === null) throw new Refusal(409, 'This job is still running. Cancel it, then undo it.')
  if (job.undone_at !== null) throw new Refusal(409, 'This job has already been undone.')
  if (job.done === 0) throw new Refusal(409, 'This job did not triage any findings.')
  if (at - job.finished_at > undoableFor) throw new Refusal(409, 'This job finished more than 24 hours ago.')
}
