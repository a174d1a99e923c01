import type { ComponentProps } from 'react'
import { explain } from '#api/http/errors.ts'
import { Button } from '#ui/button.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { labels } from '../labels.ts'
import { errorText } from './conflicts.ts'
import { ImpactNumbers } from './impact-numbers.tsx'

interface ImpactOutcomeProps extends Omit<ComponentProps<typeof ImpactNumbers>, 'impact'> {
  /** Undefined while it is being counted. */
  impact: ComponentProps<typeof ImpactNumbers>['impact'] | undefined
  /** Why it could not be counted. */
  error: unknown
  onRetry: (() => void) | undefined
}

/** The impact of a change, or that it is loading or failed to load. */
export function ImpactOutcome({ impact, error, onRetry, ...rest }: ImpactOutcomeProps) {
  if (impact) return <ImpactNumbers {...rest} impact={impact} />
  if (error) return <ImpactFailure error={error} onRetry={onRetry} />
  return (
    <div className="flex gap-8 pt-1" role="status" aria-label={labels.impact.loading}>
      <Skeleton className="h-9 w-24" />
      <Skeleton className="h-9 w-40" />
    </div>
  )
}

function ImpactFailure({ error, onRetry }: { error: unknown; onRetry: (() => void) | undefined }) {
  const { requestId } = explain(error)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-danger wrap-anywhere">{labels.impact.failed(errorText(error))}</p>
      {onRetry && (
        <Button size="small" icon="refresh" onClick={onRetry}>
          {labels.impact.retry}
        </Button>
      )}
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}
