import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { inviteOptions } from '#api/people.ts'
import type { ResponseBody } from '#contract/responses/all.ts'
import type { Person } from '#contract/responses/people.ts'
import type { PersonRole } from '#contract/vocabulary.ts'
import { CopyableText } from '#features/copyable-text.tsx'
import { exactDay } from '#lib/time/instant.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { linkValidUntil, peopleLabels } from './labels.ts'
import { type PersonDraft, PersonForm } from './person-form.tsx'

type Link = NonNullable<ResponseBody<'invitePerson'>['invitation']>

interface InviteDialogProps {
  deployment: string
  /** Whether people sign in at a provider, and so need no link. */
  singleSignOn: boolean
  after: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Invites a person, and shows the link of the invitation once. */
export function InviteDialog({ deployment, singleSignOn, after, onClose }: InviteDialogProps) {
  const { mutate, isPending, error } = useMutation(inviteOptions(deployment))
  const [invited, setInvited] = useState<{ person: Person; link: Link }>()
  const save = ({ email, name, role }: PersonDraft) =>
    mutate(
      { email: email ?? '', name: name === '' ? null : name, role: role ?? 'viewer' },
      {
        onSuccess: ({ person, invitation }) => {
          if (invitation) return setInvited({ person, link: invitation })
          const title = person.invited ? peopleLabels.invitedDone : peopleLabels.roleGiven
          const hasToken = !singleSignOn && !person.invited
          const detail = hasToken ? peopleLabels.hasSignIn(person.name) : person.name
          toast({ title, detail, tone: 'ok', slot: 'people' })
          onClose()
        },
      },
    )
  if (invited) return <LinkDialog {...invited} after={after} onClose={onClose} />
  return (
    <Dialog open keepOpen size="small" onClose={onClose} finalFocus={after} title={peopleLabels.invite}>
      <PersonForm
        initial={{ email: '', name: '', role: 'viewer' }}
        singleSignOn={singleSignOn}
        error={error}
        busy={isPending}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface NewLinkDialogProps extends Pick<InviteDialogProps, 'deployment' | 'after' | 'onClose'> {
  person: Person
  email: string
  role: PersonRole
}

/** Creates another link for a person who has no sign-in. */
export function NewLinkDialog({ deployment, person, email, role, after, onClose }: NewLinkDialogProps) {
  const { mutate, isPending, error, data } = useMutation(inviteOptions(deployment))
  if (data?.invitation) {
    return <LinkDialog person={person} link={data.invitation} after={after} onClose={onClose} />
  }
  return (
    <ConfirmDialog
      title={peopleLabels.newLinkTitle}
      name={person.name}
      detail={peopleLabels.newLinkDetail}
      action={peopleLabels.createLink}
      danger={false}
      busy={isPending}
      error={error}
      after={after}
      onConfirm={() => mutate({ email, role })}
      onClose={onClose}
    />
  )
}

interface LinkDialogProps extends Pick<InviteDialogProps, 'after' | 'onClose'> {
  person: Person
  link: Link
}

function LinkDialog({ person, link, after, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open
      keepOpen
      insist
      onClose={onClose}
      finalFocus={after}
      title={peopleLabels.linkTitle}
      description={peopleLabels.linkDetail}
      footer={
        <Button variant="primary" onClick={onClose}>
          {peopleLabels.done}
        </Button>
      }
    >
      <div className="space-y-2 text-base">
        <p className="font-medium wrap-anywhere">{person.name}</p>
        <CopyableText text={link.url} what="link" />
        <p className="text-2">{linkValidUntil(exactDay(new Date(link.expiresAt)))}</p>
      </div>
    </Dialog>
  )
}
