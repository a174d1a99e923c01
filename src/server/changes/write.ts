import { publishDatabaseError, type WriteReport, writes } from '#server/base/telemetry/events.ts'
import type { Database, WriteLock, WriteRun, Writer } from '#server/db/database.ts'

/** Runs `work` in one transaction, and reports how long it waited and took. */
export function write<T>(
  database: Database,
  work: (transaction: Writer, run: WriteRun) => Promise<T>,
  lock?: WriteLock,
): Promise<T> {
  const report: WriteReport = { startedAt: performance.now(), begunAt: null }
  return writes.tracePromise(async () => {
    try {
      return await database.write((transaction, run) => {
        report.begunAt ??= performance.now()
        return work(transaction, run)
      }, lock)
    } catch (error) {
      publishDatabaseError(error)
      throw error
    }
  }, report)
}
