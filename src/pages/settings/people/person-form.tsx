import { type FormEvent, useRef, useState } from 'react'
import { personRoles } from '#contract/vocabulary.ts'
import { roleLabels } from '#features/role-labels.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { labels } from '../labels.ts'
import { RequestError } from '../request-error.tsx'
import { peopleLabels } from './labels.ts'

export type PersonRole = (typeof personRoles)[number]

/** What the form asks: the address of an invitation, the name, and the role that an administrator sets. */
export interface PersonDraft {
  /** null for a person who is known. */
  email: string | null
  name: string
  role: PersonRole | null
}

interface PersonFormProps {
  initial: PersonDraft
  /** Why the name or the role cannot be changed. */
  nameReason?: string | undefined
  roleReason?: string | undefined
  error: Error | null
  busy: boolean
  onSave: (draft: PersonDraft) => void
  onCancel: () => void
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text.trim())

/** Invites a person, or edits one. */
export function PersonForm({
  initial,
  nameReason,
  roleReason,
  error,
  busy,
  onSave,
  onCancel,
}: PersonFormProps) {
  const [draft, setDraft] = useState(initial)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useFocusFault(form, attempt)
  const isInvitation = initial.email !== null
  const faults = {
    email: draft.email !== null && !isAddress(draft.email) ? peopleLabels.emailFault : undefined,
    name: !isInvitation && draft.name.trim() === '' ? peopleLabels.nameFault : undefined,
  }
  const isSame = !isInvitation && draft.name.trim() === initial.name && draft.role === initial.role
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (!busy && !isSame && !faults.email && !faults.name) onSave({ ...draft, name: draft.name.trim() })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      {draft.email !== null && (
        <Field
          label={peopleLabels.email}
          required
          hint={peopleLabels.emailHint}
          error={attempt > 0 ? faults.email : undefined}
        >
          <TextInput
            autoFocus
            type="email"
            autoComplete="off"
            maxLength={254}
            placeholder={peopleLabels.emailSample}
            value={draft.email}
            onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
          />
        </Field>
      )}
      <Field
        label={isInvitation ? peopleLabels.inviteName : peopleLabels.name}
        required={!isInvitation}
        hint={nameReason ?? (isInvitation ? peopleLabels.inviteNameHint : peopleLabels.nameHint)}
        error={attempt > 0 ? faults.name : undefined}
      >
        <TextInput
          autoComplete="off"
          maxLength={100}
          readOnly={nameReason !== undefined}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      </Field>
      <RoleField
        value={draft.role}
        isOptional={!isInvitation}
        reason={roleReason}
        onChange={(role) => setDraft({ ...draft, role })}
      />
      <RequestError error={error} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          {labels.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          loading={busy}
          disabledReason={isSame ? peopleLabels.noChanges : undefined}
        >
          {isInvitation ? peopleLabels.send : peopleLabels.save}
        </Button>
      </div>
    </form>
  )
}

interface RoleFieldProps {
  value: PersonRole | null
  /** Whether a person may have no role here, since groups give them one, or should lose it. */
  isOptional: boolean
  reason: string | undefined
  onChange: (role: PersonRole | null) => void
}

function RoleField({ value, isOptional, reason, onChange }: RoleFieldProps) {
  const does = value === null ? '' : `${roleLabels[value]?.[1] ?? ''}. `
  const hint =
    reason ?? `${does.charAt(0).toUpperCase()}${does.slice(1)}${isOptional ? peopleLabels.roleHint : ''}`
  return (
    <Field label={peopleLabels.role} hint={hint}>
      <NativeSelect
        className="w-44"
        disabled={reason !== undefined}
        value={value ?? ''}
        onChange={(event) => onChange(personRoles.find((role) => role === event.currentTarget.value) ?? null)}
      >
        {isOptional && <option value="">{peopleLabels.noOwnRole}</option>}
        {personRoles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]?.[0]}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
