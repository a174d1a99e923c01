import type { Selectable } from 'kysely'
import type { Team } from '#contract/responses/owners.ts'
import type { Reader } from '#server/db/database.ts'
import type { TeamTable } from '#server/db/owner-tables.ts'
import { valuesOf } from '#server/db/sql.ts'
import { notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { type OwnerNames, readOwnerNames } from '../owner-names.ts'
import { readTeamGroups } from './team-groups.ts'

export type TeamRow = Selectable<TeamTable>

/** The owner that a team is. */
export const ownerOf = ({ name }: Pick<TeamRow, 'name'>): string => `team:${name}`

/** @throws HttpError 404 for a team that does not exist or belongs to another deployment. */
export async function teamWithId(reader: Reader, deploymentId: number, id: string): Promise<TeamRow> {
  const row = await reader
    .selectFrom('team')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', ownId(id) ?? -1)
    .executeTakeFirst()
  if (!row) throw notFound('team')
  return row
}

/**
 * The teams of a deployment by name, with members, handles and groups. Five statements, and those of owners' names.
 * @param owners whose names are read along
 */
export async function readTeams(
  reader: Reader,
  deploymentId: number,
  { only, owners = [] }: { only?: number; owners?: readonly string[] } = {},
): Promise<{ teams: Team[]; handles: { handle: string; owner: string }[]; names: OwnerNames }> {
  const rows = await reader
    .selectFrom('team')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .orderBy('key')
    .execute()
  const members = await reader
    .selectFrom('team_member')
    .select(['team_id', 'person'])
    .where('deployment_id', '=', deploymentId)
    .where('team_id', 'in', valuesOf(rows.map(({ id }) => id)))
    .orderBy('person')
    .execute()
  const handles = await reader
    .selectFrom('owner_handle')
    .select(['handle', 'owner'])
    .where('deployment_id', '=', deploymentId)
    .orderBy('handle')
    .execute()
  const names = await readOwnerNames(reader, deploymentId, [
    ...members.map(({ person }) => `person:${person}`),
    ...owners,
  ])
  const byTeam = Map.groupBy(members, ({ team_id }) => team_id)
  const groupsOf = await readTeamGroups(reader, deploymentId, rows)
  const nameOf = (person: string) => names.shown(`person:${person}`)?.slice('person:'.length) ?? person
  return {
    teams: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      members: (byTeam.get(row.id) ?? []).map(({ person }) => nameOf(person)),
      handles: handles.flatMap(({ handle, owner }) => (owner === ownerOf(row) ? [handle] : [])),
      ...groupsOf(row.id),
      createdAt: new Date(row.created_at).toISOString(),
      createdBy: row.created_by,
    })),
    handles,
    names,
  }
}
