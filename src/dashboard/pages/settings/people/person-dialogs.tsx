import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { changePersonOptions } from '#api/people.ts'
import type { Person } from '#contract/responses/people.ts'
import { type PersonRole, personRoles } from '#contract/vocabulary.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { InviteDialog, NewLinkDialog } from './invitation-dialogs.tsx'
import { peopleLabels } from './labels.ts'
import { type PersonDraft, PersonForm } from './person-form.tsx'

/** The open dialog: an invitation, another link for one, or one about a person. */
export type PersonDialogRequest =
  | { kind: 'invite' }
  | { kind: 'link'; person: Person; email: string; role: PersonRole }
  | { kind: 'edit' | 'disable'; person: Person }

interface PersonDialogsProps {
  deployment: string
  request: PersonDialogRequest
  /** Whether single sign-on is set up. */
  singleSignOn: boolean
  /** Receives the focus when an invitation closes. */
  after: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialogs of the people list, in one chunk. */
export function PersonDialogs({ deployment, request, singleSignOn, after, onClose }: PersonDialogsProps) {
  const common = { deployment, after, onClose }
  if (request.kind === 'invite') return <InviteDialog {...common} singleSignOn={singleSignOn} />
  if (request.kind === 'link') {
    const { person, email, role } = request
    return <NewLinkDialog {...common} person={person} email={email} role={role} />
  }
  const props = { deployment, person: request.person, onClose }
  return request.kind === 'edit' ? <EditDialog {...props} /> : <DisableDialog {...props} />
}

const done = (title: string, { name }: Person) => toast({ title, detail: name, tone: 'ok', slot: 'people' })

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
