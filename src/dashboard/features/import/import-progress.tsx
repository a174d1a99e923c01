import { useSyncExternalStore } from 'react'
import { isReachable, onReachable } from '#api/http/signals.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import type { ImportStep } from './import-run.ts'
import { progressLabels, sendingLabel, uploadLabels } from './labels.ts'

interface ImportProgressProps {
  step: ImportStep
  files: number
  onCancel: () => void
}

/** The progress of an import: a bar during the upload, then the state of its processing. */
export function ImportProgress({ step, files, onCancel }: ImportProgressProps) {
  const reachable = useSyncExternalStore(onReachable, isReachable)
  const isSending = step.kind === 'sending'
  const share = isSending && step.share < 1 ? (step.index + step.share) / files : undefined
  return (
    <div className="grid gap-2">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p role="status" className={reachable ? undefined : 'text-caution'}>
          {labelOf(step, files, reachable)}
        </p>
        {isSending && (
          <Button size="small" onClick={onCancel}>
            {uploadLabels.cancel}
          </Button>
        )}
      </div>
      <ProgressBar label={progressLabels.bar} value={share} />
    </div>
  )
}

function labelOf(step: ImportStep, files: number, reachable: boolean): string {
  if (step.kind === 'sending')
    return step.share < 1 ? sendingLabel(step.index, files, step.share) : progressLabels.checking
  if (!reachable) return progressLabels.lost
  return step.waiting ? progressLabels.queued : progressLabels.importing
}
