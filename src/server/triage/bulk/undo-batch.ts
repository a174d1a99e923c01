import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { revertChange } from '../decisions/undo.ts'
import { addSkipped, type JobRow, skippedOf } from './job.ts'
import { finishJob, type Progress } from './progress.ts'

/**
 * Undoes the newest batch of a job that is not undone yet. Each batch stores whether it was undone, so that an undo
 * continues where it stopped.
 */
export async function undoBatch(transaction: ChangeTransaction, job: JobRow, at: number): Promise<Progress> {
  const change = await transaction
    .selectFrom('triage_change')
    .select('id')
    .where('deployment_id', '=', job.deployment_id)
    .where('job_id', '=', job.undoes)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!change) return finishJob(transaction, job, 'done', at)
  const { restored, skipped } = await revertChange(transaction, change.id, { actor: job.actor, at })
  return {
    job: {
      ...job,
      done: job.done + restored.length,
      skipped_json: JSON.stringify(
        addSkipped(
          skippedOf(job),
          skipped.map(({ code }) => code),
        ),
      ),
    },
    ended: false,
  }
}
