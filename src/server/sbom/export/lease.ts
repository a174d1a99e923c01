import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Services } from '#server/http/services.ts'
import { type ExportRow, failed, inProgress } from './job.ts'

// An export belongs to the process that holds its lease, and each attempt has a number: what an attempt writes into
// the record counts only while it is the newest.

/** How long an export is held without a sign of life. Milliseconds. */
const leaseDuration = 15_000
/** How often the lease of an export that is worked at is prolonged. Milliseconds. */
const heartbeatInterval = 5_000
/** An export that ends the process this often is given up. */
const maxAttempts = 3

/**
 * Takes the oldest export that waits or whose holder is gone, for a while. One that was broken off too often is given
 * up instead, and the next one taken.
 */
export async function leaseNextExport(services: Services): Promise<ExportRow | undefined> {
  for (;;) {
    const now = services.now()
    const free = services.database.read
      .selectFrom('sbom_export')
      .select('id')
      .where('status', '=', inProgress)
      .where((row) => row.or([row('lease_until', 'is', null), row.not(isLeased(row, now))]))
      .orderBy('id')
      .limit(1)
    // Most looks find nothing, and a look alone writes nothing.
    if ((await free.executeTakeFirst()) === undefined) return undefined
    const row = await services.record((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set((of) => ({
          attempts: of('attempts', '+', 1),
          started_at: now,
          lease_until: now + leaseDuration,
        }))
        .where('id', '=', free)
        .returningAll()
        .executeTakeFirst(),
    )
    if (row === undefined || row.attempts <= maxAttempts) return row
    await failExport(services, row, `The export was interrupted ${maxAttempts} times.`)
  }
}

/**
 * Whether somebody holds an export. A lease that goes further than any is given is from before the clock was set back,
 * and nobody is waited for so long.
 */
function isLeased(row: ExpressionBuilder<Tables, 'sbom_export'>, now: number) {
  return row.between('lease_until', now + 1, now + leaseDuration)
}

/** Whether somebody works at an export that is in progress. */
export const hasLease = (leaseUntil: number | null, now: number): boolean =>
  leaseUntil !== null && leaseUntil > now && leaseUntil <= now + leaseDuration

/** Prolongs the lease of an export until the answer is called. */
export function keepLease(services: Services, row: ExportRow): () => void {
  const timer = setInterval(() => {
    services
      .record((transaction) =>
        transaction
          .updateTable('sbom_export')
          .set({ lease_until: services.now() + leaseDuration })
          .where('id', '=', row.id)
          .where('status', '=', inProgress)
          .where('attempts', '=', row.attempts)
          .execute(),
      )
      // The next beat comes before the lease is over.
      .catch(() => undefined)
  }, heartbeatInterval)
  timer.unref()
  return () => clearInterval(timer)
}

/** Writes into the record of an export what this attempt came to; nothing where a later one has begun. */
export async function updateExport(
  services: Services,
  row: ExportRow,
  set: Partial<ExportRow>,
  keep?: { digest: string; content: Uint8Array },
): Promise<void> {
  await services.change(
    row.deployment_id,
    row.created_by,
    async (transaction) => {
      if (keep) {
        await transaction
          .insertInto('sbom_content')
          .values(keep)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      await transaction
        .updateTable('sbom_export')
        .set(set)
        .where('id', '=', row.id)
        .where('status', '=', inProgress)
        .where('attempts', '=', row.attempts)
        .execute()
    },
    { event: 'sbom.changed', id: row.task_token },
  )
}

/** Ends an export with the reason why there is no file. */
export function failExport(services: Services, row: ExportRow, message: string): Promise<void> {
  return updateExport(services, row, {
    status: failed,
    error_message: message,
    finished_at: services.now(),
    lease_until: null,
  })
}
