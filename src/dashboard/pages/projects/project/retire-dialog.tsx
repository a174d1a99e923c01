import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { sourceOptions } from '#api/scans/sources.ts'
import type { Source } from '#contract/responses/sources.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

interface RetireDialogProps {
  deployment: string
  project: string
  source: Source
  onRestore: (source: Source) => void
  onClose: () => void
}

/** Explains and confirms retiring a source. */
export function RetireDialog({ deployment, project, source, onRestore, onClose }: RetireDialogProps) {
  const name = labels.sources.name(source)
  const { mutate, isPending, error } = useMutation({
    ...sourceOptions(deployment, 'retire'),
    onSuccess: ({ findings }) => {
      toast({
        title: labels.sources.retiredToast(name),
        detail: labels.sources.removed(findings),
        tone: 'ok',
        slot: 'source',
        action: { label: labels.sources.undo, run: () => onRestore(source) },
      })
      onClose()
    },
  })
  const problem = error ? explain(error) : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={labels.sources.retireTitle(name)}
      footer={
        <>
          <Button onClick={onClose}>{labels.sources.cancel}</Button>
          <Button
            variant="danger"
            loading={isPending}
            onClick={() => mutate({ repo: project, tool: source.tool, category: source.category })}
          >
            {labels.sources.retireButton}
          </Button>
        </>
      }
    >
      <p>{labels.sources.retireText(source.open_findings)}</p>
      <p className="pt-2 text-2">{labels.sources.retireNote}</p>
      {problem && (
        <p role="alert" className="pt-2 text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
