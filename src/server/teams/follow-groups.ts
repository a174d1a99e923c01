import { recordAudits } from '#server/audit/public.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'
import type { Services } from '#server/http/services.ts'
import type { Identity } from '#server/http/single-sign-on.ts'
import { TimeSlice } from '#server/time-slice.ts'

/** Rows that are written at a time. */
const rowsPerBatch = 500

/** Whether a person is a member of a team by a group now, and was before. */
interface Membership {
  deploymentId: number
  teamId: number
  team: string
  group: string
}

interface MembershipChanges {
  joined: Membership[]
  left: Membership[]
}

type Groups = Pick<Identity, 'issuer' | 'subject' | 'groups'>

/**
 * Makes a person a member of the teams that name one of their groups, in deployments where they have a role, and of no
 * others by a group. To be called after each sign-in, also a refused one. Deployments without a change are only read.
 */
export async function followGroups(services: Services, identity: Groups): Promise<void> {
  const { read } = services.database
  const person = await readPerson(read, identity)
  if (!person) return
  const ids = services.deployments.all().map(({ id }) => id)
  const { joined, left } = await compare(read, person.id, identity.groups, ids)
  const changed = new Set([...joined, ...left].map(({ deploymentId }) => deploymentId))
  for (const deploymentId of changed) {
    await services.change(deploymentId, person.name, async (transaction) => {
      // Roles and teams may have changed meanwhile.
      const changes = await compare(transaction, person.id, identity.groups, [deploymentId])
      await apply(transaction, person, changes, services.now())
    })
  }
}

/** The person of an identity; undefined for somebody who is not stored or disabled. */
function readPerson(reader: Reader, { issuer, subject }: Groups) {
  return reader
    .selectFrom('person')
    .select(['id', 'name'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Compares the stored memberships of a person with those that their groups give. Three statements. */
async function compare(
  reader: Reader,
  personId: number,
  groups: readonly string[],
  deploymentIds: readonly number[],
): Promise<MembershipChanges> {
  const before = await reader
    .selectFrom('team_group_member as member')
    .innerJoin('team', (join) =>
      join.onRef('team.deployment_id', '=', 'member.deployment_id').onRef('team.id', '=', 'member.team_id'),
    )
    .select(['member.deployment_id', 'member.team_id', 'team.name', 'member.group_name'])
    .where('member.person_id', '=', personId)
    .where('member.deployment_id', 'in', valuesOf(deploymentIds))
    .execute()
  const roles = await reader
    .selectFrom('person_role')
    .select('deployment_id')
    .where('person_id', '=', personId)
    .execute()
  const isEverywhere = roles.some(({ deployment_id: id }) => id === null)
  const own = new Set(roles.map(({ deployment_id: id }) => id))
  const now = await reader
    .selectFrom('team_group')
    .innerJoin('team', (join) =>
      join
        .onRef('team.deployment_id', '=', 'team_group.deployment_id')
        .onRef('team.id', '=', 'team_group.team_id'),
    )
    .select(['team_group.deployment_id', 'team_group.team_id', 'team.name', 'team_group.group_name'])
    .where(
      'team_group.deployment_id',
      'in',
      valuesOf(deploymentIds.filter((id) => isEverywhere || own.has(id))),
    )
    .where('team_group.group_name', 'in', textsOf(groups))
    .execute()
  const beforeByKey = new Map(before.map((row) => [keyOf(row), membershipOf(row)]))
  const nowByKey = new Map(now.map((row) => [keyOf(row), membershipOf(row)]))
  return {
    joined: [...nowByKey].flatMap(([key, one]) => (beforeByKey.has(key) ? [] : [one])),
    left: [...beforeByKey].flatMap(([key, one]) => (nowByKey.has(key) ? [] : [one])),
  }
}

interface MembershipRow {
  deployment_id: number
  team_id: number
  name: string
  group_name: string
}

const keyOf = (row: MembershipRow) => JSON.stringify([row.deployment_id, row.team_id, row.group_name])
const membershipOf = (row: MembershipRow): Membership => ({
  deploymentId: row.deployment_id,
  teamId: row.team_id,
  team: row.name,
  group: row.group_name,
})

async function apply(
  transaction: ChangeTransaction,
  person: { id: number; name: string },
  { joined, left }: MembershipChanges,
  at: number,
): Promise<void> {
  const { deploymentId } = transaction
  // Thousands of teams may name the groups that a person has or had.
  const slice = new TimeSlice()
  for (const { teamId, group } of left) {
    if (slice.isOver) await slice.next()
    await transaction
      .deleteFrom('team_group_member')
      .where('deployment_id', '=', deploymentId)
      .where('team_id', '=', teamId)
      .where('group_name', '=', group)
      .where('person_id', '=', person.id)
      .execute()
  }
  for (let from = 0; from < joined.length; from += rowsPerBatch) {
    if (slice.isOver) await slice.next()
    await transaction
      .insertInto('team_group_member')
      .values(
        joined.slice(from, from + rowsPerBatch).map(({ teamId, group }) => ({
          deployment_id: deploymentId,
          team_id: teamId,
          group_name: group,
          person_id: person.id,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['deployment_id', 'team_id', 'group_name', 'person_id']).doNothing(),
      )
      .execute()
  }
  // What is counted by owner is counted anew.
  transaction.changed.table('team')
  const event = (action: string, { team, group }: Membership) => ({
    deploymentId,
    at,
    actor: person.name,
    action,
    target: team,
    detail: { id: String(person.id), person: person.name, group },
  })
  const events = [
    ...left.map((one) => event('team.member_left', one)),
    ...joined.map((one) => event('team.member_joined', one)),
  ]
  for (let from = 0; from < events.length; from += rowsPerBatch) {
    if (slice.isOver) await slice.next()
    await recordAudits(transaction, events.slice(from, from + rowsPerBatch))
  }
}
