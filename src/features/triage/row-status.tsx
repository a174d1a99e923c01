import { Status, StatusIcon, statusLabel } from '#features/status.tsx'
import { Button } from '#ui/button.tsx'
import { rowLabels } from './labels.ts'
import { useUnsaved } from './saving/unsaved-decisions.ts'

interface RowStatusProps {
  row: { id: number; state: string | null | undefined; status: string | null | undefined }
}

/** The status of a row; if its triage is not saved, this is shown with a retry button. */
export function RowStatus({ row: { id, state, status } }: RowStatusProps) {
  // Only lists of what changed have removed findings.
  const value = state === 'removed' ? state : status
  const unsaved = useUnsaved(id)
  if (!unsaved) return <Status value={value} brief />
  return (
    <span className="inline-flex h-5 items-center gap-2 align-top">
      <StatusIcon value={value} />
      <span className="sr-only">{statusLabel(value)}, </span>
      {unsaved.isWaiting ? (
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
