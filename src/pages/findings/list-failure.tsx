import type { ApiError } from '#api/errors.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState, RequestId } from '#ui/error-state.tsx'

interface FailureProps {
  problem: ApiError
  onRetry: () => void
  retrying: boolean
}

/** In place of the rows: what happened, the request id to copy, and Retry. */
export function ListFailure({ problem, onRetry, retrying }: FailureProps) {
  return (
    <ErrorState
      title="The findings could not be loaded"
      detail={`${problem.title}. ${problem.detail}`}
      requestId={problem.requestId}
      onRetry={onRetry}
      retrying={retrying}
    />
  )
}

/** Over the foot of the rows that are still there. */
export function ListFailureLine({ problem, onRetry, retrying }: FailureProps) {
  return (
    <Banner
      tone="danger"
      actions={
        <>
          {problem.requestId && <RequestId id={problem.requestId} />}
          <Button size="small" icon="refresh" onClick={onRetry} loading={retrying}>
            Retry
          </Button>
        </>
      }
    >
      These rows are not the newest: {problem.title.toLowerCase()}. {problem.detail}
    </Banner>
  )
}
