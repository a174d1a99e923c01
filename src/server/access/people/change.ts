import type { z } from 'zod'
import type { patchPersonBody } from '#contract/details/people.ts'
import type { Role } from '#contract/vocabulary.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Writer } from '#server/db/database.ts'
import { addNotificationEvents } from '#server/db/notification-events.ts'
import { valuesOf } from '#server/db/sql.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { revoke } from '../tokens/revoke.ts'
import { scopesOfRole } from '../tokens/roles.ts'
import { endSessionsOfPerson, onlyDeploymentOf } from '../tokens/sessions/sessions.ts'
import { revokeLinks } from './invitation.ts'
import { isLocked, isWaiting, type Viewpoint, visiblePeople } from './list.ts'
import { addName, isNameTaken, nameKey, personOfName } from './names.ts'
import { lockPerson, type Person } from './person.ts'

type Change = z.infer<typeof patchPersonBody>

/**
 * Renames or disables a person, or sets their role in the deployment, all in one transaction.
 * @returns the id.
 * @throws HttpError 403 for a person who is not the actor's to change, 404, 409.
 */
export async function changePerson(
  transaction: Writer,
  view: Viewpoint,
  path: string,
  { name, role, disabled }: Change,
): Promise<number> {
  const id = ownId(path)
  const person =
    id === null
      ? undefined
      : await visiblePeople(transaction, view).selectAll('person').where('id', '=', id).executeTakeFirst()
  if (!person) throw notFound('person')
  await lockPerson(transaction, person.id)
  if (name !== undefined || disabled !== undefined) await assertUnlocked(transaction, view, person)
  const isOwn = person.id === view.principal.personId
  if (isOwn && disabled === true) throw new HttpError(409, 'You cannot disable yourself.')
  if (isOwn && role !== undefined) throw new HttpError(409, 'You cannot change your own role.')
  if (role !== undefined) await setRole(transaction, view, person, role)
  if (disabled !== undefined) await setDisabled(transaction, view, person, disabled)
  if (name !== undefined && name !== person.name) await rename(transaction, view, person, name)
  return person.id
}

async function assertUnlocked(
  transaction: Writer,
  view: Viewpoint,
  { id, name, created_at, last_seen_at }: Person,
): Promise<void> {
  const roles = await transaction
    .selectFrom('person_role')
    .select(['deployment_id', 'group_name', 'created_at'])
    .where('person_id', '=', id)
    .execute()
  const person = { created_at, last_seen_at }
  if (isWaiting(person, roles, view)) {
    throw new HttpError(403, 'Whoever is invited can be renamed or disabled once they have signed in.')
  }
  if (isLocked(roles, view)) {
    throw new HttpError(
      403,
      `"${name}" also has a role in other deployments. Only an administrator of all deployments can rename or disable them.`,
    )
  }
}

/** Sets the role that an administrator gives in the deployment; null removes it. Those of groups stay. */
export async function setRole(
  transaction: Writer,
  { deployment, principal, now }: Viewpoint,
  { id, name }: Pick<Person, 'id' | 'name'>,
  role: Exclude<Change['role'], undefined>,
): Promise<void> {
  const [before] = await transaction
    .deleteFrom('person_role')
    .where('person_id', '=', id)
    .where('deployment_id', '=', deployment.id)
    .where('group_name', 'is', null)
    .returning(['role', 'created_at', 'invitation_hash', 'invitation_expires_at'])
    .execute()
  if (role !== null) {
    await transaction
      .insertInto('person_role')
      .values({
        person_id: id,
        deployment_id: deployment.id,
        role,
        group_name: null,
        // Since when they are here, whatever their role.
        created_at: before?.created_at ?? now,
        created_by: principal.name,
        invitation_hash: before?.invitation_hash ?? null,
        invitation_expires_at: before?.invitation_expires_at ?? null,
      })
      .execute()
    await setRoleOfSignIn(transaction, { personId: id, deploymentId: deployment.id }, role)
  }
  if ((before?.role ?? null) === role) return
  await recordAudit(transaction, {
    deploymentId: deployment.id,
    at: now,
    actor: principal.name,
    action: role === null ? 'person.role_removed' : 'person.role_given',
    target: name,
    detail: { id: String(id), role: role ?? before?.role, ...(role && before ? { from: before.role } : {}) },
  })
}

