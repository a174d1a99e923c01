import { scanKindLabel } from '#features/scan-labels.ts'
import { ScanStatus } from '#features/scan-status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { countsOf, ScanLink, ScanProject, type ScanRow, ScanStarted, ScanTook } from './columns.tsx'
import { labels } from './labels.ts'

/** The card of a scan on a phone: result, target and findings, on three lines. */
export function ScanCard(row: ScanRow) {
  const { scan, now } = row
  const total = countsOf(scan)?.total
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        <ScanStatus
          value={scan.status}
          ended={Boolean(scan.completed_at)}
          queuedAt={scan.queued_at}
          now={now}
        />
        <span className="min-w-0 flex-1 truncate text-2">
          {[scanKindLabel(scan.is_full_scan), scan.failure].filter(Boolean).join(' · ')}
        </span>
        <ScanLink row={row} />
        <ScanStarted row={row} />
      </div>
      <ScanProject row={row} />
      <div className="flex gap-3 text-2">
        <span className="min-w-0 flex-1 truncate font-mono text-xs">
          <bdi>{refLabel(scan.branch ?? '') || '–'}</bdi>
        </span>
        <span className="shrink-0">
          <ScanTook row={row} />
          {total !== undefined && <> · {labels.findings(total)}</>}
        </span>
      </div>
    </div>
  )
}
