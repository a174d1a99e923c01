import {
  createTeam,
  deleteTeam,
  listOwners,
  listTeams,
  mapHandle,
  patchTeam,
} from '#contract/operations/owners.ts'
import { parseOwner } from '#contract/parameters/owner.ts'
import type { TeamsAnswer } from '#contract/responses/owners.ts'
import { listOwners as readOwners } from '#server/access/known-owners.ts'
import * as teams from '#server/access/teams/change-teams.ts'
import { readTeams } from '#server/access/teams/team.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { countByOwner } from '#server/findings/counts/by-owner.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import type { Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'

const maxListed = 1000

/** Teams and other owners of findings. Source: docs/api.md#owners. */
export function teamRoutes(services: Services): Route[] {
  const { read } = services.database
  const change = <T>(
    deployment: Deployment,
    principal: Principal,
    work: (transaction: ChangeTransaction, by: teams.TeamActor) => Promise<T>,
  ) =>
    services.change(deployment.id, principal.name, (transaction) =>
      work(transaction, { actor: principal.name, at: services.now() }),
    )
  const changedTeam = (
    deployment: Deployment,
    principal: Principal,
    work: (transaction: ChangeTransaction, by: teams.TeamActor) => Promise<number>,
  ) =>
    change(deployment, principal, async (transaction, by) => {
      const found = await readTeams(transaction, deployment.id, { only: await work(transaction, by) })
      return { team: found.teams[0] }
    })

  return [
    handle(listOwners, async ({ deployment }) => ({
      owners: await readOwners(read, deployment.id, services.now()),
    })),

    handle(listTeams, ({ deployment }) => readAnswer(services, deployment.id)),

    handle(createTeam, ({ deployment, body, principal }) =>
      changedTeam(deployment, principal, (transaction, by) => teams.createTeam(transaction, body, by)),
    ),

    handle(patchTeam, ({ deployment, path, body, principal }) =>
      changedTeam(deployment, principal, (transaction, by) =>
        teams.patchTeam(transaction, path.id, body, by),
      ),
    ),

    handle(deleteTeam, ({ deployment, path, principal }) =>
      change(deployment, principal, (transaction, by) => teams.deleteTeam(transaction, path.id, by)),
    ),

    handle(mapHandle, ({ deployment, body, principal }) =>
      change(deployment, principal, (transaction, by) => teams.mapHandle(transaction, body, by)),
    ),
  ]
}

function readAnswer(services: Services, deploymentId: number): Promise<TeamsAnswer> {
  return withSnapshot(services.columns, deploymentId, async (snapshot) => {
    const { reader } = snapshot
    const counts = countByOwner(snapshot)
    const { names, ...found } = await readTeams(reader, deploymentId, { owners: [...counts.keys()] })
    const select = (isListed: (stored: string, shown: string | null) => boolean) =>
      [...counts]
        .flatMap(([owner, byType]) =>
          isListed(owner, names.shown(owner))
            ? [{ owner, findings: byType.sast + byType.sca + byType.secrets, byType }]
            : [],
        )
        .sort((one, other) => other.findings - one.findings || (one.owner < other.owner ? -1 : 1))
        .slice(0, maxListed)
    return {
      teams: found.teams,
      singleSignOn: services.singleSignOn !== null,
      handles: found.handles.filter(({ owner }) => parseOwner(owner).kind === 'person'),
      unmapped: select((_, shown) => shown !== null && parseOwner(shown).kind === 'handle'),
      disabled: select((_, shown) => shown === null),
    }
  })
}
