import type { IngestReport } from './responses/scans.ts'

/** Whether a scan was applied: it completed, or its run failed and it added what that found. */
export function isAppliedScan(status: string | null | undefined, report: IngestReport | null): boolean {
  if (status === 'SCAN_STATUS_COMPLETED') return true
  return (
    status === 'SCAN_STATUS_ERROR' && report !== null && report.new + report.unchanged + report.reopened > 0
  )
}
