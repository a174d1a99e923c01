import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useState } from 'react'
import { ownersOptions, setOwnerRuleOptions } from '#api/owners.ts'
import { ownerLabels } from '#features/owners/labels.ts'
import { ownerChoices, ownerFault, ownerOfText } from '#features/owners/owner-choices.ts'
import { OwnerField } from '#features/owners/owner-field.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { toast } from '#ui/toast/toast.ts'
import { RequestError } from '../request-error.tsx'
import { teamLabels } from './labels.ts'

interface RuleFormProps {
  deployment: string
  reason: string | undefined
  valueRef: RefObject<HTMLInputElement | null>
}

/** The state of the form. */
function useRuleForm(deployment: string, valueRef: RefObject<HTMLInputElement | null>) {
  const { data } = useQuery(ownersOptions(deployment))
  const { mutate, isPending, error } = useMutation(setOwnerRuleOptions(deployment))
  const [kind, setKind] = useState<'tag' | 'rule'>('tag')
  const [value, setValue] = useState('')
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const choices = ownerChoices(data?.owners ?? [])
  const owner = ownerOfText(choices, text)
  const isMissing = value.trim() === ''
  const onSuccess = () => {
    setValue('')
    setText('')
    setIsSubmitted(false)
    valueRef.current?.focus()
    toast({ title: teamLabels.ruleSaved, detail: teamLabels.inBackground, tone: 'ok', slot: 'owner-rules' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isMissing || owner === undefined || isPending) return
    mutate({ kind, value: value.trim(), owner }, { onSuccess })
  }
  const faults = {
    value: isSubmitted && isMissing ? teamLabels.ruleFault : undefined,
    owner: isSubmitted && owner === undefined ? ownerFault(choices, text) : undefined,
  }
  return { kind, setKind, value, setValue, text, setText, choices, faults, submit, isPending, error }
}

/** Sets the owner of a tag or a rule. */
export function RuleForm({ deployment, reason, valueRef }: RuleFormProps) {
  const form = useRuleForm(deployment, valueRef)
  const { kind, setKind, value, setValue, text, setText, choices, faults, submit, isPending, error } = form
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 sm:grid-cols-2">
      <Field label={teamLabels.ruleKind}>
        <NativeSelect
          value={kind}
          onChange={({ target }) => setKind(target.value === 'rule' ? 'rule' : 'tag')}
        >
          <option value="tag">{teamLabels.ofTag}</option>
          <option value="rule">{teamLabels.ofRule}</option>
        </NativeSelect>
      </Field>
      <Field
        label={kind === 'tag' ? teamLabels.tag : teamLabels.rule}
        hint={kind === 'rule' ? teamLabels.ruleHint : undefined}
        error={faults.value}
      >
        <TextInput
          ref={valueRef}
          autoComplete="off"
          maxLength={500}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </Field>
      <OwnerField
        label={teamLabels.owner}
        hint={ownerLabels.ownerHint}
        choices={choices}
        value={text}
        error={faults.owner}
        onChange={setText}
      />
      <div className="flex items-start sm:pt-6">
        <Button type="submit" loading={isPending} disabledReason={reason}>
          {teamLabels.addRule}
        </Button>
      </div>
      <RequestError error={error} />
    </form>
  )
}
