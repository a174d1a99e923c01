import type { Selectable } from 'kysely'
import { recordAudit } from '#server/audit/public.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import { takeId } from '#server/db/ids.ts'
import { readLong } from '#server/db/long-read.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { JobTable } from '#server/db/triage-tables.ts'
import type { Services } from '#server/http/services.ts'
import { holdLease, type Lease } from '#server/runner/public.ts'
import { readOwnerRules } from './rules.ts'
import { applyOwnerRules, ownedColumns } from './writes.ts'

export type OwnerJob = Selectable<JobTable>

/** The state of a job, in its `result_json`. */
interface OwnerProgress {
  /** The project whose rules changed; null for all. */
  project: number | null
  /** The last finding that was looked at. */
  after: number
  /** How many findings have another owner. */
  changed: number
}

// parse: written by this module.
const progressOf = (job: Pick<OwnerJob, 'result_json'>) => parseStored<OwnerProgress>(job.result_json ?? '')

/**
 * Creates a job that gives findings the owners that rules say now; a job for the same findings that has not begun or
 * still runs begins again. The caller wakes the runner after the commit.
 * @param change.project the project whose rules changed; null for all.
 */
export async function createOwnerJob(
  transaction: ChangeTransaction,
  { project, actor, at }: { project: number | null; actor: string; at: number },
): Promise<void> {
  const { deploymentId } = transaction
  const unfinished = await transaction
    .selectFrom('job')
    .select(['id', 'result_json'])
    .where('deployment_id', '=', deploymentId)
    .where('finished_at', 'is', null)
    .where('kind', '=', 'owners')
    .execute()
  const same = unfinished.find((job) => progressOf(job).project === project)
  const { total } = await transaction
    .selectFrom('finding')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('deployment_id', '=', deploymentId)
    .$if(project !== null, (query) => query.where('ref_id', 'in', refsOf(transaction, project ?? 0)))
    .executeTakeFirstOrThrow()
  if (total === 0) return
  if (same) {
    const progress = { ...progressOf(same), after: 0 }
    await transaction
      .updateTable('job')
      .set({ total, done: 0, result_json: JSON.stringify(progress satisfies OwnerProgress) })
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', same.id)
      .execute()
    return
  }
  await transaction
    .insertInto('job')
    .values({
      deployment_id: deploymentId,
      id: await takeId(transaction, deploymentId, 'job'),
      kind: 'owners',
      state: 'queued',
      actor,
      at,
      after_change: 0,
      type: toCode(findingTypes, 'sast'),
      total,
      done: 0,
      skipped_json: '[]',
      result_json: JSON.stringify({ project, after: 0, changed: 0 } satisfies OwnerProgress),
    })
    .execute()
}

/**
 * Gives the next findings of a job the owners that rules say.
 * @param size the maximum number of findings.
 * @returns whether the job is done, and the job as it ended.
 */
export async function runOwnerStep(
  services: Services,
  lease: Lease,
  found: OwnerJob,
  size: number,
): Promise<{ isDone: boolean; ended: OwnerJob | null }> {
  const { id, deployment_id: deploymentId, actor } = found
  const ids = await remainingIds(services, found)
  const step = await services.change(
    deploymentId,
    actor,
    async (transaction) => {
      const at = services.now()
      await holdLease(transaction, lease, at)
      // Read again: a change of rules may have begun it anew.
      const job = await transaction
        .selectFrom('job')
        .selectAll()
        .where('deployment_id', '=', deploymentId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const next = await applyToBatch(transaction, job, { size, at, ids })
      await transaction
        .updateTable('job')
        .set({ ...next.columns, attempts: 0 })
        .where('deployment_id', '=', deploymentId)
        .where('id', '=', id)
        .execute()
      return { isDone: next.isDone, ended: next.isDone ? { ...job, ...next.columns } : null }
    },
    { event: 'job.changed', id: String(id) },
  )
  if (step.isDone) idsOf(services).delete(`${deploymentId} ${id}`)
  return step
}

/** The findings of the jobs of a project that run here, by deployment and job. After a restart they are found anew. */
const idsByServices = new WeakMap<Services, Map<string, Int32Array>>()

function idsOf(services: Services): Map<string, Int32Array> {
  const running = idsByServices.get(services) ?? new Map<string, Int32Array>()
  idsByServices.set(services, running)
  return running
}

/** The findings of a job of a project, ascending; null for a job of all findings, which needs no list. */
async function remainingIds(services: Services, job: OwnerJob): Promise<Int32Array | null> {
  const { project, after } = progressOf(job)
  if (project === null) return null
  const running = idsOf(services)
  const key = `${job.deployment_id} ${job.id}`
  const known = running.get(key)
  if (known && after > 0) return known
  const ids = await readLong(services.database, async (snapshot) => {
    const { read } = snapshot
    const query = read
      .selectFrom('finding')
      .select('id')
      .where('deployment_id', '=', job.deployment_id)
      .where('ref_id', 'in', (refs) =>
        refs
          .selectFrom('ref')
          .select('ref.id')
          .where('ref.deployment_id', '=', job.deployment_id)
          .where('ref.project_id', '=', project),
      )
    const found: number[] = []
    for await (const rows of snapshot.chunks(query.compile(), idsPerRead))
      for (const [id] of rows) found.push(Number(id))
    return Int32Array.from(found).sort()
  })
  running.set(key, ids)
  return ids
}

const idsPerRead = 2000

/** The refs of a project, by which its findings are found. */
const refsOf = (transaction: ChangeTransaction, project: number) =>
  transaction
    .selectFrom('ref')
    .select('ref.id')
    .where('ref.deployment_id', '=', transaction.deploymentId)
    .where('ref.project_id', '=', project)

interface Batch {
  size: number
  at: number
  /** The findings of the job; null for all. */
  ids: Int32Array | null
}

async function applyToBatch(transaction: ChangeTransaction, job: OwnerJob, { size, at, ids }: Batch) {
  const progress = progressOf(job)
  const { project, after } = progress
  const batch = ids && [...ids.subarray(firstAbove(ids, after)).subarray(0, size)]
  const rows = await transaction
    .selectFrom('finding')
    .select(ownedColumns)
    .where('deployment_id', '=', transaction.deploymentId)
    .$if(batch === null, (query) => query.where('id', '>', after).orderBy('id').limit(size))
    .$if(batch !== null, (query) => query.where('id', 'in', valuesOf(batch ?? [])))
    .execute()
  const projects = [...new Set(rows.map((row) => row.project_id))]
  const rules = await readOwnerRules(transaction, transaction.deploymentId, projects)
  const changed = await applyOwnerRules(transaction, rules, rows, { at, events: true })
  const isDone = (batch ?? rows).length < size
  const result: OwnerProgress = {
    project,
    after: (batch ?? rows.map((row) => row.id)).at(-1) ?? after,
    changed: progress.changed + changed,
  }
  const done = job.done + rows.length
  if (isDone && result.changed > 0)
    await recordAudit(transaction, {
      deploymentId: transaction.deploymentId,
      at,
      actor: job.actor,
      action: 'owners.assigned',
      detail: { job: String(job.id), count: result.changed },
    })
  return {
    isDone,
    columns: {
      state: isDone ? 'done' : 'running',
      started_at: job.started_at ?? at,
      done,
      ...(isDone ? { finished_at: at, total: done } : {}),
      result_json: JSON.stringify(result),
    },
  }
}

/** The place of the first id above a number. */
function firstAbove(ids: Int32Array, after: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) > after) high = middle
    else low = middle + 1
  }
  return low
}
