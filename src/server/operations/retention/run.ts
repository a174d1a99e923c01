import type { Selectable } from 'kysely'
import type { RetentionKind } from '#contract/parameters/retention.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import { deleteAuditBefore } from '#server/audit/expired-events.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Writer } from '#server/db/database.ts'
import { readLong } from '#server/db/long-read.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { JobTable } from '#server/db/triage-tables.ts'
import { isExpiredEvent } from '#server/findings/history/expired-events.ts'
import { setHistoryStart } from '#server/findings/history/history-start.ts'
import { deleteEvents } from '#server/findings/writes.ts'
import type { Services } from '#server/http/services.ts'
import type { Lease } from '#server/jobs/job-queue.ts'
import { holdLease } from '#server/jobs/lease.ts'
import { type nothingDeleted, readLastRun, storeRun } from '#server/records/retention-setting.ts'
import { deleteScans } from '#server/records/scans/writes.ts'
import { deleteExportFilesBefore, deleteExports } from '#server/sbom/export/expired-exports.ts'
import { isSuperseded } from '#server/scans/expired-scans.ts'
import { type Cutoffs, planRetention } from './plan.ts'

export type RetentionJob = Selectable<JobTable>

/** The state of a job, in its `result_json`. */
export interface RetentionProgress {
  cutoffs: Cutoffs
  deleted: typeof nothingDeleted
}

/** What a running job has yet to delete: ids of events and scans, and the numbers of exports and audit events. */
interface Remaining {
  history: readonly number[]
  scans: readonly number[]
  exports: number
  audit: number
}

/** The maximum number of rows in one transaction. */
const maxBatchSize = 500
/** History goes first, since it refers to scans. */
const order: readonly RetentionKind[] = ['history', 'scans', 'exports', 'audit']

/** By deployment and job. After a restart, what remains is found anew. */
const remainingOf = new WeakMap<Services, Map<string, Remaining>>()

/**
 * Finds what a retention job has to delete, or deletes the next batch. A job with nothing to delete leaves no row.
 * @returns whether the job is done, and the job as it ended if it has deleted anything.
 * Source: docs/decisions/0055-retention.md.
 */
export async function runRetentionStep(
  services: Services,
  lease: Lease,
  job: RetentionJob,
  size: number,
): Promise<{ isDone: boolean; ended: RetentionJob | null }> {
  const running = remainingOf.get(services) ?? new Map<string, Remaining>()
  remainingOf.set(services, running)
  const key = `${job.deployment_id} ${job.id}`
  const remaining = running.get(key)
  if (!remaining) {
    const found = await begin(services, lease, job)
    if (found) running.set(key, found)
    return { isDone: found === null, ended: null }
  }
  const kind = order.find((each) => countOf(remaining[each]) > 0)
  if (kind !== undefined) {
    running.set(key, await deleteBatch(services, lease, job, { kind, remaining, size }))
    return { isDone: false, ended: null }
  }
  const ended = await finish(services, lease, job)
  running.delete(key)
  return { isDone: true, ended }
}

const countOf = (remaining: readonly number[] | number) =>
  typeof remaining === 'number' ? remaining : remaining.length

/** Finds what there is to delete. @returns null if there is nothing: the job is gone then. */
async function begin(services: Services, lease: Lease, job: RetentionJob): Promise<Remaining | null> {
  const { deployment_id: deploymentId, id } = job
  const { cutoffs } = progressOf(job)
  const plan = await readLong(services.database, (snapshot) =>
    planRetention(snapshot, deploymentId, cutoffs, services.now()),
  )
  const { history, scans, exports, audit } = plan
  const total = history.ids.length + scans.ids.length + exports.count + audit.count
  await changeJob(services, lease, job, async (transaction) => {
    const ofJob = { state: 'running', started_at: job.started_at ?? services.now(), total: job.done + total }
    if (ofJob.total > 0) return updateJob(transaction, job, ofJob)
    await transaction
      .deleteFrom('job')
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .execute()
  })
  if (job.done + total === 0) return null
  return { history: history.ids, scans: scans.ids, exports: exports.count, audit: audit.count }
}

// parse: written by `createJob` and `deleteBatch`.
const progressOf = (job: RetentionJob) => parseStored<RetentionProgress>(job.result_json ?? '')

