import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { changeTeamOptions, createTeamOptions, deleteTeamOptions } from '#api/owners.ts'
import type { Team } from '#contract/responses/owners.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { editTeam, teamLabels } from './labels.ts'
import { TeamForm } from './team-form.tsx'

/** The open dialog: a new team, or one about a team. */
export type TeamDialogRequest = { kind: 'create' } | { kind: 'edit' | 'delete'; team: Team }

interface TeamDialogsProps {
  deployment: string
  request: TeamDialogRequest
  /** Whether people can sign in with groups. */
  singleSignOn: boolean
  /** Receives the focus when the dialog closes and its button is gone. */
  after: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialogs of the teams page, in one chunk. */
export function TeamDialogs({ request, ...props }: TeamDialogsProps) {
  if (request.kind === 'create') return <CreateDialog {...props} />
  const Part = request.kind === 'edit' ? EditDialog : DeleteDialog
  return <Part {...props} team={request.team} />
}

const done = (title: string, name: string) => toast({ title, detail: name, tone: 'ok', slot: 'teams' })

type DialogProps = Omit<TeamDialogsProps, 'request'>

function CreateDialog({ deployment, singleSignOn, after, onClose }: DialogProps) {
  const { mutate, isPending, error } = useMutation(createTeamOptions(deployment))
  return (
    <Dialog open keepOpen size="small" onClose={onClose} finalFocus={after} title={teamLabels.create}>
      <TeamForm
        singleSignOn={singleSignOn}
        error={error}
        busy={isPending}
        onCancel={onClose}
        onSave={(team) =>
          mutate(team, {
            onSuccess: () => {
              done(teamLabels.created, team.name)
              onClose()
            },
          })
        }
      />
    </Dialog>
  )
}

function EditDialog({ deployment, team, singleSignOn, onClose }: DialogProps & { team: Team }) {
  const { mutate, isPending, error } = useMutation(changeTeamOptions(deployment, team.id))
  return (
    <Dialog open keepOpen size="small" onClose={onClose} title={editTeam(team.name)}>
      <TeamForm
        initial={team}
        singleSignOn={singleSignOn}
        error={error}
        busy={isPending}
        onCancel={onClose}
        onSave={({ members, handles, groups }) =>
          mutate(
            { members, handles, groups },
            {
              onSuccess: () => {
                done(teamLabels.saved, team.name)
                onClose()
              },
            },
          )
        }
      />
    </Dialog>
  )
}

function DeleteDialog({ deployment, team, after, onClose }: DialogProps & { team: Team }) {
  const { mutate, isPending, error } = useMutation(deleteTeamOptions(deployment, team.id))
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        done(teamLabels.deleted, team.name)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={teamLabels.deleteTitle}
      name={team.name}
      detail={teamLabels.deleteDetail}
      action={teamLabels.delete}
      busy={isPending}
      error={error}
      after={after}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
