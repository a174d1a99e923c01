import type { Database, Reader } from '#server/db/database.ts'
import { record } from './change.ts'

/** How many changes are kept, and for how long in milliseconds. */
const maxChanges = 1_000_000
const maxAge = 30 * 24 * 3600_000
/** Changes that are deleted in one write. */
const batchSize = 1_000
/** How often the log is trimmed. Milliseconds. */
const interval = 3600_000

interface TrimContext {
  readonly database: Database
  /** Milliseconds since 1970. */
  now(): number
  readonly stopping: AbortSignal
}

/** Trims the change log to its limits, now and every hour until the service stops. */
export function trimRegularly({ database, now, stopping }: TrimContext): void {
  // After a failure, the next hour's run deletes the remaining changes.
  const trim = () => void trimChangeLog(database, now(), stopping).catch(() => undefined)
  trim()
  const timer = setInterval(trim, interval)
  timer.unref()
  stopping.addEventListener('abort', () => clearInterval(timer))
}

/** Deletes changes that are too old or too many, in batches. */
export async function trimChangeLog(
  database: Database,
  now: number,
  stopping: AbortSignal,
  bounds = { maxChanges, maxAge, batchSize },
): Promise<void> {
  const deployments = await database.read.selectFrom('deployment').select(['id', 'change_number']).execute()
  for (const { id, change_number: newest } of deployments) {
    const oldestKept = { number: newest - bounds.maxChanges, at: now - bounds.maxAge }
    while (!stopping.aborted) {
      const last = await lastToTrim(database.read, id, oldestKept, bounds.batchSize)
      if (last === null) break
      await record(database, (transaction) =>
        transaction
          .deleteFrom('change_log')
          .where('deployment_id', '=', id)
          .where('number', '<=', last)
          .execute(),
      )
    }
  }
}

/** The number of the last change in the next batch to delete; null if there is nothing to delete. */
async function lastToTrim(
  reader: Reader,
  deploymentId: number,
  oldestKept: { number: number; at: number },
  count: number,
): Promise<number | null> {
  const oldest = await reader
    .selectFrom('change_log')
    .select(['number', 'at'])
    .where('deployment_id', '=', deploymentId)
    .where('part', '=', 0)
    .orderBy('number')
    .limit(count)
    .execute()
  const first = oldest.findIndex(({ number, at }) => number > oldestKept.number && at >= oldestKept.at)
  return (first < 0 ? oldest : oldest.slice(0, first)).at(-1)?.number ?? null
}
