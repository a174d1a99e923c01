import type { Selectable } from 'kysely'
import type { Scope } from '#contract/operation.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import type { SessionTable } from '#server/db/session-tables.ts'
import {
  includesScope,
  type PersonRole,
  type Principal,
  permissionsIn,
  severalDeployments,
} from '#server/http/principal.ts'
import { readPersonAccess } from '../people/person.ts'
import { assertUsable, type Token, toPrincipal, unauthorized } from './token.ts'

type Access = NonNullable<Awaited<ReturnType<typeof readPersonAccess>>>

/** @throws HttpError 401 for a person who was deleted or disabled. */
async function usableAccess(reader: Reader, personId: number): Promise<Access> {
  const access = await readPersonAccess(reader, personId)
  if (!access || access.person.disabled_at !== null) {
    throw unauthorized('Access of this person to Gatehouse is disabled. Ask an administrator.')
  }
  return access
}

/** The principal of a usable token. One of a person permits no more than the person. @throws HttpError 401. */
export async function tokenPrincipal(reader: Reader, token: Token): Promise<Principal> {
  const principal = toPrincipal(token)
  if (token.person_id === null) return principal
  const { roles } = await usableAccess(reader, token.person_id)
  const own = permissionsIn(roles, token.deployment_id).scopes
  return { ...principal, scopes: commonScopes(principal.scopes, own) }
}

/** The scopes that both lists permit. */
function commonScopes(granted: readonly Scope[], own: readonly Scope[]): Scope[] {
  const common = [
    ...granted.filter((scope) => includesScope(own, scope)),
    ...own.filter((scope) => includesScope(granted, scope)),
  ]
  return [...new Set(common)]
}

/**
 * The principal of a session of single sign-on.
 * @param issuer the provider in use; sessions of another one, or of one that was removed, have ended.
 * @throws HttpError 401 if the person has no access any more.
 */
export async function sessionPrincipal(
  reader: Reader,
  session: { id: number; person_id: number },
  issuer: string | null,
): Promise<Principal> {
  const { person, roles } = await usableAccess(reader, session.person_id)
  if (person.issuer !== issuer) throw unauthorized('The session has ended. Sign in again.')
  if (roles.length === 0) throw unauthorized('You have no role in Gatehouse any more. Ask an administrator.')
  const deploymentId = onlyDeployment(roles)
  return {
    ...(deploymentId === severalDeployments
      ? permissionsEverywhere(roles)
      : permissionsIn(roles, deploymentId)),
    name: person.name,
    machine: false,
    deploymentId,
    tokenId: null,
    sessionId: session.id,
    personId: person.id,
    roles,
    projects: null,
    expiresAt: null,
    compatibleAnswers: false,
  }
}

/** What a person may do in each of their deployments, for requests that name none. */
function permissionsEverywhere(roles: readonly PersonRole[]): { role: null; scopes: Scope[] } {
  const [first, ...rest] = roles.map(({ deploymentId }) => permissionsIn(roles, deploymentId).scopes)
  return { role: null, scopes: rest.reduce<Scope[]>(commonScopes, [...(first ?? [])]) }
}

/** Records that a person was here; not more often than their token or session was used. */
export async function notePerson(transaction: Writer, personId: number | null, now: number): Promise<void> {
  if (personId === null) return
  await transaction.updateTable('person').set({ last_seen_at: now }).where('id', '=', personId).execute()
}

/** Records that a session was used. */
export async function noteSession(
  transaction: Writer,
  { id, person_id, created_at }: Selectable<SessionTable>,
  now: number,
): Promise<void> {
  await notePerson(transaction, person_id, now)
  await transaction
    .updateTable('session')
    // A session that began while the clock was ahead would last longer.
    .set({ last_seen_at: now, created_at: Math.min(created_at, now) })
    .where('id', '=', id)
    .execute()
}

/** The deployment of all roles; null if one is for all deployments. */
function onlyDeployment(roles: readonly PersonRole[]): number | null {
  const ids = new Set(roles.map(({ deploymentId }) => deploymentId))
  const [only = null] = ids
  if (ids.has(null)) return null
  return ids.size === 1 ? only : severalDeployments
}

/**
 * The principal of a session, of a token or of single sign-on.
 * @throws HttpError 401 or 403 if its token or person has no access any more.
 */
export async function principalOfSession(
  reader: Reader,
  { id, token_id, person_id }: Selectable<SessionTable>,
  { now, issuer }: { now: number; issuer: string | null },
): Promise<Principal> {
  if (token_id !== null) {
    const token = await reader
      .selectFrom('token')
      .selectAll()
      .where('id', '=', token_id)
      .executeTakeFirstOrThrow()
    return tokenPrincipal(reader, assertUsable(token, now))
  }
  if (person_id === null) throw unauthorized('The session has ended. Sign in again.')
  return sessionPrincipal(reader, { id, person_id }, issuer)
}
