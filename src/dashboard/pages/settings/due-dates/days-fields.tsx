import type { ReactNode } from 'react'
import { severities } from '#contract/vocabulary.ts'
import { SeverityIcon, severityLabel } from '#features/severity.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { type DaysDraft, daysFaults } from './draft.ts'

interface DaysFieldsProps {
  title: string
  hint: string
  draft: DaysDraft
  isDisabled: boolean
  onChange: (draft: DaysDraft) => void
  /** Beside the title. */
  action?: ReactNode
}

/** The days of each severity, for all projects or for those with a tag. */
export function DaysFields({ title, hint, draft, isDisabled, onChange, action }: DaysFieldsProps) {
  const faults = daysFaults(draft)
  return (
    <fieldset className="min-w-0 border-t border-line py-3">
      <legend className="float-left w-full">
        <span className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <bdi className="min-w-0 font-medium text-1 wrap-anywhere">{title}</bdi>
          {action}
        </span>
      </legend>
      <p className="clear-both text-3">{hint}</p>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {severities.map((severity) => (
          <Field key={severity} label={severityLabel(severity)} hideLabel error={faults[severity]}>
            <span className="flex items-center gap-2">
              <SeverityIcon value={severity} />
              <span aria-hidden className="w-14 text-2">
                {severityLabel(severity)}
              </span>
              <TextInput
                className="w-16"
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                disabled={isDisabled}
                value={draft[severity]}
                onChange={(event) => onChange({ ...draft, [severity]: event.currentTarget.value })}
              />
            </span>
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
