import { sql } from 'kysely'
import type { ScanDurations } from '#contract/responses/scans.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { assertPossible, type ScanFilter, scansOf } from './filter.ts'
import { cachedScanQuery } from './query-cache.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
const bucketWidths = [hourMs, 6 * hourMs, dayMs, 7 * dayMs, 28 * dayMs, 364 * dayMs]
const maxBuckets = 120
const defaultRange = 90 * dayMs

const statusesWithoutResult: readonly number[] = (
  ['SCAN_STATUS_ERROR', 'SCAN_STATUS_NEVER_FINISHED', 'SCAN_STATUS_CANCELLED'] as const
).map((status) => toCode(scanStatuses, status))

const formatInstant = (at: number) => new Date(at).toISOString()

/**
 * Returns how long the scans of a search took, in spans of equal length by start time; a search with the bounds of a
 * span returns the counted scans. One statement, regardless of the number of scans; with only a lower bound, the result
 * is cached until scans change.
 * @throws HttpError like the search.
 */
export async function durationsOfScans(
  stores: ColumnStores,
  deploymentId: number,
  requestFilter: ScanFilter,
  now: number,
): Promise<ScanDurations> {
  const filter = await assertPossible(stores.database.read, deploymentId, requestFilter)
  const until = filter.until === undefined ? now + 1 : Date.parse(filter.until)
  const since = filter.since === undefined ? until - defaultRange : Date.parse(filter.since)
  const width =
    bucketWidths.find((one) => (until - since) / one <= maxBuckets) ??
    Math.ceil((until - since) / maxBuckets / dayMs) * dayMs
  const bounds = { since: formatInstant(since), until: formatInstant(Math.max(since, until)) }
  const hasEnd = filter.until !== undefined || filter.since === undefined
  const open = hasEnd
    ? null
    : await cachedScanQuery(stores, deploymentId, ['durations', filter, width], (reader) =>
        groupsOf(reader, deploymentId, filter, width),
      )
  // A client with a wrong clock may report scans that start in the future; they count once that time has passed.
  const rows =
    open?.every(({ newest }) => newest < until) === true
      ? open
      : await groupsOf(stores.database.read, deploymentId, { ...filter, ...bounds }, width)
  const spans = Map.groupBy(rows, (row) => row.span)
  const buckets = [...spans].map(([span, groups]) => {
    const timed = groups.flatMap(({ total_time, count }) =>
      total_time === null ? [] : [{ seconds: total_time, count }],
    )
    return {
      since: formatInstant(Math.max(since, span * width)),
      until: formatInstant(Math.min(until, (span + 1) * width)),
      scans: sum(groups),
      failed: sum(groups.filter((group) => statusesWithoutResult.includes(group.status))),
      median: percentile(timed, 0.5),
      p95: percentile(timed, 0.95),
      longest: timed.at(-1)?.seconds ?? null,
    }
  })
  return { ...bounds, scans: sum(buckets.map((span) => ({ count: span.scans }))), spans: buckets }
}

/** The scans of a filter by span, time and status. */
function groupsOf(reader: Reader, deploymentId: number, filter: ScanFilter, width: number) {
  return scansOf(reader, deploymentId, filter)
    .select(({ fn }) => [
      sql<number>`scan.started_at / ${sql.lit(width)}`.as('span'),
      'scan.total_time',
      'scan.status',
      fn.countAll<number>().as('count'),
      fn.max('scan.started_at').as('newest'),
    ])
    .groupBy(['span', 'scan.total_time', 'scan.status'])
    .orderBy('span')
    .orderBy('scan.total_time')
    .execute()
}

const sum = (groups: readonly { count: number }[]) => groups.reduce((total, group) => total + group.count, 0)

/** A percentile by the nearest-rank method, so that it is the duration of a real scan. `timed` is ascending. */
function percentile(timed: readonly { seconds: number; count: number }[], share: number): number | null {
  const rank = Math.ceil(sum(timed) * share)
  let countSoFar = 0
  for (const { seconds, count } of timed) {
    countSoFar += count
    if (countSoFar >= rank) return seconds
  }
  return null
}
