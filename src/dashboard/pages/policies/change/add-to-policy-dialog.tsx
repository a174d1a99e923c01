import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { editRulesOptions, type PolicyMode, policiesOptions } from '#api/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { policyTitle } from '#features/policies/names.ts'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Modes } from '../mode/use-modes.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ModeChoice } from './choices.tsx'
import { changeLabels } from './labels.ts'

interface AddToPolicyDialogProps {
  deployment: string
  rulePaths: readonly string[]
  /** Policies that are not offered: the rules are there already. */
  without: readonly string[]
  modes: Modes
  onAdded?: () => void
  onClose: () => void
}

/** Adds rules to a policy that is chosen, in one mode or in that of the default policy. */
export function AddToPolicyDialog({
  deployment,
  rulePaths,
  without,
  modes,
  onAdded,
  onClose,
}: AddToPolicyDialogProps) {
  const { data } = useQuery(policiesOptions(deployment))
  const [policyId, setPolicyId] = useState('')
  const [mode, setMode] = useState<PolicyMode>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const offered = data?.policies.filter(({ id, isDefault }) => !isDefault && !without.includes(id))
  const policy = offered?.find(({ id }) => id === policyId)
  const add = rulePaths.map((rulePath) => ({ rulePath, ...(mode ? { policyMode: mode } : {}) }))
  return (
    <ChangeDialog
      {...{ deployment, onClose }}
      title={changeLabels.titles.addTo(rulePaths.length)}
      description={changeLabels.texts.rules}
      request={policy && { policyId: policy.id, rules: { add } }}
      button={changeLabels.buttons.rules}
      initialFocus={select}
      onIncomplete={() => {
        setIsSubmitted(true)
        select.current?.focus()
      }}
      onApply={async (confirmed) => {
        if (!policy) return
        const done = changeLabels.done.added(add.length, policyTitle(policy))
        await modes.change(editRulesOptions(deployment, policy.id), { add, ...confirmed }, done)
        onAdded?.()
      }}
    >
      {() => (
        <>
          <PolicyChoice
            {...{ select, offered }}
            value={policyId}
            error={isSubmitted && !policy ? changeLabels.policyMissing : undefined}
            onChange={setPolicyId}
          />
          <ModeChoice mode={mode} onChange={setMode} />
        </>
      )}
    </ChangeDialog>
  )
}

interface PolicyChoiceProps {
  select: Ref<HTMLSelectElement>
  /** Undefined until they are loaded. */
  offered: readonly Policy[] | undefined
  value: string
  error: string | undefined
  onChange: (policyId: string) => void
}

/** Chooses a policy. */
function PolicyChoice({ select, offered, value, error, onChange }: PolicyChoiceProps) {
  return (
    <Field
      label={changeLabels.policy}
      hint={offered?.length === 0 ? changeLabels.noOther : undefined}
      error={error}
    >
      <NativeSelect
        ref={select}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="max-w-80"
      >
        <option value="">{changeLabels.choosePolicy}</option>
        {offered?.map((one) => (
          <option key={one.id} value={one.id}>
            {policyTitle(one)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
