import type { Generated } from 'kysely'

/** What each table of jobs has, so that no two processes work at the same one; `server/runner` alone writes it. */
export interface LeaseColumns {
  /** The process that took it last. */
  holder: Generated<string | null>
  /** Until when that process holds it without a sign of life. */
  lease_until: Generated<number | null>
  /** How often it was taken since it last came further. */
  attempts: Generated<number>
}
