import type { RawBuilder, SqlBool } from 'kysely'
import type { Services } from '#server/http/services.ts'

/** A job that this process has leased. */
export interface Lease {
  queue: JobQueue
  deploymentId: number
  id: number
  /** The id of this process. */
  holder: string
}

/** A table of jobs, and how to run one. */
export interface JobQueue {
  table: 'job' | 'sbom_export' | 'webhook' | 'notification_position'
  /** The column with the time by which jobs are ordered: when they were created, or since when they wait. */
  madeAt: 'at' | 'created_at' | 'next_at'
  /** The condition for unfinished rows. */
  unfinished: RawBuilder<SqlBool>
  /** The condition for unfinished rows that can be run now, if not all can. */
  due?(now: number): RawBuilder<SqlBool>
  /**
   * `deployment`: the jobs of each deployment run one at a time in order of creation, across all processes. `process`:
   * each process runs one job at a time. `row`: each process runs some jobs at a time, whatever their deployment.
   */
  oneAtATimeIn: 'deployment' | 'process' | 'row'
  /** Whether shutdown waits for the running step. A step that it does not wait for is repeated at the next start. */
  stopWaits: boolean
  /**
   * Runs one step of a job. Its transactions call `holdLease`.
   * @param size the maximum number of findings to change.
   * @returns whether the job is done.
   */
  step(services: Services, lease: Lease, size: number): Promise<boolean>
  /** Ends a job with a reason for people: the message of an error, or the number of interruptions without progress. */
  fail(services: Services, lease: Lease, reason: { error: unknown } | { interrupted: number }): Promise<void>
  /** Deletes expired data at intervals; `atStart` also deletes what a crash may have left. */
  cleanUp?(services: Services, atStart: boolean): Promise<void>
}
