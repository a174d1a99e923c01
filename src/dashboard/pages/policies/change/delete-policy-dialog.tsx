import { deletePolicyOptions } from '#api/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { policyTitle } from '#features/policies/names.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { changeLabels } from './labels.ts'

interface DeletePolicyDialogProps {
  deployment: string
  policy: Policy
  modes: Modes
  /** Called before what belongs to the policy is requested again. */
  onDeleted: (() => void) | undefined
  onClose: () => void
}

/** Deletes a policy after a preview of what that does. */
export function DeletePolicyDialog({
  deployment,
  policy,
  modes,
  onDeleted,
  onClose,
}: DeletePolicyDialogProps) {
  const title = policyTitle(policy)
  return (
    <ChangeDialog
      {...{ deployment, onClose }}
      title={changeLabels.titles.delete(title)}
      description={changeLabels.texts.delete}
      request={{ policyId: policy.id, delete: true }}
      button={changeLabels.buttons.delete}
      isDanger
      onApply={(confirmed) =>
        modes.change(
          { ...deletePolicyOptions(deployment, policy.id), onSuccess: () => onDeleted?.() },
          confirmed,
          changeLabels.done.delete(title),
          policy.id,
        )
      }
    />
  )
}
