import { explain } from '#api/http/errors.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import type { PageType } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Time } from '#ui/text/time.tsx'
import type { DetailFinding } from './detail-finding.ts'
import { BodyComing, BodySkeleton } from './detail-skeleton.tsx'
import { FindingBody } from './finding-body.tsx'
import { newestFirst } from './history/history-labels.ts'
import { notFoundTitle, staleData, text } from './labels.ts'
import { useHeaderRendered } from './panel/use-header-rendered.ts'
import type { Triaging } from './triage/use-triage.ts'
import { type FindingState, isFindingId } from './use-finding.ts'

interface DetailBodyProps {
  state: FindingState
  id: string
  deployment: string
  type: PageType
  triaging: Triaging
}

/** The scrolling part of the detail, in each of its states. */
export function DetailBody({ state, id, deployment, type, triaging }: DetailBodyProps) {
  const { finding, loading, error, rowOnly, retry, retrying, now } = state
  // The header renders first, because the rest is most of the work.
  const isHeadShown = useHeaderRendered()
  if (!isFindingId(id)) return <Unknown id={id} />
  if (loading || !isHeadShown) return finding ? <BodyComing key={id} /> : <BodySkeleton />
  // A loaded finding stays visible if only its refetch failed.
  const isLoaded = finding && (rowOnly || !error || finding.history.length > 0)
  if (!isLoaded) {
    if (error && explain(error).kind === 'missing') return <Unknown id={id} />
    return <ErrorPanel error={error} title={text.loadFailed} onRetry={retry} retrying={retrying} />
  }
  return (
    <>
      {error && (
        <Banner
          tone="caution"
          className="mt-3 rounded"
          actions={
            <Button size="small" onClick={retry} loading={retrying}>
              {text.retry}
            </Button>
          }
        >
          {staleData(explain(error).title)}
        </Banner>
      )}
      {rowOnly && (
        <Banner tone="info" className="mt-3 rounded">
          {text.rowOnly}
        </Banner>
      )}
      {finding.state === 'removed' && <Removed finding={finding} now={now} />}
      <FindingBody finding={finding} deployment={deployment} type={type} triaging={triaging} now={now} />
    </>
  )
}

/** Explains why a linked finding is no longer in any list. */
function Removed({ finding, now }: { finding: DetailFinding; now: Date }) {
  const entry = newestFirst(finding.history).find(({ what }) => what === 'removed')
  return (
    <Banner tone="caution" className="mt-3 rounded">
      {text.removed}
      {entry && (
        <>
          , <Time value={entry.at} now={now} />
        </>
      )}
      .
    </Banner>
  )
}

function Unknown({ id }: { id: string }) {
  return (
    <EmptyState icon="search" title={isFindingId(id) ? notFoundTitle(id) : text.invalidId}>
      {isFindingId(id) ? text.notFoundDetail : text.invalidIdDetail}
    </EmptyState>
  )
}
