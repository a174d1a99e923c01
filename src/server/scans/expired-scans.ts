import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { RowReader } from '#server/db/database.ts'
import { jsonField, valuesOf } from '#server/db/sql.ts'
import {
  type ExpiredRows,
  isExpiredEvent,
  readByIds,
  readRanges,
} from '#server/findings/history/expired-events.ts'
import { undoPeriod } from '#server/triage/decisions/undo.ts'

const rowsPerChunk = 5000
/** Lets requests run, which take several turns of the event loop. Milliseconds. */
const pause = 2
const unfinished = [toCode(scanStatuses, 'SCAN_STATUS_RUNNING'), toCode(scanStatuses, 'SCAN_STATUS_PENDING')]

export interface ScanExpiry {
  deploymentId: number
  /** Scans that started before are deleted. Milliseconds since 1970. */
  before: number
  /** The history of findings from before is or will be deleted; null if it is kept. */
  historyBefore: number | null
  now: number
}

/**
 * Whether the row of `scan` is old, superseded by a newer full scan of its source and ref, and not named by a match or a
 * kept event. The newest scans are kept: they tell whether a file is repeated or late, and when a project was scanned.
 * Findings and lockfiles are not considered, because no index finds them by their scans.
 */
export const isSuperseded = (expiry: ScanExpiry): RawBuilder<SqlBool> => sql<SqlBool>`(
  scan.deployment_id = ${expiry.deploymentId} and scan.started_at < ${expiry.before}
  and scan.status not in (${sql.join(unfinished)})
  and exists (select 1 from scan as newer
    where newer.deployment_id = ${expiry.deploymentId} and newer.project_id = scan.project_id
      and newer.source_id = scan.source_id and newer.ref_id = scan.ref_id
      and newer.kind = ${toCode(scanKinds, 'full')}
      and newer.status = ${toCode(scanStatuses, 'SCAN_STATUS_COMPLETED')}
      and newer.id > scan.id and newer.started_at >= scan.started_at)
  and not exists (select 1 from finding_match
    where finding_match.deployment_id = ${expiry.deploymentId} and finding_match.scan_id = scan.id)
  and not exists (select 1 from finding_event as event
    where event.deployment_id = ${expiry.deploymentId} and event.scan_id = scan.id and ${isKeptEvent(expiry)})
  and not exists (select 1 from retired_source as retired
    where retired.deployment_id = ${expiry.deploymentId} and retired.project_id = scan.project_id
      and retired.source_id = scan.source_id and retired.at > ${expiry.now - undoPeriod}))`

const isKeptEvent = ({ deploymentId, historyBefore }: ScanExpiry) =>
  historyBefore === null ? sql`true` : sql`not ${isExpiredEvent(deploymentId, historyBefore)}`

/**
 * Reads the superseded scans that no finding, lockfile, unresolved match or SBOM export refers to. New references to old
 * scans are only ever copied from these, so that a scan stays without references. Requests are answered in between.
 */
export async function readExpiredScans(reader: RowReader, expiry: ScanExpiry): Promise<ExpiredRows> {
  const superseded = await readByIds(
    reader,
    { deploymentId: expiry.deploymentId, table: 'scan' },
    (first, last) =>
      sql`select scan.id, scan.started_at from scan
        where scan.id between ${first} and ${last} and ${isSuperseded(expiry)}`,
  )
  if (superseded.ids.length === 0) return superseded
  const needed = await readNeededScans(reader, expiry.deploymentId)
  const ids = superseded.ids.filter((id) => !needed.has(id))
  return { ids, oldest: await oldestOf(reader, expiry.deploymentId, ids) }
}

async function oldestOf({ read }: RowReader, deploymentId: number, ids: readonly number[]) {
  const row = await read
    .selectFrom('scan')
    .select(({ fn }) => fn.min<number | null>('started_at').as('oldest'))
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .executeTakeFirst()
  return row?.oldest ?? null
}

async function readNeededScans(reader: RowReader, deploymentId: number): Promise<ReadonlySet<number>> {
  const before = (column: string) => jsonField(sql.ref('before_json'), `finding.${column}`)
  const needed = new Set<number>()
  const add = (rows: readonly (readonly unknown[])[]) => {
    for (const row of rows) for (const id of row) if (id !== null) needed.add(Number(id))
  }
  // Neighbours were often seen by the same scans: the database passes on half of the rows.
  const ofFindings = readRanges(
    reader,
    { deploymentId, table: 'finding' },
    (first, last) =>
      sql`select distinct first_seen_scan_id, last_seen_scan_id, fixed_scan_id from finding
        where deployment_id = ${deploymentId} and id between ${first} and ${last}`,
  )
  for await (const rows of ofFindings) add(rows)
  const queries = [
    sql`select distinct scan_id from lockfile where deployment_id = ${deploymentId}`,
    sql`select distinct scan_id from sbom_export where deployment_id = ${deploymentId}`,
    // Separating a match restores the scans of the finding before it.
    sql`select ${before('last_seen_scan_id')}, ${before('fixed_scan_id')} from finding_match
      where deployment_id = ${deploymentId} and state = 'open' and before_json is not null`,
  ]
  for (const query of queries) {
    for await (const rows of reader.chunks(query.compile(reader.read), rowsPerChunk)) {
      add(rows)
      await delay(pause)
    }
  }
  return needed
}