/** A sign-in that an invitation created permits what its person may do, whatever that was when it was created. */
const setRoleOfSignIn = (
  transaction: Writer,
  { personId, deploymentId }: { personId: number; deploymentId: number },
  role: Role,
) =>
  transaction
    .updateTable('token')
    .set({ role, scopes_json: JSON.stringify(scopesOfRole[role]) })
    .where('person_id', '=', personId)
    .where('deployment_id', '=', deploymentId)
    .where('origin', '=', 'invitation')
    .where('revoked_at', 'is', null)
    .execute()

/** Ends all that a person holds, or lets them sign in again. */
async function setDisabled(
  transaction: Writer,
  { principal, now, deployments }: Viewpoint,
  { id, name, disabled_at }: Person,
  disabled: boolean,
): Promise<void> {
  if (disabled === (disabled_at !== null)) return
  await transaction
    .updateTable('person')
    .set({ disabled_at: disabled ? now : null, disabled_by: disabled ? principal.name : null })
    .where('id', '=', id)
    .execute()
  let ended = {}
  if (disabled) {
    const tokens = await transaction
      .selectFrom('token')
      .selectAll()
      .where('person_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
    const sessions = await endSessionsOfPerson(transaction, id)
    await revokeLinks(transaction, id)
    for (const token of tokens)
      await revoke(transaction, token, { by: principal.name, now, reason: 'person disabled' })
    ended = { tokens: tokens.length, sessions }
    const event = { kind: 'person.disabled', subject: id, actor: principal.name } as const
    const ids = deployments.map((deployment) => deployment.id)
    await addNotificationEvents(transaction, ids, [event], now)
  }
  await recordAudit(transaction, {
    deploymentId: await onlyDeploymentOf(transaction, id),
    at: now,
    actor: principal.name,
    action: disabled ? 'person.disabled' : 'person.enabled',
    target: name,
    detail: { id: String(id), ...ended },
  })
}

/** Gives a person another name. What they own follows; history keeps the name of the time. */
async function rename(
  transaction: Writer,
  { principal, now, deployments }: Viewpoint,
  { id, name: before }: Person,
  name: string,
): Promise<void> {
  const holder = await personOfName(transaction, name)
  if (holder === undefined ? await isNameTaken(transaction, name) : holder !== id) {
    throw new HttpError(409, `"${name}" is, or was, the name of another person or token. Use another name.`)
  }
  if (holder === undefined) {
    if (!(await addName(transaction, id, name, now)))
      throw new HttpError(409, `"${name}" is now the name of somebody else.`)
  } else await transaction.updateTable('person_name').set({ name }).where('key', '=', nameKey(name)).execute()
  await transaction.updateTable('person').set({ name }).where('id', '=', id).execute()
  await transaction.updateTable('session').set({ person: name }).where('person_id', '=', id).execute()
  await transaction.updateTable('token').set({ person: name }).where('person_id', '=', id).execute()
  await renamePersonalRows(transaction, deployments, before, name)
  await recordAudit(transaction, {
    deploymentId: await onlyDeploymentOf(transaction, id),
    at: now,
    actor: principal.personId === id ? name : principal.name,
    action: 'person.renamed',
    target: name,
    detail: { id: String(id), name: { from: before, to: name } },
  })
}

/** Renames the owner of views and saved filters, in all deployments. */
async function renamePersonalRows(
  transaction: Writer,
  deployments: Viewpoint['deployments'],
  before: string,
  name: string,
): Promise<void> {
  const ids = valuesOf(deployments.map(({ id }) => id))
  await transaction
    .updateTable('view')
    .set({ owner: name })
    .where('deployment_id', 'in', ids)
    .where('owner', '=', before)
    .execute()
  await transaction
    .updateTable('default_view')
    .set({ person: name })
    .where('deployment_id', 'in', ids)
    .where('person', '=', before)
    .execute()
  await transaction
    .updateTable('kept_filter')
    .set({ person: name })
    .where('deployment_id', 'in', ids)
    .where('person', '=', before)
    .execute()
}
