import { sql } from 'kysely'
import type { Team } from '#contract/responses/owners.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'

const maxListedMembers = 1000

type GroupsOfTeam = Pick<Team, 'groups' | 'groupMembers' | 'groupMemberCount'>

/**
 * Sets the groups of a team. Whoever is a member by a removed group alone is none any more.
 * @returns what changed, for the audit log.
 */
export async function setGroups(
  transaction: ChangeTransaction,
  { id }: { id: number },
  groups: readonly string[],
): Promise<{ groups: string[]; groupsAdded?: string[]; groupsRemoved?: string[] }> {
  const { deploymentId } = transaction
  const wanted = new Set(groups)
  const rows = await transaction
    .selectFrom('team_group')
    .select('group_name')
    .where('deployment_id', '=', deploymentId)
    .where('team_id', '=', id)
    .execute()
  const before = new Set(rows.map(({ group_name: name }) => name))
  const removed = [...before.difference(wanted)]
  const added = [...wanted.difference(before)]
  // Their members are deleted with them.
  await transaction
    .deleteFrom('team_group')
    .where('deployment_id', '=', deploymentId)
    .where('team_id', '=', id)
    .where('group_name', 'in', textsOf(removed))
    .execute()
  if (added.length > 0) {
    await transaction
      .insertInto('team_group')
      .values(added.map((name) => ({ deployment_id: deploymentId, team_id: id, group_name: name })))
      .execute()
  }
  return {
    groups: [...wanted],
    ...(added.length > 0 ? { groupsAdded: added } : {}),
    ...(removed.length > 0 ? { groupsRemoved: removed } : {}),
  }
}

/** Reads the groups of teams and who is a member by them, without disabled people. Two statements. */
export async function readTeamGroups(
  reader: Reader,
  deploymentId: number,
  teams: readonly { id: number }[],
): Promise<(team: number) => GroupsOfTeam> {
  const ids = valuesOf(teams.map(({ id }) => id))
  const groups = await reader
    .selectFrom('team_group')
    .select([
      'team_id',
      'group_name',
      // Of the team, not of the group.
      membershipsOf(reader, deploymentId)
        .where('member.team_id', '=', sql.ref<number>('team_group.team_id'))
        .select(({ fn }) => fn.count<number>('person.id').distinct().as('count'))
        .as('count'),
    ])
    .where('deployment_id', '=', deploymentId)
    .where('team_id', 'in', ids)
    .orderBy('group_name')
    .execute()
  const members = await reader
    .selectFrom(
      membershipsOf(reader, deploymentId)
        .where('member.team_id', 'in', ids)
        .select((eb) => [
          'member.team_id',
          'member.group_name',
          'person.name',
          eb.fn
            .agg<number>('dense_rank')
            .over((over) => over.partitionBy('member.team_id').orderBy('person.name').orderBy('person.id'))
            .as('place'),
        ])
        .as('ranked'),
    )
    .selectAll()
    .where('place', '<=', maxListedMembers)
    .orderBy('place')
    .orderBy('group_name')
    .execute()
  const groupsByTeam = Map.groupBy(groups, ({ team_id: team }) => team)
  const membersByTeam = Map.groupBy(members, ({ team_id: team }) => team)
  return (team) => ({
    groups: (groupsByTeam.get(team) ?? []).map(({ group_name: name }) => name),
    groupMembers: [...Map.groupBy(membersByTeam.get(team) ?? [], ({ place }) => place).values()].map(
      (rows) => ({ name: rows[0]?.name ?? '', groups: rows.map(({ group_name: name }) => name) }),
    ),
    groupMemberCount: Number(groupsByTeam.get(team)?.[0]?.count ?? 0),
  })
}

/** Memberships of people who are not disabled. */
const membershipsOf = (reader: Reader, deploymentId: number) =>
  reader
    .selectFrom('team_group_member as member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .where('member.deployment_id', '=', deploymentId)
    .where('person.disabled_at', 'is', null)
