import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { labels } from '../labels.ts'
import type { DraftFieldsProps } from './draft.ts'
import { lives } from './expiry.ts'

/** The expiry of a token: after a period, or on a date. */
export function ExpiryFields({ draft, fault, onChange }: DraftFieldsProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Field label={labels.tokens.expires} error={draft.life === 'day' ? undefined : fault}>
        <NativeSelect
          className="w-44"
          value={draft.life}
          onChange={(event) => {
            const chosen = lives.find((life) => life === event.currentTarget.value)
            if (chosen) onChange({ life: chosen })
          }}
        >
          {lives.map((life) => (
            <option key={life} value={life}>
              {labels.tokens.lifetimes[life]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {draft.life === 'day' && (
        <Field label={labels.tokens.lastDay} required error={fault}>
          <TextInput
            type="date"
            className="w-44"
            value={draft.lastDay}
            onChange={(event) => onChange({ lastDay: event.currentTarget.value })}
          />
        </Field>
      )}
    </div>
  )
}
