import { recordAudits } from '#server/audit/public.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import type { Principal } from '#server/http/principal.ts'
import { hashOf, newSecret } from '../credential.ts'
import type { Token } from '../token.ts'

/**
 * The idle timeout and the maximum duration of a session, in milliseconds. Source:
 * docs/api.md#deployments-tokens-and-people.
 */
const maxIdleTime = 12 * 3600_000
const maxLifetime = 30 * 24 * 3600_000
const sessionsOfPerson = 50

/** Whether a session has ended, because it was unused for too long or began too long ago. */
export function isExpired(session: { created_at: number; last_seen_at: number }, now: number): boolean {
  return session.last_seen_at < now - maxIdleTime || session.created_at <= now - maxLifetime
}

/**
 * Starts a session with a token, which counts as use of the token. If the person has more than fifty sessions, the
 * oldest are ended.
 * @returns the secret of its cookie.
 */
export async function createSession(
  transaction: Writer,
  token: Token & { person: string },
  userAgent: string | null,
  now: number,
): Promise<string> {
  const secret = newSecret('session')
  await transaction.updateTable('token').set({ last_used_at: now }).where('id', '=', token.id).execute()
  await transaction
    .deleteFrom('session')
    .where((eb) =>
      eb.or([eb('last_seen_at', '<', now - maxIdleTime), eb('created_at', '<=', now - maxLifetime)]),
    )
    .execute()
  const auditFields = { deploymentId: token.deployment_id, at: now, actor: token.person }
  const endedSessions = await endOldestSessions(transaction, token)
  await transaction
    .insertInto('session')
    .values({
      hash: hashOf(secret),
      token_id: token.id,
      person: token.person,
      user_agent: userAgent,
      created_at: now,
      last_seen_at: now,
    })
    .execute()
  await recordAudits(transaction, [
    ...endedSessions.map((target) => ({
      ...auditFields,
      action: 'session.ended',
      target,
      detail: { reason: `more than ${sessionsOfPerson} sessions` },
    })),
    { ...auditFields, action: 'session.started', target: token.name },
  ])
  return secret
}

/**
 * Ends the oldest sessions of the person to make room for one more, and returns the names of the tokens whose sessions
 * were ended.
 */
async function endOldestSessions(transaction: Writer, token: Token & { person: string }): Promise<string[]> {
  const sessions = await transaction
    .selectFrom('session')
    .innerJoin('token', 'token.id', 'session.token_id')
    .select(['session.id', 'token.name'])
    .where('session.person', '=', token.person)
    .where('token.deployment_id', 'is not distinct from', token.deployment_id)
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
  const oldest = sessions.slice(sessionsOfPerson - 1)
  for (const { id } of oldest) await transaction.deleteFrom('session').where('id', '=', id).execute()
  return oldest.map(({ name }) => name)
}

/**
 * The active sessions of a person, of all tokens that the person has in the same deployment; machines have no sessions.
 */
export function sessionsOf(reader: Reader, principal: Principal, now: number) {
  return reader
    .selectFrom('session')
    .innerJoin('token', 'token.id', 'session.token_id')
    .where('session.person', '=', principal.name)
    .where('session.last_seen_at', '>=', now - maxIdleTime)
    .where('session.created_at', '>', now - maxLifetime)
    .where('token.deployment_id', 'is not distinct from', principal.deploymentId)
    .where('token.revoked_at', 'is', null)
    .where('token.web_api_enabled', '=', 1)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]))
    .$if(principal.machine, (none) => none.where('session.id', '<', 0))
}

/** Ends every session that was started with a token. */
export async function endSessionsOf(transaction: Writer, tokenId: number): Promise<void> {
  await transaction.deleteFrom('session').where('token_id', '=', tokenId).execute()
}
