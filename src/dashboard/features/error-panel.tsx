import { explain } from '#api/http/errors.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ErrorState, RequestId } from '#ui/status/error-state.tsx'

interface ErrorPanelProps {
  error: unknown
  /** The failed action, if the error message does not name it: "The findings could not be loaded". */
  title?: string | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  className?: string | undefined
}

/** Shows a failed request in place of its content: missing, forbidden, rejected or failed. */
export function ErrorPanel({ error, title, onRetry, retrying, className }: ErrorPanelProps) {
  const { kind, title: words, detail, faults, requestId } = explain(error)
  if (kind === 'missing' || kind === 'forbidden' || kind === 'unbuilt') {
    return (
      <EmptyState icon={kind === 'forbidden' ? 'lock' : 'search'} title={words} className={className}>
        <p>{detail}</p>
        {requestId && (
          <p className="mt-3 flex justify-center">
            <RequestId id={requestId} />
          </p>
        )}
      </EmptyState>
    )
  }
  const named = faults.length > 1 ? faults.map((fault) => `${fault.parameter} ${fault.detail}`.trim()) : []
  return (
    <ErrorState
      title={title ?? words}
      detail={[title ? `${words}. ${detail}` : detail, ...named].filter(Boolean).join('\n')}
      requestId={requestId}
      onRetry={kind === 'refused' ? undefined : onRetry}
      retrying={retrying}
      className={className}
    />
  )
}
