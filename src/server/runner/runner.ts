import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { toHttpError } from '#server/http/errors.ts'
import type { JobRunner, Services } from '#server/http/services.ts'
import type { JobQueue, Lease } from './job-queue.ts'
import { claim, holdLease, LeaseLost, readFreeJobs, release, releaseAll } from './lease.ts'

/** How often leases are prolonged, and jobs whose holder is gone looked for. Milliseconds. */
const beat = 5_000
/** A step may change this many findings. Source: docs/api.md#triage-jobs. */
const maxStepSize = 1000
const minStepSize = 50
/** Milliseconds that a step should take, since reads wait for it. */
const targetStepTime = 30
/** Milliseconds that a step waits for requests, so that no number of them holds a job up. */
const maxRequestWait = 50
/** A step that the database refuses this often ends its job, and so does a job that ends its process this often. */
const maxAttempts = 3

/**
 * Does the jobs of all queues in this process. A job that waits is looked for when one is made, when one ends, and
 * with each beat.
 */
export class Runner implements JobRunner {
  readonly #services: () => Services
  readonly #queues: readonly JobQueue[]
  readonly #holder = randomUUID()
  readonly #running = new Map<Lease, Promise<void>>()
  /** The queues to look at, and the look at them that is under way. */
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
    // After the present answer is sent.
    await turn()
    for (const queue of this.#asked) {
      this.#asked.delete(queue)
      // The database is gone, since the service stops, or full: the jobs go on at the next look.
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
      if (this.#stopping.signal.aborted || (queue.oneAtATimeIn === 'process' && own.length > 0)) return
      // Its lease lapsed while this process slept: it goes on itself, if nobody took it meanwhile.
      if (own.some((lease) => lease.deploymentId === deploymentId && lease.id === id)) continue
      const lease = { queue, deploymentId, id, holder: this.#holder }
      const attempts = await services.record((transaction) => claim(transaction, lease, services.now()))
      if (attempts === undefined) {
        // Somebody was faster, and there may be others.
        this.#asked.add(queue)
        continue
      }
      const end = run(services, lease, attempts, this.#stopping.signal).finally(() => {
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
        // It is lost, which its next transaction will see; or there is another beat before it lapses.
        .catch(() => undefined)
  }

  async #cleanUp(atStart: boolean): Promise<void> {
    for (const queue of this.#queues) await queue.cleanUp?.(this.#services(), atStart)
  }
}

/** Takes a job to its end, or as far as it comes before the stop. */
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
      // A disk that is full or a database that is busy may be better soon; anything else will not.
      const isFinal = toHttpError(error).status !== 503 || failures >= maxAttempts
      if (isFinal && failure === null) failure = { error }
      else await delay(failures * 500, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  // Where this cannot be written, the lease lapses.
  await services.record((transaction) => release(transaction, lease)).catch(() => undefined)
}

/** An answer takes several turns; a step between any two of them would make it wait for each. */
async function yieldToRequests(services: Services) {
  const until = performance.now() + maxRequestWait
  await turn()
  while (services.requestsRunning() > 0 && performance.now() < until) await delay(1)
}

/** Steps grow or shrink towards the time that a reader may be kept waiting. */
function nextSize(size: number, duration: number): number {
  const idealSize = Math.round(size * Math.min(2, targetStepTime / Math.max(duration, 1)))
  return Math.min(maxStepSize, Math.max(minStepSize, idealSize))
}
