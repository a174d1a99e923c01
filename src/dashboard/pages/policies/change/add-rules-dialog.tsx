import { useRef, useState } from 'react'
import { editRulesOptions, type PolicyMode } from '#api/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { policyTitle } from '#features/policies/names.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ModeChoice, RulesChoice } from './choices.tsx'
import { changeLabels } from './labels.ts'

interface AddRulesDialogProps {
  deployment: string
  policy: Policy
  modes: Modes
  onClose: () => void
}

/** Adds rules to a policy, in one mode or in that of the default policy. */
export function AddRulesDialog({ deployment, policy, modes, onClose }: AddRulesDialogProps) {
  const [paths, setPaths] = useState<readonly string[]>([])
  const [mode, setMode] = useState<PolicyMode>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const add = paths.map((rulePath) => ({ rulePath, ...(mode ? { policyMode: mode } : {}) }))
  const title = policyTitle(policy)
  return (
    <ChangeDialog
      {...{ deployment, onClose }}
      title={changeLabels.titles.rules(title)}
      description={changeLabels.texts.rules}
      request={add.length > 0 ? { policyId: policy.id, rules: { add } } : undefined}
      button={changeLabels.buttons.rules}
      initialFocus={input}
      onIncomplete={() => {
        setIsSubmitted(true)
        input.current?.focus()
      }}
      onApply={(confirmed) =>
        modes.change(
          editRulesOptions(deployment, policy.id),
          { add, ...confirmed },
          changeLabels.done.added(add.length, title),
        )
      }
    >
      {() => (
        <>
          <RulesChoice
            {...{ deployment, input }}
            values={paths}
            error={isSubmitted && add.length === 0 ? changeLabels.rulesMissing : undefined}
            onChange={setPaths}
          />
          <ModeChoice mode={mode} onChange={setMode} />
        </>
      )}
    </ChangeDialog>
  )
}
