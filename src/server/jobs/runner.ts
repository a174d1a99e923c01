import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { ChangeEvent } from '#server/changes/public.ts'
import { toHttpError } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import { runImportJob } from '#server/scans/public.ts'
import { type JobRow, unfinishedStates } from './job.ts'
import { finishJob, saveProgress } from './progress.ts'
import { triageBatch } from './triage-batch.ts'
import { undoBatch } from './undo-batch.ts'

/** A batch may hold this many findings. Source: docs/api.md#triage-jobs. */
const maxBatchSize = 1000
const minBatchSize = 50
/** Milliseconds that a batch should take, since reads wait for it. */
const targetBatchTime = 30
/** Milliseconds that a batch waits for requests, so that no number of them holds a job up. */
const maxRequestWait = 50
/** A batch that the database refuses this often ends its job. */
const maxAttempts = 3

interface Runner {
  stopping: AbortController
  /** The loop of each deployment that has one. */
  loops: Map<number, Loop>
}
interface Loop {
  /** Whether a job was made since it last looked. */
  hasNewJobs: boolean
  ended: Promise<void>
}

const runners = new WeakMap<Services, Runner>()

function runnerOf(services: Services): Runner {
  const known = runners.get(services)
  if (known) return known
  const created: Runner = { stopping: new AbortController(), loops: new Map() }
  runners.set(services, created)
  return created
}

/** Lets the jobs of a deployment go on, one after the other; they begin after the present answer is sent. */
export function startJobs(services: Services, deploymentId: number): void {
  const runner = runnerOf(services)
  if (runner.stopping.signal.aborted) return
  const known = runner.loops.get(deploymentId)
  if (known) known.hasNewJobs = true
  else {
    const loop: Loop = { hasNewJobs: true, ended: Promise.resolve() }
    runner.loops.set(deploymentId, loop)
    loop.ended = runLoop(services, deploymentId, loop, runner.stopping.signal).finally(() =>
      runner.loops.delete(deploymentId),
    )
  }
}

/** Lets the jobs go on that a stop or a crash left. To be called at start. */
export async function resumeJobs(services: Services): Promise<void> {
  const runner = runnerOf(services)
  if (runner.stopping.signal.aborted) runner.stopping = new AbortController()
  const unfinishedJobs = await services.database.read
    .selectFrom('job')
    .select('deployment_id')
    .distinct()
    .where('state', 'in', unfinishedStates)
    .execute()
  for (const { deployment_id } of unfinishedJobs) startJobs(services, deployment_id)
}

/** Stops after the batches that run now; resolves when they have ended. The next start goes on. */
export async function stopJobs(services: Services): Promise<void> {
  const runner = runnerOf(services)
  runner.stopping.abort()
  await Promise.all([...runner.loops.values()].map((loop) => loop.ended))
}

/** Resolves when no job has anything left to do. */
export async function waitForJobs(services: Services): Promise<void> {
  await Promise.all([...runnerOf(services).loops.values()].map((loop) => loop.ended))
}

async function runLoop(services: Services, deploymentId: number, loop: Loop, stopping: AbortSignal) {
  let size = 250
  let failures = 0
  while (!stopping.aborted) {
    await yieldToRequests(services)
    try {
      loop.hasNewJobs = false
      const job = await readNextJob(services, deploymentId)
      if (job?.kind === 'import') await runImportJob(services, job)
      else if (job) size = nextSize(size, await measure(() => runBatch(services, job, size)))
      else if (!loop.hasNewJobs) return
      failures = 0
    } catch (error) {
      failures += 1
      const httpError = toHttpError(error)
      // A disk that is full or a database that is busy may be better soon; anything else will not.
      const isFinal = httpError.status !== 503 || failures >= maxAttempts
      if (isFinal && (await failJob(services, deploymentId, httpError.message))) failures = 0
      else await pause(failures * 500, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

/** An answer takes several turns; a batch between any two of them would make it wait for each. */
async function yieldToRequests(services: Services) {
  const until = performance.now() + maxRequestWait
  await turn()
  while (services.requestsRunning() > 0 && performance.now() < until) await pause(1)
}

function readNextJob({ database }: Services, deploymentId: number): Promise<JobRow | undefined> {
  return database.read
    .selectFrom('job')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}

async function runBatch(
  services: Services,
  { id, deployment_id: deploymentId, actor }: JobRow,
  size: number,
) {
  await services.change(
    deploymentId,
    actor,
    async (transaction) => {
      const at = services.now()
      // Read anew: it may have been cancelled since.
      const row = await transaction
        .selectFrom('job')
        .selectAll()
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .executeTakeFirst()
      if (!row) return
      const job = { ...row, state: 'running', started_at: row.started_at ?? at }
      const { job: after, ended } = await (job.kind === 'undo'
        ? undoBatch(transaction, job, at)
        : triageBatch(transaction, job, size, at))
      if (!ended) await saveProgress(transaction, after)
    },
    { event: 'job.changed', id: String(id) },
  )
}

/** Ends the first job as failed; false where that cannot be written either, and is to be tried again. */
async function failJob(services: Services, deploymentId: number, error: string): Promise<boolean> {
  try {
    const job = await readNextJob(services, deploymentId)
    if (!job) return true
    const event: ChangeEvent = { event: 'job.changed', id: String(job.id) }
    await services.change(
      deploymentId,
      job.actor,
      (transaction) => finishJob(transaction, job, 'failed', services.now(), { error }),
      event,
    )
    return true
  } catch {
    return false
  }
}

async function measure(run: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

/** Batches grow or shrink towards the time that a reader may be kept waiting. */
function nextSize(size: number, duration: number): number {
  const idealSize = Math.round(size * Math.min(2, targetBatchTime / Math.max(duration, 1)))
  return Math.min(maxBatchSize, Math.max(minBatchSize, idealSize))
}
