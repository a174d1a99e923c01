import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { policyScopesOptions } from '#api/policy-scopes.ts'
import type { PolicyPreview } from '#contract/responses/policies.ts'
import { policyLabels } from '#features/policies/labels.ts'
import { policyTitle } from '#features/policies/names.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { type TagEdit, targetOf } from './change-tags.ts'
import { labels } from './labels.ts'
import type { Tagged } from './tag-rules.ts'

interface ModesDialogProps {
  deployment: string
  targets: readonly Tagged[]
  edit: TagEdit
  preview: PolicyPreview
  onAnswer: (isConfirmed: boolean) => void
  onClose: () => void
}

/** Asks before tags are changed that a policy applies to, with what that does. */
export function ModesDialog({ deployment, targets, edit, preview, onAnswer, onClose }: ModesDialogProps) {
  const { data } = useQuery(policyScopesOptions(deployment))
  // The Enter that added the tag, pressed twice, confirms nothing that nobody has read.
  const cancel = useRef<HTMLButtonElement>(null)
  const tags = [...edit.add, ...edit.remove]
  const policies = data?.policies.filter(({ appliesTo }) => appliesTo?.tags.some((tag) => tags.includes(tag)))
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={labels.modes.title}
      description={labels.modes.text(targetOf(targets), edit.add, edit.remove)}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {labels.modes.cancel}
          </Button>
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
