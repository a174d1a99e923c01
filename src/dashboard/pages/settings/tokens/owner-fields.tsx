import { Field } from '#ui/form/field.tsx'
import { RadioGroup } from '#ui/form/radio-group.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { labels } from '../labels.ts'
import type { DraftFieldsProps } from './draft.ts'

/** The owner of a token: a person or a machine. */
export function OwnerFields({ draft, fault, onChange }: DraftFieldsProps) {
  return (
    <>
      <RadioGroup
        legend={labels.tokens.type}
        value={draft.owner}
        onChange={(owner) => onChange({ owner })}
        options={[
          { value: 'person', label: labels.tokens.person, words: labels.tokens.personHint },
          { value: 'machine', label: labels.tokens.machine, words: labels.tokens.machineHint },
        ]}
      />
      {draft.owner === 'person' && (
        <Field label={labels.tokens.personName} error={fault} hint={labels.tokens.personNameHint}>
          <TextInput
            autoComplete="off"
            maxLength={100}
            placeholder={draft.name.trim() || labels.tokens.personSample}
            value={draft.person}
            onChange={(event) => onChange({ person: event.currentTarget.value })}
          />
        </Field>
      )}
    </>
  )
}
