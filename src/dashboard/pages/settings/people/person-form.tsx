import { type FormEvent, useRef, useState } from 'react'
import { type PersonRole, personRoles } from '#contract/vocabulary.ts'
import { roleLabels } from '#features/role-labels.ts'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { FormFooter } from '../form-footer.tsx'
import { peopleLabels } from './labels.ts'

/** What the form asks: the address of an invitation, the name, and the role that an administrator sets. */
export interface PersonDraft {
  /** null for a person who is known. */
  email: string | null
  name: string
  role: PersonRole | null
}

interface PersonFormProps {
  initial: PersonDraft
  /** Whether who is invited signs in at a provider. */
  singleSignOn?: boolean
  /** Why the name or the role cannot be changed. */
  nameReason?: string | undefined
  roleReason?: string | undefined
  error: Error | null
  busy: boolean
  onSave: (draft: PersonDraft) => void
  onCancel: () => void
}

const nameHintOf = (singleSignOn: boolean) =>
  singleSignOn ? peopleLabels.inviteNameHint : peopleLabels.inviteNameHintWithoutProvider

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text.trim())

/** Invites a person, or edits one. */
export function PersonForm({
  initial,
  singleSignOn = true,
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
        <AddressField
          value={draft.email}
          hint={singleSignOn ? peopleLabels.emailHint : peopleLabels.emailHintWithoutProvider}
          error={attempt > 0 ? faults.email : undefined}
          onChange={(email) => setDraft({ ...draft, email })}
        />
      )}
      <NameField
        value={draft.name}
        optionalHint={isInvitation ? nameHintOf(singleSignOn) : undefined}
        reason={nameReason}
        error={attempt > 0 ? faults.name : undefined}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <RoleField
        value={draft.role}
        isOptional={!isInvitation}
        reason={roleReason}
        onChange={(role) => setDraft({ ...draft, role })}
      />
      <FormFooter
        label={isInvitation ? peopleLabels.send : peopleLabels.save}
        disabledReason={isSame ? peopleLabels.noChanges : undefined}
        {...{ busy, error, onCancel }}
      />
    </form>
  )
}

interface TextFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function AddressField({ value, hint, error, onChange }: TextFieldProps & { hint: string }) {
  return (
    <Field label={peopleLabels.email} required hint={hint} error={error}>
      <TextInput
        autoFocus
        type="email"
        autoComplete="off"
        maxLength={254}
        placeholder={peopleLabels.emailSample}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}

interface NameFieldProps extends TextFieldProps {
  /** What an empty name means; undefined if there must be one. */
  optionalHint: string | undefined
  /** Why the name cannot be changed. */
  reason: string | undefined
}

function NameField({ value, optionalHint, reason, error, onChange }: NameFieldProps) {
  const isOptional = optionalHint !== undefined
  const hint = reason ?? optionalHint ?? peopleLabels.nameHint
  return (
    <Field
      label={isOptional ? peopleLabels.inviteName : peopleLabels.name}
      required={!isOptional}
      hint={hint}
      error={error}
    >
      <TextInput
        autoComplete="off"
        maxLength={100}
        readOnly={reason !== undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
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
    <Field label={isOptional ? peopleLabels.ownRoleLabel : peopleLabels.role} hint={hint}>
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
