import { useQuery } from '@tanstack/react-query'
import { policyScopesOptions } from '#api/policies.ts'
import type { PolicyPreview } from '#contract/responses/policies.ts'
import { policyLabels } from '#features/policies/labels.ts'
import { policyTitle } from '#features/policies/names.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from './labels.ts'

interface ModesDialogProps {
  deployment: string
  /** The change of tags as text. */
  text: string
  /** The tags that are added or removed. */
  tags: readonly string[]
  preview: PolicyPreview
  onAnswer: (isConfirmed: boolean) => void
  onClose: () => void
}

/** Asks before tags are changed that a policy applies to, with what that does. */
export function ModesDialog({ deployment, text, tags, preview, onAnswer, onClose }: ModesDialogProps) {
  const { data } = useQuery(policyScopesOptions(deployment))
  const policies = data?.policies.filter(({ appliesTo }) => appliesTo?.tags.some((tag) => tags.includes(tag)))
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={labels.modes.title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{labels.modes.cancel}</Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>
            {labels.modes.confirm}
          </Button>
        </>
      }
    >
      <p className="rounded border border-line bg-surface-2 px-3 py-2 font-medium">
        {policyLabels.effect(preview)}
      </p>
      {policies && policies.length > 0 && (
        <p className="pt-3 text-2 wrap-anywhere">{labels.modes.by(policies.map(policyTitle))}</p>
      )}
    </Dialog>
  )
}
