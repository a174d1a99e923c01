import type { Expression, ExpressionBuilder, Nullable, SqlBool } from 'kysely'
import { recordAudits } from '#server/audit/audit-log.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import type { SessionTable, TokenTable } from '#server/db/session-tables.ts'
import { dailyQuotaExceeded } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { hashOf, newSecret } from '../credential.ts'
import type { Token } from '../token.ts'

/**
 * The idle timeout and the maximum duration of a session, in milliseconds. Source:
 * docs/api.md#deployments-tokens-and-people.
 */
const maxIdleTime = 12 * 3600_000
const maxLifetime = 30 * 24 * 3600_000
const day = 24 * 3600_000
/** Sign-ins of a person within a day; each is an entry of the audit log. */
const maxDailySignIns = 1_000

/** @throws HttpError 429 if somebody signed in too often. */
async function assertSignInQuota(
  transaction: Writer,
  { deploymentId, actor, at }: { deploymentId: number | null; actor: string; at: number },
): Promise<void> {
  const { count } = await transaction
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deployment_id', deploymentId === null ? 'is' : '=', deploymentId)
    .where('actor', '=', actor)
    .where('at', '>', at - day)
    .where('action', '=', 'session.started')
    .executeTakeFirstOrThrow()
  if (count >= maxDailySignIns)
    throw dailyQuotaExceeded(
      `You have signed in ${maxDailySignIns.toLocaleString('en-US')} times within 24 hours`,
    )
}
const sessionsOfPerson = 50

/** What the audit log names as the credential of a session without a token. */
export const singleSignOn = 'single sign-on'

interface SessionTables {
  session: SessionTable
  token: Nullable<TokenTable>
}

/** The instants after which sessions were last used and began that have not ended, milliseconds since 1970. */
export const activeSince = (now: number) => ({ lastSeen: now - maxIdleTime, created: now - maxLifetime })

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
  await deleteExpired(transaction, now)
  const auditFields = { deploymentId: token.deployment_id, at: now, actor: token.person }
  await assertSignInQuota(transaction, auditFields)
  const endedSessions = await endOldestSessions(transaction, ofToken(token))
  await transaction
    .insertInto('session')
    .values({
      hash: hashOf(secret),
      token_id: token.id,
      person: token.person,
      person_id: token.person_id,
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

const deleteExpired = (transaction: Writer, now: number) =>
  transaction
    .deleteFrom('session')
    .where((eb) =>
      eb.or([eb('last_seen_at', '<', now - maxIdleTime), eb('created_at', '<=', now - maxLifetime)]),
    )
    .execute()

/**
 * Ends the oldest sessions of the person to make room for one more, and returns the names of the tokens whose sessions
 * were ended.
 */
async function endOldestSessions(
  transaction: Writer,
  own: (eb: ExpressionBuilder<SessionTables, 'session' | 'token'>) => Expression<SqlBool>,
): Promise<string[]> {
  const sessions = await transaction
    .selectFrom('session')
    .leftJoin('token', 'token.id', 'session.token_id')
    .select(['session.id', 'token.name'])
    .where(own)
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
  const oldest = sessions.slice(sessionsOfPerson - 1)
  for (const { id } of oldest) await transaction.deleteFrom('session').where('id', '=', id).execute()
  return oldest.map(({ name }) => name ?? singleSignOn)
}

/**
 * The active sessions of a person: all of somebody who signs in by single sign-on, else those of the tokens that the
 * person has in the same deployment; machines have no sessions.
 */
export function sessionsOf(reader: Reader, principal: Principal, now: number) {
  const { personId } = principal
  return reader
    .selectFrom('session')
    .leftJoin('token', 'token.id', 'session.token_id')
    .where('session.last_seen_at', '>=', now - maxIdleTime)
    .where('session.created_at', '>', now - maxLifetime)
    .where((eb) =>
      personId === null
        ? ofToken({ person: principal.name, deployment_id: principal.deploymentId })(eb)
        : eb('session.person_id', '=', personId),
    )
    .where((eb) =>
      eb.or([
        eb('session.token_id', 'is', null),
        eb.and([
          eb('token.revoked_at', 'is', null),
          eb('token.web_api_enabled', '=', 1),
          eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]),
        ]),
      ]),
    )
    .$if(principal.machine, (none) => none.where('session.id', '<', 0))
}

/** A condition for the sessions of a token's person in its deployment. */
const ofToken =
  ({ person, deployment_id }: { person: string; deployment_id: number | null }) =>
  (eb: ExpressionBuilder<SessionTables, 'session' | 'token'>) =>
    eb.and([
      eb('session.person', '=', person),
      eb('session.token_id', 'is not', null),
      eb('token.deployment_id', 'is not distinct from', deployment_id),
    ])

/** Starts a session of single sign-on; see `createSession`. @returns the secret of its cookie. */
export async function createPersonSession(
  transaction: Writer,
  { id, name }: { id: number; name: string },
  { userAgent, idToken, now }: { userAgent: string | null; idToken: string | null; now: number },
): Promise<string> {
  const secret = newSecret('session')
  const event = { deploymentId: await onlyDeploymentOf(transaction, id), at: now, actor: name }
  await assertSignInQuota(transaction, event)
  await deleteExpired(transaction, now)
  const ended = await endOldestSessions(transaction, (eb) => eb('session.person_id', '=', id))
  await transaction
    .insertInto('session')
    .values({
      hash: hashOf(secret),
      token_id: null,
      person: name,
      person_id: id,
      id_token: idToken,
      user_agent: userAgent,
      created_at: now,
      last_seen_at: now,
    })
    .execute()
  await recordAudits(transaction, [
    ...ended.map((target) => ({
      ...event,
      action: 'session.ended',
      target,
      detail: { reason: `more than ${sessionsOfPerson} sessions` },
    })),
    { ...event, action: 'session.started', target: singleSignOn },
  ])
  return secret
}

/** The deployment of all roles of a person, whose audit log has their sign-ins; null for several. */
export async function onlyDeploymentOf(reader: Reader, personId: number): Promise<number | null> {
  const rows = await reader
    .selectFrom('person_role')
    .select('deployment_id')
    .distinct()
    .where('person_id', '=', personId)
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0]?.deployment_id ?? null) : null
}

/** Ends every session of a person. @returns how many. */
export async function endSessionsOfPerson(transaction: Writer, personId: number): Promise<number> {
  const ended = await transaction
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .returning('id')
    .execute()
  return ended.length
}

/** Ends every session that was started with a token. */
export async function endSessionsOf(transaction: Writer, tokenId: number): Promise<void> {
  await transaction.deleteFrom('session').where('token_id', '=', tokenId).execute()
}
