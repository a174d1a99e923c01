import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useRef, useState } from 'react'
import { mayIn } from '#api/me.ts'
import { teamsOptions } from '#api/owners.ts'
import type { Team, TeamsAnswer } from '#contract/responses/owners.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import type { SectionProps } from '../section-props.ts'
import { HandlePanels } from './handle-panels.tsx'
import { deleteTeam, editTeam, fromGroups, othersOf, teamLabels } from './labels.ts'
import { RulesPanel } from './rules-panel.tsx'
import type { TeamDialogRequest } from './team-dialogs.tsx'

const TeamDialogs = lazyDialog(() => import('./team-dialogs.tsx').then((module) => module.TeamDialogs))

/** The teams of the deployment, and unmapped handles. */
export function TeamsSection({ deployment: { slug }, me }: SectionProps) {
  const { data, error, refetch, isFetching } = useQuery(teamsOptions(slug))
  const [request, setRequest] = useState<TeamDialogRequest>()
  const create = useRef<HTMLButtonElement>(null)
  const reason = mayIn(me, slug, 'projects:write') ? undefined : teamLabels.forbidden
  return (
    <section aria-labelledby="teams" className="min-h-0 flex-1 overflow-y-auto pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="teams" className="text-lg font-semibold">
            {teamLabels.title}
          </h2>
          <p className="pt-1 text-base text-2">{teamLabels.words}</p>
        </div>
        <Button
          ref={create}
          variant="primary"
          icon="plus"
          disabledReason={reason}
          onClick={() => setRequest({ kind: 'create' })}
        >
          {teamLabels.create}
        </Button>
      </div>
      {!data && error && (
        <ErrorPanel
          error={error}
          title={teamLabels.failed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && (
        <div className="px-4">
          <SkeletonLines count={3} />
        </div>
      )}
      {data && <TeamList answer={data} reason={reason} onRequest={setRequest} />}
      {data && <RulesPanel deployment={slug} reason={reason} />}
      {data && <HandlePanels deployment={slug} answer={data} reason={reason} />}
      {request && (
        <Suspense>
          <TeamDialogs
            deployment={slug}
            request={request}
            singleSignOn={data?.singleSignOn ?? false}
            after={create}
            onClose={() => setRequest(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface TeamListProps {
  answer: TeamsAnswer
  /** Why this person may not change teams. */
  reason: string | undefined
  onRequest: (request: TeamDialogRequest) => void
}

function TeamList({ answer: { teams }, reason, onRequest }: TeamListProps) {
  if (teams.length === 0)
    return (
      <EmptyState icon="person" title={teamLabels.none}>
        {teamLabels.noneDetail}
      </EmptyState>
    )
  return (
    <ul aria-labelledby="teams" className="border-t border-line">
      {teams.map((team) => (
        <li
          key={team.id}
          className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line px-4 py-2.5"
        >
          <TeamFacts team={team} />
          <span className="-mx-2 flex gap-1">
            <Button
              size="small"
              variant="quiet"
              disabledReason={reason}
              onClick={() => onRequest({ kind: 'edit', team })}
            >
              {teamLabels.edit} <span className="sr-only">{editTeam(team.name)}</span>
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon="trash"
              disabledReason={reason}
              onClick={() => onRequest({ kind: 'delete', team })}
            >
              {teamLabels.delete} <span className="sr-only">{deleteTeam(team.name)}</span>
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

function TeamFacts({ team }: { team: Team }) {
  const { name, members, handles, groups } = team
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="wrap-anywhere text-2">
        {members.length === 0 && team.groupMemberCount === 0 && teamLabels.noMembers}
        {members.map((member, index) => (
          <Fragment key={member}>
            {index > 0 && ', '}
            <bdi>{member}</bdi>
          </Fragment>
        ))}
      </p>
      {groups.length > 0 && <GroupMembers team={team} />}
      {handles.length > 0 && <p className="font-mono text-xs wrap-anywhere text-2">{handles.join(' ')}</p>}
    </div>
  )
}

/** This many are shown before the others are only counted. */
const maxShown = 20

/** The groups of a team, and who is a member by them. */
function GroupMembers({ team: { groups, groupMembers, groupMemberCount } }: { team: Team }) {
  const shown = groupMembers.slice(0, maxShown)
  return (
    <p className="wrap-anywhere text-2">
      {fromGroups(groups.length)}{' '}
      {groups.map((group, index) => (
        <Fragment key={group}>
          {index > 0 && ', '}
          <bdi className="font-mono text-xs">{group}</bdi>
        </Fragment>
      ))}
      {': '}
      {shown.length === 0 && teamLabels.noneSignedIn}
      {shown.map(({ name, groups: own }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
          {groups.length > 1 && <bdi className="text-xs"> ({own.join(', ')})</bdi>}
        </Fragment>
      ))}
      {groupMemberCount > shown.length && ` ${othersOf(groupMemberCount - shown.length)}`}
    </p>
  )
}
