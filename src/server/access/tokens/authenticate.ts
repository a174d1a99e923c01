import type { FastifyRequest } from 'fastify'
import { record } from '#server/changes/change.ts'
import type { Database } from '#server/db/database.ts'
import type { Authenticator } from '#server/http/authenticator.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { hashOf } from './credential.ts'
import { FailedAttempts } from './failed-attempts.ts'
import { notePerson, noteSession, principalOfSession, tokenPrincipal } from './person-access.ts'
import { isHttps, sameOrigin, sessionCookie } from './sessions/cookie.ts'
import { isExpired } from './sessions/sessions.ts'
import { type Token, tokenBySecret, unauthorized } from './token.ts'
import { isValid, ValidityWatches } from './validity.ts'

/**
 * The time of last use is updated only if older than this; updating it at each request would make every read a write.
 */
const lastUsedResolution = 60_000
/** A time in the future was recorded before the clock was set back, and would keep an unused session alive. */
const isStale = (used: number, now: number) => Math.abs(now - used) > lastUsedResolution

/**
 * Authenticates a request by its bearer token, or by the cookie of a session. `local` identifies requests over the
 * owner-only socket, which need neither. `issuer` is the provider of single sign-on; null for none.
 */
export function createAuthenticator(
  database: Database,
  now: () => number,
  publicUrl: () => string,
  local: (request: FastifyRequest) => Principal | null,
  issuer: string | null,
): Authenticator {
  const watches = new ValidityWatches((principal) => isValid(database.read, principal, now(), issuer))
  watches.follow(database)
  const failures = new FailedAttempts(database, now)

  async function byToken(header: string): Promise<Principal> {
    const secret = /^Bearer +([\x21-\x7e]{1,500})$/i.exec(header)?.[1]
    if (secret === undefined)
      throw unauthorized('The Authorization header is not of the form "Bearer <token>".')
    const token = await tokenBySecret(database.read, secret, now())
    const principal = await tokenPrincipal(database.read, token)
    noteUse(token)
    return principal
  }

  async function bySession(secret: string, request: FastifyRequest): Promise<Principal> {
    const session = await database.read
      .selectFrom('session')
      .selectAll()
      .where('hash', '=', hashOf(secret))
      .executeTakeFirst()
    if (!session || isExpired(session, now())) throw unauthorized('The session has ended. Sign in again.')
    const principal = await principalOfSession(database.read, session, { now: now(), issuer })
    if (!/^(GET|HEAD)$/.test(request.method) && !sameOrigin(request, publicUrl())) {
      throw new HttpError(403, 'Requests with a session cookie must come from the dashboard.')
    }
    if (isStale(session.last_seen_at, now()))
      ignoreFailure(record(database, (transaction) => noteSession(transaction, session, now())))
    return { ...principal, name: session.person, sessionId: session.id, compatibleAnswers: false }
  }

  function noteUse(token: Token) {
    if (!isStale(token.last_used_at ?? 0, now())) return
    ignoreFailure(
      record(database, async (transaction) => {
        await notePerson(transaction, token.person_id, now())
        await transaction
          .updateTable('token')
          .set({ last_used_at: now() })
          .where('id', '=', token.id)
          .execute()
      }),
    )
  }

  /** Runs `attempt` and records a failure if it throws because the credential is unknown. */
  async function countAttempt(
    request: FastifyRequest,
    by: 'token' | 'cookie',
    attempt: Promise<Principal>,
  ): Promise<Principal> {
    try {
      return await attempt
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 401) throw error
      // Cookies of ended sessions are sent for as long as a page is open, so they are not recorded in the audit log.
      const action = by === 'token' ? 'token.refused' : null
      throw await failures.add(request, { by, action, refusal: error })
    }
  }

  return {
    whileValid: (principal, onEnd) => watches.watch(principal, onEnd),
    failed: (request, attempt) => failures.add(request, attempt),
    settled: () => failures.settled(),
    logEndedSessions: () => watches.checkEverywhere(database),
    async authenticate(request) {
      const operator = local(request)
      if (operator) return operator
      const header = request.headers.authorization
      if (header !== undefined) return countAttempt(request, 'token', byToken(header))
      const cookie = sessionCookie(request, isHttps(publicUrl()))
      if (cookie !== undefined) return countAttempt(request, 'cookie', bySession(cookie, request))
      throw unauthorized('This needs the header "Authorization: Bearer <token>".')
    },
  }
}

/** A failure to write the time of last use must not fail the request. */
const ignoreFailure = (work: Promise<unknown>) => void work.catch(() => undefined)
