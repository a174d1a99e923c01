import { useId } from 'react'
import type { ProjectMove } from '#api/projects/changes.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from './labels.ts'
import { MoveFields, ReuseField } from './move-fields.tsx'
import { MovePreview } from './move-preview.tsx'
import { useMove } from './use-move.ts'
import { useMoved } from './use-moved.ts'

interface MoveDialogProps {
  deployment: string
  name: string
  kind: ProjectMove['kind']
  /** Whether the person may reuse a former name. */
  isAdmin: boolean
  /** Called with the present name of a project that was renamed or merged. */
  onMoved: (present: string) => void
  onClose: () => void
}

/** Renames, merges or splits a project, after a preview of what was typed. */
export function MoveDialog({ deployment, name, kind, isAdmin, onMoved, onClose }: MoveDialogProps) {
  const form = useId()
  const words = labels[kind]
  const tell = useMoved(deployment)
  const { typed, shown, isReady, isChecked, isBusy, problem, change, submit } = useMove({
    deployment,
    name,
    kind,
    onMoved: (answer) => {
      tell(answer, words.done(name, answer.project.name))
      if (kind === 'split') onClose()
      else onMoved(answer.project.name)
    },
  })
  const takesFormerName =
    typed.reuse || shown?.conflicts.some(({ reason }) => reason === 'former_name') === true
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(name)}
      description={words.text}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button type="submit" form={form} variant="primary" loading={isBusy}>
            {isReady ? words.button : labels.preview}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3">
        <MoveFields {...{ kind, typed, isChecked }} onChange={change} />
        {shown && <MovePreview title={words.effects} answer={shown} />}
        {isAdmin && takesFormerName && <ReuseField typed={typed} onChange={change} />}
        {problem && (
          <p role="alert" className="text-danger wrap-anywhere">
            {problem.title}. {problem.detail}
          </p>
        )}
      </form>
    </Dialog>
  )
}
