import { isAppliedScan } from '#contract/applied-scan.ts'
import type { Scan } from '#contract/responses/scans.ts'
import { Banner } from '#ui/status/banner.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'
import { ErrorsSection } from './errors-section.tsx'
import { HoldBanner } from './hold-banner.tsx'

interface OutcomeProps {
  deployment: string
  scan: Scan
  now: Date
}

/** What is special about a scan: it is of a merge queue, held, or failed, or its tool reported errors. */
export function Outcome({ deployment, scan, now }: OutcomeProps) {
  const { summary } = scan
  if (!summary) return null
  const { hold, failure, status, errors, report, expires_at: expiresAt } = summary
  return (
    <>
      {expiresAt && (
        <Banner className="mb-4 rounded">
          <p className="font-medium">{labels.outcome.mergeQueue}</p>
          <p className="text-2">
            {labels.outcome.mergeQueueUntil[0]}
            <Time value={expiresAt} now={now} form="exact" />
            {labels.outcome.mergeQueueUntil[1]}
          </p>
        </Banner>
      )}
      {hold && status === 'SCAN_STATUS_PENDING' && <HoldBanner {...{ deployment, scan, hold, now }} />}
      {failure && (
        <Banner tone="danger" className="mb-4 rounded">
          <p className="font-medium">
            {isAppliedScan(status, report) ? labels.outcome.failedWithFindings : labels.outcome.failed}
          </p>
          <p className="whitespace-pre-wrap text-2">{failure}</p>
        </Banner>
      )}
      {hold && status === 'SCAN_STATUS_CANCELLED' && (
        <Banner className="mb-4 rounded">{labels.outcome.expired}</Banner>
      )}
      <ErrorsSection errors={errors} />
    </>
  )
}
