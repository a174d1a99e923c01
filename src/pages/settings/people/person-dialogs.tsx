import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { changePersonOptions, inviteOptions } from '#api/people.ts'
import type { Person } from '#contract/responses/people.ts'
import { personRoles } from '#contract/vocabulary.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { peopleLabels } from './labels.ts'
import { type PersonDraft, PersonForm } from './person-form.tsx'

/** The open dialog: an invitation, or one about a person. */
export type PersonDialogRequest = { kind: 'invite' } | { kind: 'edit' | 'disable'; person: Person }

interface PersonDialogsProps {
  deployment: string
  request: PersonDialogRequest
  /** Receives the focus when an invitation closes. */
  after: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialogs of the people list, in one chunk. */
export function PersonDialogs({ deployment, request, after, onClose }: PersonDialogsProps) {
  if (request.kind === 'invite')
    return <InviteDialog deployment={deployment} after={after} onClose={onClose} />
  const props = { deployment, person: request.person, onClose }
  return request.kind === 'edit' ? <EditDialog {...props} /> : <DisableDialog {...props} />
}

const done = (title: string, { name }: Person) => toast({ title, detail: name, tone: 'ok', slot: 'people' })

function InviteDialog({ deployment, after, onClose }: Omit<PersonDialogsProps, 'request'>) {
  const { mutate, isPending, error } = useMutation(inviteOptions(deployment))
  const save = ({ email, name, role }: PersonDraft) =>
    mutate(
      { email: email ?? '', name: name === '' ? null : name, role: role ?? 'viewer' },
      {
        onSuccess: ({ person }) => {
          done(peopleLabels.invitedDone, person)
          onClose()
        },
      },
    )
  return (
    <Dialog open keepOpen size="small" onClose={onClose} finalFocus={after} title={peopleLabels.invite}>
      <PersonForm
        initial={{ email: '', name: '', role: 'viewer' }}
        error={error}
        busy={isPending}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface PersonDialogProps {
  deployment: string
  person: Person
  onClose: () => void
}

function EditDialog({ deployment, person, onClose }: PersonDialogProps) {
  const { mutate, isPending, error } = useMutation(changePersonOptions(deployment, person.id))
  const own = person.roles.find(({ group }) => group === null)?.role
  const initial = { email: null, name: person.name, role: personRoles.find((role) => role === own) ?? null }
  const save = ({ name, role }: PersonDraft) =>
    mutate(
      { ...(name === initial.name ? {} : { name }), ...(role === initial.role ? {} : { role }) },
      {
        onSuccess: ({ person: saved }) => {
          done(peopleLabels.saved, saved)
          onClose()
        },
      },
    )
  return (
    <Dialog open keepOpen size="small" onClose={onClose} title={peopleLabels.editTitle}>
      <PersonForm
        initial={initial}
        nameReason={person.locked === null ? undefined : peopleLabels.locked}
        roleReason={person.current ? peopleLabels.ownRole : undefined}
        error={error}
        busy={isPending}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function DisableDialog({ deployment, person, onClose }: PersonDialogProps) {
  const { mutate, isPending, error } = useMutation(changePersonOptions(deployment, person.id))
  const disable = () =>
    mutate(
      { disabled: true },
      {
        onSuccess: ({ person: disabled }) => {
          done(peopleLabels.disabledDone, disabled)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={peopleLabels.disableTitle}
      name={person.name}
      detail={peopleLabels.disableDetail}
      action={peopleLabels.disable}
      busy={isPending}
      error={error}
      onConfirm={disable}
      onClose={onClose}
    />
  )
}
