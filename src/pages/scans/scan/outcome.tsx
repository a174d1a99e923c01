import type { Scan } from '#contract/responses/scans.ts'
import { Banner } from '#ui/status/banner.tsx'
import { labels } from '../labels.ts'
import { ErrorsSection } from './errors-section.tsx'
import { HoldBanner } from './hold-banner.tsx'

interface OutcomeProps {
  deployment: string
  scan: Scan
  now: Date
}

/** Messages about a scan that did not simply succeed: it is held, it failed, or its tool reported errors. */
export function Outcome({ deployment, scan, now }: OutcomeProps) {
  const { summary } = scan
  if (!summary) return null
  const { hold, failure, status, errors } = summary
  return (
    <>
      {hold && status === 'SCAN_STATUS_PENDING' && <HoldBanner {...{ deployment, scan, hold, now }} />}
      {failure && (
        <Banner tone="danger" className="mb-4 rounded">
          <p className="font-medium">{labels.outcome.failed}</p>
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
