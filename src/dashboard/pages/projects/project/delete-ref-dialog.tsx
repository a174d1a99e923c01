import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { deleteRefOptions, restoreRefOptions } from '#api/projects/projects.ts'
import type { Ref } from '#contract/responses/projects.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

interface DeleteRefDialogProps {
  deployment: string
  project: string
  gitRef: Ref
  onClose: () => void
}

/** Explains and confirms deleting a branch, which can be undone. */
export function DeleteRefDialog({ deployment, project, gitRef, onClose }: DeleteRefDialogProps) {
  const name = refLabel(gitRef.name)
  const restore = useMutation({
    ...restoreRefOptions(deployment, project),
    onSuccess: ({ findings }) =>
      toast({
        title: labels.branches.restored(name),
        detail: labels.branches.restoredCount(findings),
        tone: 'ok',
        slot: 'branch',
      }),
    onError: (error) =>
      toast({
        title: labels.branches.notRestored(name, explain(error).detail),
        tone: 'danger',
        slot: 'branch',
      }),
  })
  const { mutate, isPending, error } = useMutation({
    ...deleteRefOptions(deployment, project),
    onSuccess: ({ findings }) => {
      toast({
        title: labels.branches.deleted(name),
        detail: labels.branches.removed(findings),
        tone: 'ok',
        slot: 'branch',
        action: { label: labels.branches.undo, run: () => restore.mutate(gitRef.name) },
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
      title={labels.branches.deleteTitle(name)}
      footer={
        <>
          <Button onClick={onClose}>{labels.branches.cancel}</Button>
          <Button variant="danger" loading={isPending} onClick={() => mutate(gitRef.name)}>
            {labels.branches.deleteButton}
          </Button>
        </>
      }
    >
      <p>{labels.branches.deleteText(gitRef.open ?? 0)}</p>
      <p className="pt-2 text-2">{labels.branches.deleteNote}</p>
      {problem && (
        <p role="alert" className="pt-2 text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
