import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { updateSettingsOptions } from '#api/settings.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { ticketLabels } from './labels.ts'
import { templateFault, templateNames } from './template.ts'

interface TemplateFormProps {
  deployment: string
  /** The current template; empty if none is set. */
  template: string
  /** The label of the save button. */
  save: string
  /** It may be empty, which removes the URL. */
  optional?: boolean | undefined
  /** Why this person may not change it. */
  disabledReason?: string | undefined
  onSaved?: (() => void) | undefined
  onCancel?: (() => void) | undefined
}

const example = 'https://tracker.example/new?title={title}&description={url}'

/** Sets the tracker's URL for new tickets, with placeholders in braces, and explains the placeholders. */
export function TemplateForm({
  deployment,
  template,
  save,
  optional = false,
  disabledReason,
  onSaved,
  onCancel,
}: TemplateFormProps) {
  const [text, setText] = useState(template)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { mutate, isPending, error } = useMutation(updateSettingsOptions(deployment))
  const trimmed = text.trim()
  const fault = optional && trimmed === '' ? undefined : templateFault(text)
  const requestError = error ? explain(error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (fault || isPending) return
    mutate({ ticketUrlTemplate: trimmed === '' ? null : trimmed }, { onSuccess: () => onSaved?.() })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <Field label={ticketLabels.url} error={isSubmitted ? fault : undefined} required={!optional}>
        <TextInput
          autoFocus={!optional}
          mono
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          placeholder={example}
          readOnly={disabledReason !== undefined}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <TemplateHelp />
      {requestError && (
        <p role="alert" className="text-danger">
          {requestError.title}: {requestError.detail}
        </p>
      )}
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {ticketLabels.cancel}
          </Button>
        )}
        <Button type="submit" variant="primary" loading={isPending} disabledReason={disabledReason}>
          {save}
        </Button>
      </div>
    </form>
  )
}

/** The placeholders of the URL, and an example. */
function TemplateHelp() {
  return (
    <p className="text-2">
      {ticketLabels.placeholders}{' '}
      {templateNames.map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <code className="text-xs">{`{${name}}`}</code>
        </span>
      ))}
      . {ticketLabels.example} <code className="text-xs wrap-anywhere">{example}</code>
    </p>
  )
}
