import type { RetentionKind, RetentionPeriods } from '#contract/parameters/retention.ts'
import type { RetentionPreview } from '#contract/responses/deployments.ts'
import { readLong } from '#server/db/long-read.ts'
import { readTimeZone } from '#server/db/time-zone.ts'
import type { Services } from '#server/http/services.ts'
import { readLastRun } from '#server/records/retention-setting.ts'
import { cutoffsOf, planRetention } from './plan.ts'

/** Counts what periods would delete now, and reads the last run. Source: docs/api.md#data-retention. */
export function previewOf(
  { database, now }: Services,
  deploymentId: number,
  days: Partial<Record<RetentionKind, number | undefined>>,
): Promise<RetentionPreview> {
  const { scans = null, history = null, exports = null, audit = null } = days
  const periods: RetentionPeriods = { scans, history, exports, audit }
  const at = now()
  return readLong(database, async (snapshot) => {
    const zone = await readTimeZone(snapshot.read, deploymentId)
    const plan = await planRetention(snapshot, deploymentId, cutoffsOf(periods, at, zone), at)
    const rowsOf = (kind: RetentionKind) => {
      const expired = plan[kind]
      const count = 'ids' in expired ? expired.ids.length : expired.count
      return { count, oldest: count === 0 || expired.oldest === null ? null : formatInstant(expired.oldest) }
    }
    const run = await readLastRun(snapshot.read, deploymentId)
    return {
      scans: rowsOf('scans'),
      history: rowsOf('history'),
      exports: rowsOf('exports'),
      audit: rowsOf('audit'),
      lastRun: run && { at: formatInstant(run.at), deleted: run.deleted },
    }
  })
}

const formatInstant = (at: number) => new Date(at).toISOString()
