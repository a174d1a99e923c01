import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { undoRenameOptions } from '#api/policies.ts'
import type { RuleRename } from '#contract/responses/policies.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

interface SeparateDialogProps {
  deployment: string
  rename: RuleRename
  onClose: () => void
}

/** Explains and confirms that two rules are not the same. */
export function SeparateDialog({ deployment, rename, onClose }: SeparateDialogProps) {
  const { mutate, isPending, error } = useMutation({
    ...undoRenameOptions(deployment),
    onSuccess: ({ findings }) => {
      toast({ title: labels.rule.renames.done(findings, rename.from), tone: 'ok', slot: 'rename' })
      onClose()
    },
  })
  const problem = error ? explain(error) : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={labels.rule.renames.title}
      footer={
        <>
          <Button onClick={onClose}>{labels.rule.renames.cancel}</Button>
          <Button variant="danger" loading={isPending} onClick={() => mutate(rename.id)}>
            {labels.rule.renames.separate}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{labels.rule.renames.text(rename)}</p>
      {problem && (
        <p role="alert" className="pt-2 text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
