import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { viewsOptions } from '#api/findings/views.ts'
import { webhooksOptions } from '#api/webhooks.ts'
import type { View } from '#contract/responses/views.ts'
import { typeOfPage, viewPages } from '#contract/vocabulary.ts'
import { webhookEvents, webhookFormats } from '#contract/webhook-vocabulary.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { FormFooter } from '../form-footer.tsx'
import type { WebhookDraft } from './draft.ts'
import { eventLabels, formatLabels, webhookLabels } from './labels.ts'

interface WebhookFormProps {
  deployment: string
  initial: WebhookDraft
  /** The label of the button that saves. */
  label: string
  error: Error | null
  busy: boolean
  onSave: (draft: WebhookDraft) => void
  onCancel: () => void
}

/** Creates a webhook, or edits one. */
export function WebhookForm({ deployment, initial, label, error, busy, onSave, onCancel }: WebhookFormProps) {
  const [draft, setDraft] = useState(initial)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useFocusFault(form, attempt)
  const change = (part: Partial<WebhookDraft>) => setDraft({ ...draft, ...part })
  const faults = faultsOf(draft)
  const shown = attempt > 0 ? faults : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (!busy && Object.values(faults).every((fault) => fault === undefined)) onSave(draft)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4 text-base">
      <Field label={webhookLabels.name} required error={shown.name}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </Field>
      <FormatField deployment={deployment} draft={draft} onChange={change} />
      <AddressField draft={draft} fault={shown.url} onChange={change} />
      <EventFields draft={draft} fault={shown.events} onChange={change} />
      <FilterFields deployment={deployment} draft={draft} onChange={change} />
      <FormFooter {...{ label, busy, error, onCancel }} />
    </form>
  )
}

function urlFault({ url, format }: WebhookDraft): { url?: string } {
  if (format === 'email')
    return /^[^\s@]+@[^\s@]+$/.test(url.trim()) ? {} : { url: webhookLabels.addressFault }
  return /^https?:\/\/\S+$/i.test(url.trim()) ? {} : { url: webhookLabels.urlFault }
}

const faultsOf = (draft: WebhookDraft): { name?: string; url?: string; events?: string } => ({
  ...(draft.name.trim() === '' ? { name: webhookLabels.nameFault } : {}),
  ...urlFault(draft),
  ...(draft.events.length === 0 ? { events: webhookLabels.eventsFault } : {}),
})

interface PartProps {
  draft: WebhookDraft
  onChange: (part: Partial<WebhookDraft>) => void
}

function AddressField({ draft, fault, onChange }: PartProps & { fault: string | undefined }) {
  const isMail = draft.format === 'email'
  return (
    <Field
      label={isMail ? webhookLabels.address : webhookLabels.url}
      required
      hint={isMail ? webhookLabels.addressHint : webhookLabels.urlHint}
      error={fault}
    >
      <TextInput
        type={isMail ? 'email' : 'url'}
        autoComplete="off"
        maxLength={2000}
        placeholder={isMail ? webhookLabels.addressSample : webhookLabels.urlSample}
        value={draft.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
    </Field>
  )
}

function FormatField({ deployment, draft, onChange }: PartProps & { deployment: string }) {
  const { data } = useQuery(webhooksOptions(deployment))
  const formats = webhookFormats.filter((one) => one !== 'email' || data?.email || draft.format === one)
  return (
    <Field label={webhookLabels.format}>
      <NativeSelect
        className="w-44"
        value={draft.format}
        onChange={(event) => {
          const chosen = webhookFormats.find((format) => format === event.currentTarget.value)
          if (chosen) onChange({ format: chosen })
        }}
      >
        {formats.map((format) => (
          <option key={format} value={format}>
            {formatLabels[format]}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

function EventFields({ draft, fault, onChange }: PartProps & { fault: string | undefined }) {
  const faultId = useId()
  return (
    <fieldset aria-describedby={fault && faultId} className="min-w-0">
      <legend className="mb-1 font-medium text-1">{webhookLabels.events}</legend>
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventLabels[event]}
            checked={draft.events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                events: webhookEvents.filter((one) => (one === event ? checked : draft.events.includes(one))),
              })
            }
          />
        ))}
      </div>
      {fault && (
        <p id={faultId} role="alert" className="mt-1 flex items-start gap-1.5 text-danger">
          <Icon name="error" className="mt-0.5" />
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** The query of a saved view, with the type of its findings. */
function queryOfView({ page, query }: View): string {
  const known = viewPages.find((one) => one === page)
  return [...(known ? [`issue_type=${typeOfPage[known]}`] : []), ...(query === '' ? [] : [query])].join('&')
}

function FilterFields({ deployment, draft, onChange }: PartProps & { deployment: string }) {
  const { data: views = [] } = useQuery(viewsOptions(deployment))
  const choose = (choice: string) => {
    const view = views.find(({ id }) => id === choice)
    onChange({ choice, ...(view ? { query: queryOfView(view) } : {}) })
  }
  return (
    <div className="space-y-2">
      <Field label={webhookLabels.filter} hint={webhookLabels.filterHint}>
        <NativeSelect value={draft.choice} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="quiet">{webhookLabels.quiet}</option>
          <option value="everything">{webhookLabels.everything}</option>
          <option value="custom">{webhookLabels.custom}</option>
          {views.length > 0 && (
            <optgroup label={webhookLabels.views}>
              {views.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </NativeSelect>
      </Field>
      {draft.choice === 'custom' && (
        <Field label={webhookLabels.customLabel} hint={webhookLabels.customHint}>
          <TextInput
            autoComplete="off"
            maxLength={8000}
            placeholder={webhookLabels.customSample}
            value={draft.query}
            onChange={(event) => onChange({ query: event.currentTarget.value })}
          />
        </Field>
      )}
    </div>
  )
}
