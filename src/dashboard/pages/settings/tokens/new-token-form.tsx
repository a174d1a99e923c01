import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { createTokenOptions } from '#api/tokens.ts'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { FormFooter } from '../form-footer.tsx'
import { labels } from '../labels.ts'
import { AnswerFields } from './answer-fields.tsx'
import type { CreatedToken } from './created-token.ts'
import { type Draft, draftFaults, emptyDraft, requestOf } from './draft.ts'
import { ExpiryFields } from './expiry-fields.tsx'
import { OwnerFields } from './owner-fields.tsx'
import { PermissionFields } from './permission-fields.tsx'
import { ProjectsField } from './projects-field.tsx'

interface NewTokenFormProps {
  deployment: string
  onMade: (made: CreatedToken) => void
  onCancel: () => void
}

/** Asks for the name, owner, permissions and expiry of a new token. */
export function NewTokenForm({ deployment, onMade, onCancel }: NewTokenFormProps) {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useMutation(createTokenOptions(deployment))
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const faults: Partial<Record<(typeof fields)[number], string>> = {
    ...(attempt > 0 ? draftFaults(draft, new Date()) : {}),
    ...faultsOf(error),
  }
  useFocusFault(form, attempt)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    const body = requestOf(draft, new Date())
    if (body && !isPending) mutate(body, { onSuccess: onMade })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <Field label={labels.tokens.name} required error={faults.name} hint={labels.tokens.nameHint}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={100}
          placeholder={labels.tokens.nameSample}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </Field>
      <OwnerFields draft={draft} fault={faults.person} onChange={set} />
      <PermissionFields draft={draft} fault={faults.scopes} onChange={set} />
      <ProjectsField draft={draft} fault={faults.projects} onChange={set} />
      <ExpiryFields draft={draft} fault={faults.expiresAt} onChange={set} />
      <AnswerFields draft={draft} onChange={set} />
      <FormFooter
        label={labels.tokens.create}
        busy={isPending}
        error={Object.keys(faultsOf(error)).length > 0 ? null : error}
        onCancel={onCancel}
      />
    </form>
  )
}

const fields = ['name', 'person', 'scopes', 'projects', 'expiresAt'] as const

/** Returns the service's validation errors by field. */
function faultsOf(error: Error | null): Partial<Record<(typeof fields)[number], string>> {
  if (!(error instanceof ApiError)) return {}
  const entries = error.faults.flatMap(({ parameter, detail }) => {
    // A fault of a project is one of its element.
    const field = fields.find((name) => parameter === `/${name}` || parameter?.startsWith(`/${name}/`))
    return field ? [[field, detail] as const] : []
  })
  // If an error has no field here, all of them are shown under the form.
  return entries.length === error.faults.length ? Object.fromEntries(entries) : {}
}
