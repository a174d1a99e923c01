import type { SingleScanSummary } from '#contract/responses/scans.ts'
import { fromCode, scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import { countByScan } from '#server/findings/counts/scan-findings.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { outcomeOf, reportOf } from '../import/outcome.ts'
import { findingsCounts, formatInstant, type ScanRow } from './scan.ts'

/**
 * Returns the fields that `include=summary` adds to a scan. The counts equal those of the lists that
 * `first_seen_scan_ids` and `fixed_scan_ids` select.
 */
export async function summaryOfScan(view: FindingsSnapshot, row: ScanRow): Promise<SingleScanSummary> {
  const source = await view.reader
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
    first_seen: countByScan(view, 'firstScan', row.id),
    fixed: countByScan(view, 'fixedScan', row.id),
    report: reportOf(row),
    ...outcomeOf(row),
    expires_at: formatInstant(row.ref_expires_at),
  }
}
