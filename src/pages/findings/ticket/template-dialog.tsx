import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain } from '#api/errors.ts'
import { updateSettingsOptions } from '#api/settings.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { templateFault, templateNames } from './template.ts'

interface TemplateDialogProps {
  deployment: string
  /** What stands there and makes no address; empty where none is set. */
  template: string
  administrator: boolean
  /** The service has no such setting. */
  unbuilt: boolean
  onClose: () => void
}

const example = 'https://tracker.example/new?title={title}&description={url}'

/** Says that nobody has set where tickets are opened; who may, sets it here and goes on. */
export function TemplateDialog({
  deployment,
  template,
  administrator,
  unbuilt,
  onClose,
}: TemplateDialogProps) {
  const may = administrator && !unbuilt
  const lead = template
    ? 'The ticket address of this deployment makes no web address.'
    : 'This deployment has no ticket address yet.'
  const words = unbuilt
    ? 'This service keeps no ticket address. Link a ticket by its address in the finding instead.'
    : may
      ? `${lead} Say where your tracker opens a new ticket.`
      : `${lead} An administrator can set it: here, by pressing the same button.`
  return (
    <Dialog open onClose={onClose} title="Open a ticket" description={words} keepOpen={may}>
      {may ? <TemplateForm deployment={deployment} template={template} onClose={onClose} /> : undefined}
    </Dialog>
  )
}

function TemplateForm({
  deployment,
  template,
  onClose,
}: Pick<TemplateDialogProps, 'deployment' | 'template' | 'onClose'>) {
  const [text, setText] = useState(template)
  const [asked, setAsked] = useState(false)
  const { mutate, isPending, error } = useMutation(updateSettingsOptions(deployment))
  const fault = templateFault(text)
  const refused = error ? explain(error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!fault && !isPending) mutate({ ticketUrlTemplate: text.trim() })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <Field label="Ticket address" error={asked ? fault : undefined} required>
        <TextInput
          autoFocus
          mono
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          placeholder={example}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <p className="text-2">
        These stand for what the finding says:{' '}
        {templateNames.map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <code className="text-xs">{`{${name}}`}</code>
          </span>
        ))}
        . An example: <code className="text-xs wrap-anywhere">{example}</code>
      </p>
      {refused && (
        <p role="alert" className="text-danger">
          {refused.title}: {refused.detail}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={isPending}>
          Save and open a ticket
        </Button>
      </div>
    </form>
  )
}
