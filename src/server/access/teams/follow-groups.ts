import { recordAudits } from '#server/audit/audit-log.ts'
import { TimeSlice } from '#server/base/time-slice.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'
import type { Services } from '#server/http/services.ts'
import type { Identity } from '#server/http/single-sign-on.ts'

/** Rows that are read or written at a time. */
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

/** Compares the stored memberships of a person with those that their groups give. */
async function compare(
  reader: Reader,
  personId: number,
  groups: readonly string[],
  deploymentIds: readonly number[],
): Promise<MembershipChanges> {
  const roles = await reader
    .selectFrom('person_role')
    .select('deployment_id')
    .where('person_id', '=', personId)
    .execute()
  const isEverywhere = roles.some(({ deployment_id: id }) => id === null)
  const own = new Set(roles.map(({ deployment_id: id }) => id))
  const ownIds = deploymentIds.filter((id) => isEverywhere || own.has(id))
  const before = await membershipsBefore(reader, personId, deploymentIds)
  const now = await membershipsNow(reader, groups, ownIds)
  return {
    joined: [...now].flatMap(([key, one]) => (before.has(key) ? [] : [one])),
    left: [...before].flatMap(([key, one]) => (now.has(key) ? [] : [one])),
  }
}

type Memberships = Map<string, Membership>

/**
 * The stored memberships of a person by a group, read in parts between which requests are answered: each of thousands of
 * teams may have one by many groups.
 */
async function membershipsBefore(
  reader: Reader,
  personId: number,
  deploymentIds: readonly number[],
): Promise<Memberships> {
  const found: Memberships = new Map()
  const slice = new TimeSlice()
  const counts = await reader
    .selectFrom('team_group_member')
    .select(({ fn }) => ['deployment_id', 'team_id', fn.countAll<number>().as('rows')])
    .where('person_id', '=', personId)
    .where('deployment_id', 'in', valuesOf(deploymentIds))
    .groupBy(['deployment_id', 'team_id'])
    .execute()
  for (const part of inParts(counts)) {
    if (slice.isOver) await slice.next()
    const rows = await reader
      .selectFrom('team_group')
      // By its whole key: neither all members of these teams nor all teams of the person are read for each part.
      .innerJoin('team_group_member as member', (join) =>
        join
          .onRef('member.deployment_id', '=', 'team_group.deployment_id')
          .onRef('member.team_id', '=', 'team_group.team_id')
          .onRef('member.group_name', '=', 'team_group.group_name')
          .on('member.person_id', '=', personId),
      )
      .innerJoin('team', (join) =>
        join
          .onRef('team.deployment_id', '=', 'team_group.deployment_id')
          .onRef('team.id', '=', 'team_group.team_id'),
      )
      .select(['team_group.deployment_id', 'team_group.team_id', 'team.name', 'team_group.group_name'])
      .where('team_group.deployment_id', '=', part.deploymentId)
      .where('team_group.team_id', 'in', valuesOf(part.counts.map((row) => row.team_id)))
      .execute()
    for (const row of rows) found.set(keyOf(row), membershipOf(row))
  }
  return found
}

/** The memberships that groups give, read in parts: a group may be named by each of thousands of teams. */
async function membershipsNow(
  reader: Reader,
  groups: readonly string[],
  deploymentIds: readonly number[],
): Promise<Memberships> {
  const found: Memberships = new Map()
  const slice = new TimeSlice()
  const counts = await reader
    .selectFrom('team_group')
    .select(({ fn }) => ['deployment_id', 'group_name', fn.countAll<number>().as('rows')])
    .where('deployment_id', 'in', valuesOf(deploymentIds))
    .where('group_name', 'in', textsOf(groups))
    .groupBy(['deployment_id', 'group_name'])
    .execute()
  for (const part of inParts(counts)) {
    if (slice.isOver) await slice.next()
    const rows = await reader
      .selectFrom('team_group')
      .innerJoin('team', (join) =>
        join
          .onRef('team.deployment_id', '=', 'team_group.deployment_id')
          .onRef('team.id', '=', 'team_group.team_id'),
      )
      .select(['team_group.deployment_id', 'team_group.team_id', 'team.name', 'team_group.group_name'])
      .where('team_group.deployment_id', '=', part.deploymentId)
      .where('team_group.group_name', 'in', textsOf(part.counts.map((row) => row.group_name)))
      .execute()
    for (const row of rows) found.set(keyOf(row), membershipOf(row))
  }
  return found
}

/** Counts of a deployment at a time, as many as have `rowsPerBatch` rows together, or one that has more. */
function inParts<Count extends { deployment_id: number; rows: number }>(all: readonly Count[]) {
  const parts: { deploymentId: number; counts: Count[] }[] = []
  for (const [deploymentId, counts] of Map.groupBy(all, (count) => count.deployment_id)) {
    let rows = Number.POSITIVE_INFINITY
    for (const count of counts) {
      if (rows + count.rows > rowsPerBatch) {
        parts.push({ deploymentId, counts: [] })
        rows = 0
      }
      parts.at(-1)?.counts.push(count)
      rows += count.rows
    }
  }
  return parts
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
