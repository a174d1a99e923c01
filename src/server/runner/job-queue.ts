import type { RawBuilder, SqlBool } from 'kysely'
import type { Services } from '#server/http/services.ts'

/** A job that this process holds. */
export interface Lease {
  queue: JobQueue
  deploymentId: number
  id: number
  /** This process. */
  holder: string
}

/** A table of jobs, and what is done with one. */
export interface JobQueue {
  table: 'job' | 'sbom_export'
  /** The column that says when a job was made. */
  madeAt: 'at' | 'created_at'
  /** The condition that a row is not done. */
  unfinished: RawBuilder<SqlBool>
  /**
   * Of each deployment, one job is done after the other in the order in which they were made, whatever the processes; or
   * each process does one at a time.
   */
  oneAtATimeIn: 'deployment' | 'process'
  /** Whether a stop waits for the step that runs. What it does not wait for is done again at the next start. */
  stopWaits: boolean
  /**
   * Takes a job further. Its transactions call `holdLease`.
   * @param size how many findings to change at most.
   * @returns whether the job is done.
   */
  step(services: Services, lease: Lease, size: number): Promise<boolean>
  /** Ends a job with a reason, for people: that of an error, or how often it was broken off without coming further. */
  fail(services: Services, lease: Lease, reason: { error: unknown } | { interrupted: number }): Promise<void>
  /** Removes what is past its time, now and then; `atStart` also what a crash may have left. */
  cleanUp?(services: Services, atStart: boolean): Promise<void>
}
