import { Combobox } from '#ui/combobox/combobox.tsx'
import { matchingOptions } from '#ui/combobox/matching-options.ts'
import { Field } from '#ui/form/field.tsx'
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
export function OwnerField({
  label,
  hint,
  choices,
  value,
  error,
  autoFocus = false,
  onChange,
}: OwnerFieldProps) {
  const options = choices.map(({ owner, text }) => ({ value: owner, label: text }))
  return (
    <Field label={label} hint={hint} error={error}>
      <Combobox
        listLabel={label}
        input={{ autoFocus, maxLength: 300 }}
        text={value}
        options={matchingOptions(options, value)}
        onType={onChange}
        onChoose={(option) => onChange(option.label)}
      />
    </Field>
  )
}
