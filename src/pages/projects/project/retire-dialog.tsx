import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/errors.ts'
import { sourceOptions } from '#api/sources.ts'
import type { Source } from '#contract/answers/sources.ts'
import { plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { sourceWords } from './source-labels.ts'

interface RetireDialogProps {
  deployment: string
  project: string
  source: Source
  onRestore: (source: Source) => void
  onClose: () => void
}

/** Says what retiring a source does, and does it. */
export function RetireDialog({ deployment, project, source, onRestore, onClose }: RetireDialogProps) {
  const name = sourceWords(source)
  const { mutate, isPending, error } = useMutation({
    ...sourceOptions(deployment, 'retire'),
    onSuccess: ({ findings }) => {
      toast({
        title: `${name} retired`,
        detail: `${plural(findings, 'finding')} removed`,
        tone: 'ok',
        slot: 'source',
        action: { label: 'Undo', run: () => onRestore(source) },
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
      title={`Retire ${name}?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            loading={isPending}
            onClick={() => mutate({ repo: project, tool: source.tool, category: source.category })}
          >
            Retire source
          </Button>
        </>
      }
    >
      <p>
        Its open findings are removed on all branches of this project (
        {plural(source.open_findings, 'finding')} on the primary branch), and its lockfiles are no longer
        listed. Triage decisions and histories stay.
      </p>
      <p className="pt-2 text-2">
        You can restore it for 24 hours. A retired source that reports again is no longer retired.
      </p>
      {problem && (
        <p role="alert" className="pt-2 text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
