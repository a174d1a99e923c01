import { Status, StatusIcon, statusLabel } from '#features/status.tsx'
import { Button } from '#ui/button.tsx'
import { rowLabels } from './row-labels.ts'
import { useUnsaved } from './saving/unsaved-decisions.ts'

interface RowStatusProps {
  row: {
    id: number
    state: string | null | undefined
    status: string | null | undefined
    triage_reason?: string | null | undefined
    ignore_request?: string | null | undefined
  }
}

/** The status of a row; if ignoring it is requested, or its triage is not saved, this is shown, the latter with a retry button. */
export function RowStatus({
  row: { id, state, status, triage_reason: reason, ignore_request },
}: RowStatusProps) {
  // Only lists of what changed have removed findings.
  const value = state === 'removed' ? state : status
  const unsaved = useUnsaved(id)
  if (!unsaved && !ignore_request) return <Status value={value} reason={reason} brief />
  return (
    <span className="inline-flex h-5 items-center gap-2 align-top">
      <StatusIcon value={value} />
      <span className="sr-only">{statusLabel(value, reason)}, </span>
      {!unsaved ? (
        <span data-word className="text-xs text-caution">
          {rowLabels.ignoreRequested}
        </span>
      ) : unsaved.isWaiting ? (
        <span data-hint={rowLabels.retrying(unsaved.text)} className="text-caution">
          {rowLabels.notSaved}
        </span>
      ) : (
        <Button
          size="small"
          hint={rowLabels.notSavedWhy(unsaved.text)}
          onClick={unsaved.retry}
          className="-my-1.5 text-danger"
        >
          {rowLabels.retry}
        </Button>
      )}
    </span>
  )
}
