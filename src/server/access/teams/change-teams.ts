import type { z } from 'zod'
import type { createTeamBody, mapHandleBody, patchTeamBody } from '#contract/details/owners.ts'
import { parseOwner } from '#contract/parameters/owner.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { takeId } from '#server/db/ids.ts'
import { addNotificationEvents } from '#server/db/notification-events.ts'
import { textsOf } from '#server/db/sql.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { findOwner } from '../known-owners.ts'
import { nameKey } from '../people/names.ts'
import { ownerOf, type TeamRow, teamWithId } from './team.ts'
import { setGroups } from './team-groups.ts'

const maxTeams = 2000
const maxHandles = 20_000

/** Who changes teams, and when. */
export interface TeamActor {
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Creates a team.
 * @returns its id.
 * @throws HttpError 400 for an unknown member, 409 for a name or a handle that is taken, or too many teams.
 */
export async function createTeam(
  transaction: ChangeTransaction,
  { name, members = [], handles = [], groups = [] }: z.infer<typeof createTeamBody>,
  by: TeamActor,
): Promise<number> {
  const { deploymentId } = transaction
  const { count } = await transaction
    .selectFrom('team')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  if (count >= maxTeams) throw new HttpError(409, `The deployment has ${count} teams, which is the limit.`)
  const id = await takeId(transaction, deploymentId, 'team')
  const row = { deployment_id: deploymentId, id, name, key: nameKey(name) }
  const created = await transaction
    .insertInto('team')
    .values({ ...row, created_at: by.at, created_by: by.actor })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!created) throw new HttpError(409, `There is a team "${name}" already.`)
  await setMembers(transaction, created, members, by)
  await setHandles(transaction, created, handles, by)
  await setGroups(transaction, created, groups)
  await audit(transaction, by, 'team.created', name, { id: String(id), members, handles, groups })
  return id
}

/**
 * Sets members, handles or groups of a team.
 * @returns its id.
 * @throws HttpError 404, 400 for an unknown member, 409 for a handle that belongs to somebody else.
 */
export async function patchTeam(
  transaction: ChangeTransaction,
  id: string,
  { members, handles, groups }: z.infer<typeof patchTeamBody>,
  by: TeamActor,
): Promise<number> {
  const team = await teamWithId(transaction, transaction.deploymentId, id)
  const changes = {
    ...(members ? await setMembers(transaction, team, members, by) : {}),
    ...(handles ? await setHandles(transaction, team, handles, by) : {}),
    ...(groups ? await setGroups(transaction, team, groups) : {}),
  }
  await audit(transaction, by, 'team.changed', team.name, { id, ...changes })
  return team.id
}

/** Deletes a team. @throws HttpError 404. */
export async function deleteTeam(transaction: ChangeTransaction, id: string, by: TeamActor): Promise<void> {
  const { deploymentId } = transaction
  const team = await teamWithId(transaction, deploymentId, id)
  const members = await setMembers(transaction, team, [], by)
  const handles = await setHandles(transaction, team, [], by)
  const groups = await setGroups(transaction, team, [])
  await transaction
    .deleteFrom('team')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', team.id)
    .execute()
  await audit(transaction, by, 'team.deleted', team.name, { id, ...members, ...handles, ...groups })
}

/**
 * Sets whom a handle means; null for nobody.
 * @throws HttpError 400 for an owner that is a handle or does not exist.
 */
export async function mapHandle(
  transaction: ChangeTransaction,
  { handle, owner }: z.infer<typeof mapHandleBody>,
  by: TeamActor,
): Promise<void> {
  const { deploymentId } = transaction
  const target = owner === null ? null : await findOwner(transaction, deploymentId, owner, by.at)
  if (owner !== null && (target === null || parseOwner(target).kind === 'handle')) {
    throw badRequest([{ pointer: '/owner', detail: 'is no person or team of this deployment' }])
  }
  const from = await deleteHandle(transaction, handle)
  if (target !== null) {
    await insertHandles(transaction, [handle], target)
    await notifyOfMapped(transaction, [handle.toLowerCase()], by)
  }
  await audit(transaction, by, 'owner.mapped', handle, { from, to: target })
}

interface MembersChange {
  members: string[]
  membersAdded?: string[]
  membersRemoved?: string[]
}

interface HandlesChange {
  handles: string[]
  handlesAdded?: string[]
  handlesRemoved?: string[]
}

