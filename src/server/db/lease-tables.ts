import type { Generated } from 'kysely'

/**
 * The columns of every table of jobs, which prevent two processes from running the same job; written only by
 * `server/jobs`.
 */
export interface LeaseColumns {
  /** The process that last claimed the job. */
  holder: Generated<string | null>
  /** When the lease of that process expires unless renewed. */
  lease_until: Generated<number | null>
  /** How often the job was claimed since it last made progress. */
  attempts: Generated<number>
}
