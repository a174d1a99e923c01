import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { jobRuns } from '#server/base/telemetry/events.ts'
import { toHttpError } from '#server/http/errors.ts'
import type { JobRunner, Services } from '#server/http/services.ts'
import type { JobQueue, Lease } from './job-queue.ts'
import { claim, holdLease, LeaseLost, readFreeJobs, release, releaseAll } from './lease.ts'

/** How often leases are renewed, and abandoned jobs looked for, in milliseconds. */
const beat = 5_000
/** The maximum number of findings per step. Source: docs/api.md#triage-jobs. */
const maxStepSize = 1000
const minStepSize = 50
/** Target duration of a step in milliseconds, since reads wait for it. */
const targetStepTime = 30
/** The longest time in milliseconds that a step waits for requests, so that requests cannot block a job. */
const maxRequestWait = 50
/** A job ends after this many failures of a step in the database, or after ending its process this often. */
const maxAttempts = 3

/** The most jobs that a process runs at a time. */
const concurrency = { process: 1, row: 16, deployment: Number.POSITIVE_INFINITY }

/**
 * Runs the jobs of all queues in this process. Waiting jobs are looked for when one is created, when one ends, and at
 * an interval.
 */
export class Runner implements JobRunner {
  readonly #services: () => Services
  readonly #queues: readonly JobQueue[]
  /** Names this process in the leases of its jobs. */
  readonly #holder = `${hostname()} ${process.pid} ${randomUUID()}`
  readonly #running = new Map<Lease, Promise<void>>()
  /** The queues to check, and the running check. */
  readonly #asked = new Set<JobQueue>()
  #looking: Promise<void> | null = null
  #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(services: () => Services, queues: readonly JobQueue[]) {
    this.#services = services
    this.#queues = queues
  }

  wake(table?: JobQueue['table']): void {
    if (this.#stopping.signal.aborted) return
    for (const queue of this.#queues) if (table === undefined || queue.table === table) this.#asked.add(queue)
    this.#looking ??= this.#look()
  }

  async start({ alone = false } = {}): Promise<void> {
    if (this.#stopping.signal.aborted) this.#stopping = new AbortController()
    if (alone)
      await this.#services().record(async (transaction) => {
        for (const queue of this.#queues) await releaseAll(transaction, queue)
      })
    await this.#cleanUp(true)
    this.wake()
    this.#timer ??= setInterval(() => {
      void this.#prolong()
      this.#cleanUp(false).catch(() => undefined)
      this.wake()
    }, beat).unref()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#looking
    await Promise.all([...this.#running].flatMap(([{ queue }, end]) => (queue.stopWaits ? [end] : [])))
  }

  async settled(): Promise<void> {
    while (this.#looking !== null || this.#running.size > 0)
      await Promise.all([this.#looking, ...this.#running.values()])
  }

  async #look(): Promise<void> {
    // Waits until the current response is sent.
    await turn()
    for (const queue of this.#asked) {
      this.#asked.delete(queue)
      // The database is closed, because the service stops, or full: jobs continue at the next check.
      await this.#lookAt(queue).catch(() => undefined)
    }
    this.#looking = null
  }

  async #lookAt(queue: JobQueue): Promise<void> {
    const services = this.#services()
    for (const { deployment_id: deploymentId, id } of await readFreeJobs(
      services.database.read,
      queue,
      services.now(),
    )) {
      const own = [...this.#running.keys()].filter((lease) => lease.queue === queue)
      if (this.#stopping.signal.aborted || own.length >= concurrency[queue.oneAtATimeIn]) return
      // The lease expired while this process was suspended: the job continues here, unless another process claimed it.
      if (own.some((lease) => lease.deploymentId === deploymentId && lease.id === id)) continue
      const lease = { queue, deploymentId, id, holder: this.#holder }
      const attempts = await services.record((transaction) => claim(transaction, lease, services.now()))
      if (attempts === undefined) {
        // Another process claimed the job, but there may be others.
        this.#asked.add(queue)
        continue
      }
      const report = { startedAt: performance.now(), queue: queue.table }
      const work = () => run(services, lease, attempts, this.#stopping.signal)
      const end = jobRuns.tracePromise(work, report).finally(() => {
        this.#running.delete(lease)
        this.wake(queue.table)
      })
      this.#running.set(lease, end)
    }
  }

  async #prolong(): Promise<void> {
    const services = this.#services()
    for (const lease of this.#running.keys())
      await services
        .record((transaction) => holdLease(transaction, lease, services.now()))
        // Either the lease is lost, which the next transaction detects, or another renewal follows before it expires.
        .catch(() => undefined)
  }

  async #cleanUp(atStart: boolean): Promise<void> {
    for (const queue of this.#queues) await queue.cleanUp?.(this.#services(), atStart)
  }
}

/** Runs a job until it ends or the runner stops. */
async function run(services: Services, lease: Lease, attempts: number, stopping: AbortSignal) {
  const { queue } = lease
  let size = 250
  let failures = 0
  let failure: Parameters<JobQueue['fail']>[2] | null =
    attempts > maxAttempts ? { interrupted: maxAttempts } : null
  while (!stopping.aborted) {
    await yieldToRequests(services)
    try {
      if (failure !== null) return await queue.fail(services, lease, failure)
      const from = performance.now()
      if (await queue.step(services, lease, size)) return
      size = nextSize(size, performance.now() - from)
      failures = 0
    } catch (error) {
      if (error instanceof LeaseLost) return
      failures += 1
      // A full disk or a busy database may recover soon; all other errors are final.
      const { status } = toHttpError(error)
      const isFinal = status !== 503 || failures >= maxAttempts
      if (isFinal && status >= 500 && !stopping.aborted)
        services.log.error({ err: error, queue: queue.table }, 'a job failed')
      if (isFinal && failure === null) failure = { error }
      else await delay(failures * 500, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  // If this cannot be written, the lease expires.
  await services.record((transaction) => release(transaction, lease)).catch(() => undefined)
}

/** A response takes several turns of the event loop, and would wait for a step between any two of them. */
async function yieldToRequests(services: Services) {
  const until = performance.now() + maxRequestWait
  await turn()
  while (services.requestsRunning() > 0 && performance.now() < until) await delay(1)
}

/** Adapts the step size to the target duration. */
function nextSize(size: number, duration: number): number {
  const idealSize = Math.round(size * Math.min(2, targetStepTime / Math.max(duration, 1)))
  return Math.min(maxStepSize, Math.max(minStepSize, idealSize))
}
