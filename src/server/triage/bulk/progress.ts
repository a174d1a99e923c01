import { recordAudit } from '#server/audit/audit-log.ts'
import { jobEnds } from '#server/base/telemetry/events.ts'
import type { Writer } from '#server/db/database.ts'
import { type JobRow, requestedOf, skippedOf } from './job.ts'

/** The progress of a job after a batch; `ended` when nothing is left to do. */
export interface Progress {
  job: JobRow
  ended: boolean
}

/**
 * Ends a job: its remaining findings are deleted, and the audit log records its progress. An undo that did not finish
 * can be requested again.
 * @param options.actor who ended it, if that is not its creator.
 */
export async function finishJob(
  transaction: Writer,
  job: JobRow,
  state: 'done' | 'failed' | 'cancelled',
  at: number,
  options: { actor?: string; error?: string } = {},
): Promise<Progress> {
  await transaction
    .deleteFrom('job_item')
    .where('deployment_id', '=', job.deployment_id)
    .where('job_id', '=', job.id)
    .execute()
  if (job.undoes !== null && state !== 'done') {
    await transaction
      .updateTable('job')
      .set({ undone_at: null })
      .where('deployment_id', '=', job.deployment_id)
      .where('id', '=', job.undoes)
      .execute()
  }
  await recordAudit(transaction, {
    deploymentId: job.deployment_id,
    at,
    actor: options.actor ?? job.actor,
    action: `job.${state}`,
    target: String(job.id),
    detail: {
      ...{ kind: job.kind, done: job.done, total: job.total, skipped: skippedOf(job) },
      ...(requestedOf(job) > 0 ? { requested: requestedOf(job) } : {}),
    },
  })
  const finishedJob = { ...job, state, finished_at: at, error: options.error ?? null }
  await saveProgress(transaction, finishedJob)
  return { job: finishedJob, ended: true }
}

/** Stores the progress of a job. */
export async function saveProgress(transaction: Writer, job: JobRow): Promise<void> {
  const { state, started_at, finished_at, done, skipped_json, result_json, error } = job
  await transaction
    .updateTable('job')
    .set({ state, started_at, finished_at, done, skipped_json, result_json, error, attempts: 0 })
    .where('deployment_id', '=', job.deployment_id)
    .where('id', '=', job.id)
    .execute()
}

/** Publishes the end of a job, if it has ended; called after the commit. */
export function publishEnd({ kind, state, at, finished_at }: JobRow): void {
  if (finished_at === null || (state !== 'done' && state !== 'failed' && state !== 'cancelled')) return
  jobEnds.publish({ kind, outcome: state, milliseconds: finished_at - at })
}
