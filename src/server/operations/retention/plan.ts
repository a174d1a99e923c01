import type { RetentionKind, RetentionPeriods } from '#contract/parameters/retention.ts'
import { countAuditBefore } from '#server/audit/expired-events.ts'
import type { Snapshot } from '#server/db/database.ts'
import type { TimeZone } from '#server/db/time-zone.ts'
import { type ExpiredRows, readExpiredEvents } from '#server/findings/history/expired-events.ts'
import { countExportsBefore } from '#server/sbom/export/expired-exports.ts'
import { readExpiredScans } from '#server/scans/expired-scans.ts'

/** Per kind: data from before is deleted, milliseconds since 1970; null keeps everything. */
export type Cutoffs = Record<RetentionKind, number | null>

interface Count {
  count: number
  oldest: number | null
}

/** What is deleted. Scans and events are found by reading all findings once, so that their ids are kept. */
export interface RetentionPlan {
  scans: ExpiredRows
  history: ExpiredRows
  exports: Count
  audit: Count
}

/**
 * The times before which data is deleted: at the beginning of a day in the deployment's time zone, so that each day of a trend has all of its
 * history or none.
 */
export function cutoffsOf(periods: RetentionPeriods, now: number, zone: TimeZone): Cutoffs {
  const today = zone.dayOf(now)
  const before = (days: number | null) => (days === null ? null : zone.startOf(today - days))
  return {
    scans: before(periods.scans),
    history: before(periods.history),
    exports: before(periods.exports),
    audit: before(periods.audit),
  }
}

const nothing = { ids: [], count: 0, oldest: null }

/** Finds what the cutoffs delete, in one snapshot. Requests are answered in between. */
export async function planRetention(
  snapshot: Snapshot,
  deploymentId: number,
  cutoffs: Cutoffs,
  now: number,
): Promise<RetentionPlan> {
  const { scans, history, exports, audit } = cutoffs
  const { read } = snapshot
  return {
    history: history === null ? nothing : await readExpiredEvents(snapshot, deploymentId, history),
    scans:
      scans === null
        ? nothing
        : await readExpiredScans(snapshot, { deploymentId, before: scans, historyBefore: history, now }),
    exports: exports === null ? nothing : await countExportsBefore(read, deploymentId, exports),
    audit: audit === null ? nothing : await countAuditBefore(read, deploymentId, audit),
  }
}
