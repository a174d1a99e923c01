import { useId } from 'react'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import type { OwnerChoice } from './owner-choices.ts'

interface OwnerFieldProps {
  label: string
  hint?: string | undefined
  choices: readonly OwnerChoice[]
  value: string
  error: string | undefined
  autoFocus?: boolean
  onChange: (value: string) => void
}

/** A field for an owner, with people and teams to choose from. */
export function OwnerField({ label, hint, choices, value, error, autoFocus, onChange }: OwnerFieldProps) {
  const list = useId()
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        autoFocus={autoFocus}
        autoComplete="off"
        list={list}
        maxLength={300}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {choices.map(({ owner, text }) => (
          <option key={owner} value={text} />
        ))}
      </datalist>
    </Field>
  )
}
