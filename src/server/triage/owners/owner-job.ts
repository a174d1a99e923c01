import type { Selectable } from 'kysely'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { JobTable } from '#server/db/triage-tables.ts'
import type { Services } from '#server/http/services.ts'
import type { Lease } from '#server/jobs/job-queue.ts'
import { holdLease } from '#server/jobs/lease.ts'
import { JobOwners } from './job-owners.ts'
import { readOwnerRules } from './rules.ts'
import { applyOwnerRules, ownedColumns } from './writes.ts'

export type OwnerJob = Selectable<JobTable>

/** How many findings have an owner now that they did not have before. */
interface AssignedCount {
  owner: string | null
  count: number
}

/** The state of a job, in its `result_json`. */
interface OwnerProgress {
  /** The project whose rules changed; null for all. */
  project: number | null
  /** The last finding that was looked at. */
  after: number
  /** How many findings have another owner. */
  changed: number
  /** How many findings each owner got, null for nobody; see `maxOwners`. */
  byOwner?: AssignedCount[]
  /** How often the job began again; missing for never. */
  round?: number
  /** Projects whose `CODEOWNERS` file takes too much to match, whose findings keep their owners; missing for none. */
  refused?: string[]
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
    const { round = 0, changed } = progressOf(same)
    const progress = { project, after: 0, changed, round: round + 1 }
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
  const owners = await ownersOf(services, found)
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
      // What was read is of no use then, and is read again by the next step.
      if ((progressOf(job).round ?? 0) !== owners.round) return { isDone: false, ended: null }
      const next = await applyToBatch(transaction, job, { size, at, owners })
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
  if (step.isDone) runningJobs(services).delete(`${deploymentId} ${id}`)
  return step
}

/** What the jobs need that run here, by deployment and job. After a restart it is read anew. */
const ownersByServices = new WeakMap<Services, Map<string, JobOwners>>()

function runningJobs(services: Services): Map<string, JobOwners> {
  const running = ownersByServices.get(services) ?? new Map<string, JobOwners>()
  ownersByServices.set(services, running)
  return running
}

async function ownersOf(services: Services, job: OwnerJob): Promise<JobOwners> {
  const { project, after, round = 0 } = progressOf(job)
  const running = runningJobs(services)
  const key = `${job.deployment_id} ${job.id}`
  const known = running.get(key)
  const owners =
    known?.round === round
      ? known
      : new JobOwners({ deploymentId: job.deployment_id, project, round }, services.stopping)
  running.set(key, owners)
  await owners.load(services.database, after)
  return owners
}

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
  owners: JobOwners
}

async function applyToBatch(transaction: ChangeTransaction, job: OwnerJob, { size, at, owners }: Batch) {
  const progress = progressOf(job)
  const { after } = progress
  const batch = owners.batch(after, size)
  const rows = await transaction
    .selectFrom('finding')
    .select(ownedColumns)
    .where('deployment_id', '=', transaction.deploymentId)
    .$if(batch === null, (query) => query.where('id', '>', after).orderBy('id').limit(size))
    .$if(batch !== null, (query) => query.where('id', 'in', valuesOf(batch ?? [])))
    .execute()
  const projects = [...new Set(rows.map((row) => row.project_id))]
  const rules = await readOwnerRules(transaction, transaction.deploymentId, projects, owners.fileOf)
  const { changed } = await applyOwnerRules(transaction, rules, rows, { at, events: true })
  const isDone = (batch ?? rows).length < size
  const result: OwnerProgress = {
    ...progress,
    after: (batch ?? rows.map((row) => row.id)).at(-1) ?? after,
    changed: progress.changed + changed.values().reduce((sum, count) => sum + count, 0),
    byOwner: addCounts(progress.byOwner, changed),
    refused: await namesOf(transaction, owners.refused, progress.refused),
  }
  if (isDone && result.changed > 0)
    await recordAudit(transaction, {
      deploymentId: transaction.deploymentId,
      at,
      actor: job.actor,
      action: 'owners.assigned',
      target:
        progress.project === null
          ? null
          : ((await namesOf(transaction, new Set([progress.project])))[0] ?? null),
      detail: { job: String(job.id), count: result.changed, changes: result.byOwner },
    })
  const columns = columnsOf(job, result, { at, isDone, rows: rows.length })
  if (columns.state === 'failed')
    await recordAudit(transaction, {
      deploymentId: transaction.deploymentId,
      at,
      actor: job.actor,
      action: 'job.failed',
      target: String(job.id),
      detail: { kind: job.kind, done: columns.done, total: columns.done, skipped: [] },
    })
  return { isDone, columns }
}

/** The owners that the audit log lists one by one; it counts the findings of all. */
const maxOwners = 100

function addCounts(
  known: readonly AssignedCount[] = [],
  more: ReadonlyMap<string | null, number>,
): AssignedCount[] {
  const counts = new Map(known.map(({ owner, count }) => [owner, count]))
  for (const [owner, count] of more)
    if (counts.has(owner) || counts.size < maxOwners) counts.set(owner, (counts.get(owner) ?? 0) + count)
  return [...counts].map(([owner, count]) => ({ owner, count }))
}

function columnsOf(
  job: OwnerJob,
  result: OwnerProgress,
  { at, isDone, rows }: { at: number; isDone: boolean; rows: number },
) {
  const done = job.done + rows
  const columns = {
    started_at: job.started_at ?? at,
    done,
    result_json: JSON.stringify(result),
  }
  if (!isDone) return { ...columns, state: 'running' }
  const error = errorOf(result.refused ?? [])
  return { ...columns, state: error === null ? 'done' : 'failed', error, finished_at: at, total: done }
}

/** The most projects that an error names. */
const maxNamed = 10
/** Jobs that are searched for the last one of a project. */
const maxLastJobs = 100

/** Adds the names of projects. */
async function namesOf(
  transaction: ChangeTransaction,
  projects: ReadonlySet<number>,
  known: readonly string[] = [],
): Promise<string[]> {
  if (projects.size === 0) return [...known]
  const rows = await transaction
    .selectFrom('project')
    .select('name')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(projects))
    .execute()
  return [...new Set([...known, ...rows.map(({ name }) => name)])]
}

/** Why the last job that looked at a project could not use its `CODEOWNERS` file; null if it could. */
export async function readOwnerFailure(
  reader: Reader,
  deploymentId: number,
  project: { id: number; name: string },
): Promise<string | null> {
  const jobs = await reader
    .selectFrom('job')
    .select(['result_json', 'error'])
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', 'owners')
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(maxLastJobs)
    .execute()
  for (const job of jobs) {
    const { project: only, refused = [] } = progressOf(job)
    if (only === null || only === project.id) return refused.includes(project.name) ? job.error : null
  }
  return null
}

/** What a person is told of projects whose file takes too much to match; null for none. */
function errorOf(projects: readonly string[]): string | null {
  if (projects.length === 0) return null
  const more = projects.length > maxNamed ? ` and ${projects.length - maxNamed} more projects` : ''
  return `The patterns of CODEOWNERS take too long to match with the paths of the findings in ${projects.slice(0, maxNamed).join(', ')}${more}, whose findings keep their owners. Use fewer wildcards.`
}