interface Batch {
  kind: RetentionKind
  remaining: Remaining
  size: number
}

/** @returns what remains after the batch. */
async function deleteBatch(
  services: Services,
  lease: Lease,
  job: RetentionJob,
  { kind, remaining, size }: Batch,
): Promise<Remaining> {
  const limit = Math.min(size, maxBatchSize)
  const progress = progressOf(job)
  const before = progress.cutoffs[kind] ?? 0
  const { deployment_id: deploymentId } = job
  const exports =
    kind === 'exports' ? await deleteExportFilesBefore(services, { deploymentId, before, limit }) : []
  const count = await changeJob(
    services,
    lease,
    job,
    async (transaction) => {
      const deleted = await deleteRows[kind](services, transaction, { remaining, exports, before, limit })
      const total = { ...progress.deleted, [kind]: progress.deleted[kind] + deleted }
      await updateJob(transaction, job, {
        done: job.done + deleted,
        result_json: JSON.stringify({ ...progress, deleted: total } satisfies RetentionProgress),
      })
      return deleted
    },
    kind === 'exports',
  )
  if (kind === 'history' || kind === 'scans') return { ...remaining, [kind]: remaining[kind].slice(limit) }
  return { ...remaining, [kind]: count === 0 ? 0 : Math.max(0, remaining[kind] - count) }
}

interface BatchRows {
  remaining: Remaining
  /** Those whose files are deleted. */
  exports: readonly number[]
  before: number
  limit: number
}

/** Deletes a batch of each kind. @returns the number of rows. */
const deleteRows: Record<
  RetentionKind,
  (services: Services, transaction: ChangeTransaction, batch: BatchRows) => Promise<number>
> = {
  async history(_, transaction, { remaining, before, limit }) {
    const { deploymentId } = transaction
    await setHistoryStart(transaction, deploymentId, before)
    return deleteEvents(transaction, remaining.history.slice(0, limit), isExpiredEvent(deploymentId, before))
  },
  async scans({ now }, transaction, { remaining, before, limit }) {
    const { deploymentId } = transaction
    const superseded = isSuperseded({ deploymentId, before, historyBefore: null, now: now() })
    return deleteScans(transaction, remaining.scans.slice(0, limit), superseded)
  },
  exports: (_, transaction, { exports }) => deleteExports(transaction, transaction.deploymentId, exports),
  audit: (_, transaction, { before, limit }) =>
    deleteAuditBefore(transaction, transaction.deploymentId, before, limit),
}

/** Ends a job, with an entry of the audit log. */
async function finish(services: Services, lease: Lease, job: RetentionJob): Promise<RetentionJob> {
  const { deployment_id: deploymentId } = job
  const at = services.now()
  const { cutoffs, deleted } = progressOf(job)
  const ofJob = { state: 'done', finished_at: at, total: job.done }
  await changeJob(services, lease, job, async (transaction) => {
    await updateJob(transaction, job, ofJob)
    const run = await readLastRun(transaction, deploymentId)
    if (run) await storeRun(transaction, deploymentId, { ...run, deleted })
    await recordAudit(transaction, {
      deploymentId,
      at,
      actor: job.actor,
      action: 'retention.applied',
      detail: { job: String(job.id), deleted, before: cutoffs },
    })
  })
  return { ...job, ...ofJob }
}

/** Changes the data of a job that this process has leased. */
const changeJob = <T>(
  services: Services,
  lease: Lease,
  { deployment_id: deploymentId, id, actor }: RetentionJob,
  work: (transaction: ChangeTransaction) => Promise<T>,
  changesExports = false,
): Promise<T> =>
  services.change(
    deploymentId,
    actor,
    async (transaction) => {
      await holdLease(transaction, lease, services.now())
      return work(transaction)
    },
    { event: 'job.changed', id: String(id) },
    ...(changesExports ? [{ event: 'sbom.changed' } as const] : []),
  )

async function updateJob(
  transaction: Writer,
  { deployment_id: deploymentId, id }: RetentionJob,
  set: Partial<RetentionJob>,
): Promise<void> {
  await transaction
    .updateTable('job')
    .set({ ...set, attempts: 0 })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .execute()
}
