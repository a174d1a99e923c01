import type { ApiError } from '#api/http/errors.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { ErrorState, RequestId } from '#ui/status/error-state.tsx'
import { listLabels } from './labels.ts'

interface FailureProps {
  /** The plural noun of the list: `findings`. */
  what: string
  problem: ApiError
  onRetry: () => void
  retrying: boolean
  /** Previously loaded rows are visible. */
  rowsAreHere: boolean
}

/** The error, the request id to copy, and Retry: in place of the rows, or over the footer of rows that are loaded. */
export function ListFailure({ what, problem, onRetry, retrying, rowsAreHere }: FailureProps) {
  if (rowsAreHere) return <FailureMessage problem={problem} onRetry={onRetry} retrying={retrying} />
  return (
    <ErrorState
      title={listLabels.failed(what)}
      detail={`${problem.title}. ${problem.detail}`}
      requestId={problem.requestId}
      onRetry={onRetry}
      retrying={retrying}
    />
  )
}

function FailureMessage({ problem, onRetry, retrying }: Omit<FailureProps, 'what' | 'rowsAreHere'>) {
  return (
    <Banner
      tone="danger"
      actions={
        <>
          {problem.requestId && <RequestId id={problem.requestId} />}
          <Button size="small" icon="refresh" onClick={onRetry} loading={retrying}>
            {listLabels.retry}
          </Button>
        </>
      }
    >
      {listLabels.stale(problem.title, problem.detail)}
    </Banner>
  )
}
