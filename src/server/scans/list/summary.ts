import type { CountsBySeverity, SingleScanSummary } from '#contract/responses/scans.ts'
import { findingTypes, fromCode, scanKinds, scanStatuses, severities, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { outcomeOf, reportOf } from '../import/outcome.ts'
import { findingsCounts, type ScanRow } from './scan.ts'

/**
 * What `include=summary` adds to a scan. The counts are those of the lists that `first_seen_scan_ids` and
 * `fixed_scan_ids` select. Three statements.
 */
export async function summaryOfScan(reader: Reader, row: ScanRow): Promise<SingleScanSummary> {
  const source = await reader
    .selectFrom('scan_source')
    .select(['tool', 'category'])
    .where('deployment_id', '=', row.deployment_id)
    .where('id', '=', row.source_id)
    .executeTakeFirst()
  return {
    is_full_scan: row.kind === toCode(scanKinds, 'full'),
    status: fromCode(scanStatuses, row.status),
    tool: source?.tool ?? null,
    category: source?.category || null,
    findings_counts: findingsCounts(row),
    first_seen: await countBySeverity(reader, row, 'first_seen_scan_id'),
    fixed: await countBySeverity(reader, row, 'fixed_scan_id'),
    report: reportOf(row),
    ...outcomeOf(row),
  }
}

async function countBySeverity(
  reader: Reader,
  scan: ScanRow,
  by: 'first_seen_scan_id' | 'fixed_scan_id',
): Promise<CountsBySeverity> {
  const rows = await reader
    .selectFrom('finding')
    .select(({ fn }) => ['type', 'severity', fn.countAll<number>().as('count')])
    .where('deployment_id', '=', scan.deployment_id)
    .where(by, '=', scan.id)
    .where('removed', '=', 0)
    .groupBy(['type', 'severity'])
    .execute()
  const counts = new Map(rows.map((row) => [`${row.type} ${row.severity}`, row.count]))
  return Object.fromEntries(
    severities
      .map((severity, level): [string, Record<string, number>] => [
        severity,
        Object.fromEntries(findingTypes.map((type, index) => [type, counts.get(`${index} ${level}`) ?? 0])),
      ])
      .reverse(),
  )
}