/** Sets the members of a team that are named. @returns what changed, for the audit log. */
async function setMembers(
  transaction: ChangeTransaction,
  team: TeamRow,
  members: readonly string[],
  by: TeamActor,
): Promise<MembersChange> {
  const { deploymentId } = transaction
  const people: string[] = []
  const before = await transaction
    .deleteFrom('team_member')
    .where('deployment_id', '=', deploymentId)
    .where('team_id', '=', team.id)
    .returning('person')
    .execute()
  const stay = new Set(before.map(({ person }) => person))
  for (const [index, name] of members.entries()) {
    // Whoever is a member stays one, even after being disabled.
    const known = stay.has(name)
      ? `person:${name}`
      : await findOwner(transaction, deploymentId, `person:${name}`, by.at)
    if (known === null)
      throw badRequest([
        { pointer: `/members/${index}`, detail: `"${name}" is no person who can sign in to this deployment` },
      ])
    people.push(known.slice('person:'.length))
  }
  const now = new Set(people)
  if (now.size > 0)
    await transaction
      .insertInto('team_member')
      .values([...now].map((person) => ({ deployment_id: deploymentId, team_id: team.id, person })))
      .execute()
  const [membersAdded, membersRemoved] = [now.difference(stay), stay.difference(now)]
  return {
    members: [...now],
    ...(membersAdded.size > 0 ? { membersAdded: [...membersAdded] } : {}),
    ...(membersRemoved.size > 0 ? { membersRemoved: [...membersRemoved] } : {}),
  }
}

/** Sets the handles of a team. @returns what changed, for the audit log. */
async function setHandles(
  transaction: ChangeTransaction,
  team: TeamRow,
  handles: readonly string[],
  by: TeamActor,
): Promise<HandlesChange> {
  const { deploymentId } = transaction
  const owner = ownerOf(team)
  const keys = [...new Set(handles.map((handle) => handle.toLowerCase()))]
  const before = await transaction
    .deleteFrom('owner_handle')
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', owner)
    .returning('handle')
    .execute()
  const known = new Set(before.map(({ handle }) => handle))
  const taken = await transaction
    .selectFrom('owner_handle')
    .select(['handle', 'owner'])
    .where('deployment_id', '=', deploymentId)
    .where('handle', 'in', textsOf(keys))
    .limit(1)
    .executeTakeFirst()
  if (taken) throw new HttpError(409, `${taken.handle} belongs to ${taken.owner}.`)
  await insertHandles(transaction, keys, owner)
  const handlesAdded = keys.filter((handle) => !known.has(handle))
  const handlesRemoved = [...known.difference(new Set(keys))]
  await notifyOfMapped(transaction, handlesAdded, by)
  return {
    handles: keys,
    ...(handlesAdded.length > 0 ? { handlesAdded } : {}),
    ...(handlesRemoved.length > 0 ? { handlesRemoved } : {}),
  }
}

/** What the handles own has an owner now. */
async function notifyOfMapped(
  transaction: ChangeTransaction,
  handles: readonly string[],
  { actor, at }: TeamActor,
): Promise<void> {
  const events = handles.map((handle) => ({ kind: 'owner.mapped' as const, handle, actor }))
  await addNotificationEvents(transaction, [transaction.deploymentId], events, at)
}

/** @returns whom the handle meant; null for nobody. */
async function deleteHandle(transaction: ChangeTransaction, handle: string): Promise<string | null> {
  const row = await transaction
    .deleteFrom('owner_handle')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('handle', '=', handle.toLowerCase())
    .returning('owner')
    .executeTakeFirst()
  return row?.owner ?? null
}

async function insertHandles(
  transaction: ChangeTransaction,
  handles: readonly string[],
  owner: string,
): Promise<void> {
  const { deploymentId } = transaction
  if (handles.length === 0) return
  const { count } = await transaction
    .selectFrom('owner_handle')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  if (count + handles.length > maxHandles)
    throw new HttpError(409, `The deployment has ${count} mapped handles, and the limit is ${maxHandles}.`)
  await transaction
    .insertInto('owner_handle')
    .values(handles.map((handle) => ({ deployment_id: deploymentId, handle: handle.toLowerCase(), owner })))
    .execute()
}

/** Records a change of teams: what is counted by owner is counted anew. */
async function audit(
  transaction: ChangeTransaction,
  { actor, at }: TeamActor,
  action: string,
  target: string,
  detail: object,
): Promise<void> {
  transaction.changed.table('team')
  await recordAudit(transaction, {
    deploymentId: transaction.deploymentId,
    at,
    actor,
    action,
    target,
    detail,
  })
}
