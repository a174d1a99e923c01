import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { expireMergeQueues } from '#server/gate/expire-merge-queues.ts'
import { toHttpError } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import type { JobQueue, Lease } from '#server/jobs/job-queue.ts'
import { holdLease, LeaseLost } from '#server/jobs/lease.ts'
import { resumeDeletions } from '#server/operations/data-requests/delete-deployment.ts'
import { createDueRetentionJobs } from '#server/operations/retention/create-job.ts'
import { runRetentionStep } from '#server/operations/retention/run.ts'
import { runImportJob } from '#server/scans/run-import-job.ts'
import { reopenIgnored } from '#server/triage/decisions/reopen-ignored.ts'
import { runOwnerStep } from '#server/triage/owners/owner-job.ts'
import type { JobRow } from './triage/bulk/job.ts'
import { finishJob, type Progress, publishEnd, saveProgress } from './triage/bulk/progress.ts'
import { triageBatch } from './triage/bulk/triage-batch.ts'
import { undoBatch } from './triage/bulk/undo-batch.ts'

const base = {
  table: 'job',
  madeAt: 'at',
  oneAtATimeIn: 'deployment',
  stopWaits: true,
  fail,
} as const

/**
 * Imports of large files. They have a queue of their own, since they may wait for those of other deployments: other jobs
 * run meanwhile, as they do beside the imports that uploads wait for.
 */
export const importQueue: JobQueue = {
  ...base,
  unfinished: sql`finished_at is null and kind = 'import'`,
  async step(services, lease) {
    const job = await readJob(services, lease)
    await runImportJob(services, lease, job)
    publishEnd({ ...job, state: 'done', finished_at: services.now() })
    return true
  },
}

/** Bulk triage, its undo, owners, and deletions after retention periods. */
export const jobQueue: JobQueue = {
  ...base,
  // The findings that a job skips depend on earlier jobs.
  unfinished: sql`finished_at is null and kind <> 'import'`,

  async step(services, lease, size) {
    const job = await readJob(services, lease)
    if (job.kind === 'retention') {
      const { isDone, ended } = await runRetentionStep(services, lease, job, size)
      if (ended) publishEnd(ended)
      return isDone
    }
    if (job.kind === 'owners') {
      const { isDone, ended } = await runOwnerStep(services, lease, job, size)
      if (ended) publishEnd(ended)
      return isDone
    }
    return runBatch(services, lease, job, size)
  },

  async cleanUp(services, atStart) {
    // A stop interrupts it; a failure is tried again at the next start.
    if (atStart) void resumeDeletions(services).catch(() => undefined)
    await createDueRetentionJobs(services, atStart)
    await reopenIgnored(services, atStart)
    await expireMergeQueues(services, atStart)
  },
}

async function fail(
  services: Services,
  lease: Lease,
  reason: Parameters<JobQueue['fail']>[2],
): Promise<void> {
  const job = await readJob(services, lease)
  const error =
    'error' in reason
      ? toHttpError(reason.error).message
      : `The job was interrupted ${reason.interrupted} times.`
  await changeJob(services, lease, job, (transaction, at) =>
    finishJob(transaction, job, 'failed', at, { error }),
  )
}

/** @throws LeaseLost if the job was deleted with its deployment. */
async function readJob({ database }: Services, { deploymentId, id }: Lease): Promise<JobRow> {
  const row = await database.read
    .selectFrom('job')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
  return row
}

async function runBatch(services: Services, lease: Lease, row: JobRow, size: number): Promise<boolean> {
  const { ended } = await changeJob(services, lease, row, async (transaction, at) => {
    const job = { ...row, state: 'running', started_at: row.started_at ?? at }
    const progress = await (job.kind === 'undo'
      ? undoBatch(transaction, job, at)
      : triageBatch(transaction, job, size, at))
    if (!progress.ended) await saveProgress(transaction, progress.job)
    return progress
  })
  return ended
}

/** Updates a job that this process has leased. */
async function changeJob(
  services: Services,
  lease: Lease,
  { id, deployment_id, actor }: JobRow,
  work: (transaction: ChangeTransaction, at: number) => Promise<Progress>,
): Promise<Progress> {
  const progress = await services.change(
    deployment_id,
    actor,
    async (transaction) => {
      const at = services.now()
      await holdLease(transaction, lease, at)
      return work(transaction, at)
    },
    { event: 'job.changed', id: String(id) },
  )
  publishEnd(progress.job)
  return progress
}
