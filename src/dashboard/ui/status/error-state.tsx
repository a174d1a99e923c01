import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icon/icon.tsx'
import { labels } from '../labels.ts'

interface ErrorStateProps {
  /** The failed action: "The findings could not be loaded". */
  title: string
  /** What happened, in words a person can act on; each line is a separate paragraph. */
  detail?: string | undefined
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  className?: string | undefined
}

/** A panel that failed and has nothing to show: the error, the request id to copy, and Retry. */
export function ErrorState({ title, detail, requestId, onRetry, retrying, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classes(
        'mx-auto flex max-w-120 flex-col items-center gap-3 px-4 py-16 text-center',
        className,
      )}
    >
      <Icon name="error" className="size-6 text-danger" />
      <h2 className="text-lg font-semibold">{title}</h2>
      {detail && <p className="max-w-full text-base whitespace-pre-line text-2 wrap-anywhere">{detail}</p>}
      {onRetry && (
        <Button icon="refresh" onClick={onRetry} loading={retrying}>
          {labels.retry}
        </Button>
      )}
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}

/** The id of a request in the service's log. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className="flex max-w-full items-center gap-1 text-xs whitespace-nowrap text-3">
      {labels.request} <code className="min-w-0 truncate text-2">{id}</code>
      <CopyButton text={id} what={labels.requestId} />
    </span>
  )
}
