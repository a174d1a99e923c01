import { explain } from '#api/http/errors.ts'
import { editRulesOptions } from '#api/policies.ts'
import { changeLabels } from '../change/labels.ts'
import { labels } from '../labels.ts'
import { errorText } from '../mode/conflicts.ts'
import { PreviewForm } from '../mode/preview-form.tsx'
import { notify } from '../mode/use-mode-conflict.ts'
import type { Modes } from '../mode/use-modes.tsx'

interface RemoveRulesProps {
  deployment: string
  policyId: string
  rulePaths: readonly string[]
  /** What is done, if not for some selected rules. */
  title?: string
  modes: Modes
  onRemoved: () => void
  onCancel: () => void
  className?: string
}

/** Removes the selected rules from a policy after a preview of what that does. */
export function RemoveRules({
  deployment,
  policyId,
  rulePaths,
  title = changeLabels.titles.remove(rulePaths.length),
  modes,
  onRemoved,
  onCancel,
  className,
}: RemoveRulesProps) {
  const remove = [...rulePaths]
  return (
    <PreviewForm
      {...{ deployment, policyId, title, onCancel, className }}
      request={{ policyId, rules: { remove } }}
      onApply={async (confirmed) => {
        const text = changeLabels.done.removed(remove.length)
        try {
          await modes.change(editRulesOptions(deployment, policyId), { remove, ...confirmed }, text)
          onRemoved()
          return true
        } catch (error) {
          const title = labels.change.failed(labels.change.rules(remove.length), explain(error).title)
          notify({ title, detail: errorText(error), tone: 'danger' })
          return false
        }
      }}
    />
  )
}
