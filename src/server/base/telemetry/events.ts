import { channel, tracingChannel } from 'node:diagnostics_channel'

// What the service reports of its work, through the diagnostics channels of the runtime. Metrics and traces subscribe
// to them if they are configured; without a subscriber, reporting costs a comparison.
// Source: docs/decisions/0051-metrics-and-traces.md.

/** Times are those of `performance.now()`. */
interface Timed {
  readonly startedAt: number
}

/** A write transaction, from the call until the commit or the failure. */
export interface WriteReport extends Timed {
  /** When its work began for the first time; null while it waits for other writes. */
  begunAt: number | null
}
export const writes = tracingChannel<unknown, WriteReport>('gatehouse.write')

/** A load of the columns of a deployment. */
export interface ColumnLoadReport extends Timed {
  readonly kind: string
  /** What they are read from, if the load succeeds. */
  source: 'file' | 'rows'
}
export const columnLoads = tracingChannel<unknown, ColumnLoadReport>('gatehouse.column_load')

/** What applying a scanner's report has changed. */
export type ImportOutcome = 'imported' | 'held' | 'failed_scan' | 'repeated' | 'dry_run'
/** A parsed report of a scanner that is applied. */
export interface ImportReport extends Timed {
  /** Null until it is applied. */
  outcome: ImportOutcome | null
}
export const imports = tracingChannel<unknown, ImportReport>('gatehouse.import')

/** A file of a scanner that is read. */
export type ReadReport = Timed
export const reads = tracingChannel<unknown, ReadReport>('gatehouse.report_read')

/** The work of this process on a job, from its claim until the job ends or is released. */
export interface JobRunReport extends Timed {
  readonly queue: 'job' | 'sbom_export' | 'webhook' | 'notification_position'
}
export const jobRuns = tracingChannel<unknown, JobRunReport>('gatehouse.job_run')

/** A job that has ended; published after the commit. */
export interface JobEnd {
  readonly kind: string
  readonly outcome: 'done' | 'failed' | 'cancelled'
  /** Since it was created. */
  readonly milliseconds: number
}

/** A channel of single messages. */
class Topic<T extends object> {
  readonly #channel

  constructor(name: string) {
    this.#channel = channel(name)
  }

  get hasSubscribers(): boolean {
    return this.#channel.hasSubscribers
  }

  publish(message: T): void {
    this.#channel.publish(message)
  }

  /** Calls `listener` with each message; it must not throw. Returns a function that stops it. */
  subscribe(listener: (message: T) => void): () => void {
    // parse: only `publish` sends messages on this channel.
    const receive = (message: unknown) => listener(message as T)
    this.#channel.subscribe(receive)
    return () => this.#channel.unsubscribe(receive)
  }
}

export const jobEnds = new Topic<JobEnd>('gatehouse.job_end')
/** Columns that are unloaded because memory is short. */
export const columnEvictions = new Topic<{ kind: string }>('gatehouse.column_eviction')
export const eventStreams = new Topic<{ event: 'opened' | 'closed' | 'too_slow' }>('gatehouse.event_stream')
export const databaseErrors = new Topic<Error>('gatehouse.database_error')

const publishedErrors = new WeakSet<Error>()

/** Publishes an error of the database once, although it passes several places on its way up. */
export function publishDatabaseError(error: unknown): void {
  if (!databaseErrors.hasSubscribers || !(error instanceof Error) || publishedErrors.has(error)) return
  publishedErrors.add(error)
  databaseErrors.publish(error)
}
