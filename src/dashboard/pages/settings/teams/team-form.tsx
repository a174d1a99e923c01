import { type FormEvent, useRef, useState } from 'react'
import type { Team } from '#contract/responses/owners.ts'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { FormFooter } from '../form-footer.tsx'
import { teamLabels } from './labels.ts'

interface TeamDraft {
  name: string
  members: string[]
  handles: string[]
  groups: string[]
}

interface TeamFormProps {
  /** The team to edit; a new one if missing. */
  initial?: Readonly<Pick<Team, 'name' | 'members' | 'handles' | 'groups'>>
  /** Whether people can sign in with groups. */
  singleSignOn: boolean
  error: Error | null
  busy: boolean
  onSave: (team: TeamDraft) => void
  onCancel: () => void
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Creates a team, or sets its members, handles and groups. */
export function TeamForm({ initial, singleSignOn, error, busy, onSave, onCancel }: TeamFormProps) {
  const [name, setName] = useState('')
  const [members, setMembers] = useState(initial?.members.join('\n') ?? '')
  const [handles, setHandles] = useState(initial?.handles.join('\n') ?? '')
  const [groups, setGroups] = useState(initial?.groups.join('\n') ?? '')
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useFocusFault(form, attempt)
  const nameFault = !initial && name.trim() === '' ? teamLabels.nameFault : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (busy || nameFault) return
    onSave({
      name: initial?.name ?? name.trim(),
      members: linesOf(members),
      handles: linesOf(handles),
      groups: linesOf(groups),
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      {!initial && (
        <Field
          label={teamLabels.name}
          required
          hint={teamLabels.nameHint}
          error={attempt > 0 ? nameFault : undefined}
        >
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
      )}
      <Field label={teamLabels.members} hint={teamLabels.membersHint}>
        <Textarea value={members} onChange={(event) => setMembers(event.currentTarget.value)} />
      </Field>
      <Lines label={teamLabels.handles} hint={teamLabels.handlesHint} value={handles} onChange={setHandles} />
      {(singleSignOn || (initial?.groups.length ?? 0) > 0) && (
        <Lines label={teamLabels.groups} hint={teamLabels.groupsHint} value={groups} onChange={setGroups} />
      )}
      <FormFooter label={initial ? teamLabels.save : teamLabels.create} {...{ busy, error, onCancel }} />
    </form>
  )
}

interface LinesProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}

/** Names that are not of people, one per line. */
function Lines({ label, hint, value, onChange }: LinesProps) {
  return (
    <Field label={label} hint={hint}>
      <Textarea
        className="font-mono text-xs"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}
