import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Scope } from '#contract/operation.ts'
import type { Database } from '#server/db/database.ts'
import type { TokenTable } from '#server/db/tables.ts'
import type { Authenticator } from '#server/http/authenticator.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { Attempts } from './attempts.ts'
import { sameOrigin, sessionCookie } from './cookie.ts'
import { hashOf } from './credential.ts'

export type Token = Selectable<TokenTable>

const wrongTokensAMinute = 30
/** A session ends when it was not used for this long. */
export const sessionIdle = 12 * 3600_000
/** A time of last use older than this is written anew; writing it at each request would make every read a write. */
const usedResolution = 60_000
/** A time after now is from before the clock was set back: it would keep a session that nobody uses. */
const isStale = (used: number, now: number) => Math.abs(now - used) > usedResolution

/** Finds a token by its secret; says in the refusal what is wrong with it. */
export async function tokenBySecret(database: Database, secret: string, now: number): Promise<Token> {
  const token = await database.read
    .selectFrom('token')
    .selectAll()
    .where('hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (!token) throw unauthorized('The token is unknown.')
  return usable(token, now)
}

function usable(token: Token, now: number): Token {
  if (token.revoked_at !== null) throw unauthorized('The token was revoked.')
  if (token.expires_at !== null && token.expires_at <= now) {
    throw unauthorized(`The token expired on ${new Date(token.expires_at).toISOString()}.`)
  }
  if (token.web_api_enabled !== 1) {
    throw new Refusal(403, `Web API access is not enabled for the token "${token.name}".`)
  }
  return token
}

/** Source: API decisions, "Rules for all operations", Errors. */
export function unauthorized(detail: string): Refusal {
  return new Refusal(401, detail, { headers: { 'www-authenticate': 'Bearer' } })
}

/** Who asks by a token, and what they may do. */
export function principalOf(token: Token): Principal {
  return {
    name: token.person ?? token.name,
    machine: token.person === null,
    role: token.role,
    // parse: written by us from the list of scopes.
    scopes: JSON.parse(token.scopes_json) as Scope[],
    deploymentId: token.deployment_id,
    tokenId: token.id,
    sessionId: null,
    expiresAt: token.expires_at,
  }
}

/**
 * Knows a request by its bearer token, or by the cookie of a session. `local` tells requests that came through the
 * owner-only socket, which need neither.
 */
export function createAuthenticator(
  database: Database,
  now: () => number,
  publicUrl: () => string,
  local: (request: FastifyRequest) => Principal | null,
): Authenticator {
  const endedListeners = new Set<() => void>()
  const wrongTokens = new Attempts(wrongTokensAMinute)

  async function byToken(secret: string, request: FastifyRequest): Promise<Principal> {
    try {
      const token = await tokenBySecret(database, secret, now())
      noteUse(token)
      return principalOf(token)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) tooMany(wrongTokens.fail(request.ip, now()))
      throw error
    }
  }

  async function bySession(secret: string, request: FastifyRequest): Promise<Principal> {
    const session = await database.read
      .selectFrom('session')
      .selectAll()
      .where('hash', '=', hashOf(secret))
      .executeTakeFirst()
    if (!session || session.last_seen_at < now() - sessionIdle)
      throw unauthorized('The session has ended. Sign in again.')
    const token = await database.read
      .selectFrom('token')
      .selectAll()
      .where('id', '=', session.token_id)
      .executeTakeFirstOrThrow()
    usable(token, now())
    if (!/^(GET|HEAD)$/.test(request.method) && !sameOrigin(request, publicUrl())) {
      throw new Refusal(403, 'A change with a session must come from the dashboard itself.')
    }
    if (isStale(session.last_seen_at, now())) {
      inBackground(
        database.write((transaction) =>
          transaction
            .updateTable('session')
            .set({ last_seen_at: now() })
            .where('id', '=', session.id)
            .execute(),
        ),
      )
    }
    return { ...principalOf(token), name: session.person, sessionId: session.id }
  }

  function noteUse(token: Token) {
    if (!isStale(token.last_used_at ?? 0, now())) return
    inBackground(
      database.write((transaction) =>
        transaction.updateTable('token').set({ last_used_at: now() }).where('id', '=', token.id).execute(),
      ),
    )
  }

  async function stillValid({ tokenId, sessionId }: Principal): Promise<boolean> {
    if (tokenId === null) return true
    const token = await database.read
      .selectFrom('token')
      .select(['revoked_at', 'expires_at', 'web_api_enabled'])
      .where('id', '=', tokenId)
      .executeTakeFirst()
    if (!token || token.revoked_at !== null || token.web_api_enabled !== 1) return false
    if (token.expires_at !== null && token.expires_at <= now()) return false
    if (sessionId === null) return true
    const session = await database.read
      .selectFrom('session')
      .select('last_seen_at')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    return session !== undefined && session.last_seen_at >= now() - sessionIdle
  }

  return {
    stillValid,
    sayEnded() {
      for (const listener of endedListeners) listener()
    },
    onEnded(listener) {
      endedListeners.add(listener)
    },
    async authenticate(request) {
      const operator = local(request)
      if (operator) return operator
      const header = request.headers.authorization
      if (header !== undefined) {
        const secret = /^Bearer +([\x21-\x7e]{1,500})$/i.exec(header)?.[1]
        if (secret === undefined)
          throw unauthorized('The Authorization header is not of the form "Bearer <token>".')
        return byToken(secret, request)
      }
      const cookie = sessionCookie(request)
      if (cookie) return bySession(cookie, request)
      throw unauthorized('This needs the header "Authorization: Bearer <token>".')
    },
  }
}

/** A time of last use that could not be written is no reason to refuse the request it tells of. */
const inBackground = (work: Promise<unknown>) => void work.catch(() => undefined)

/**
 * Refuses who has failed too often of late.
 * @param wait seconds until the next attempt; 0 lets it pass
 * @throws Refusal 429 with `Retry-After`
 */
export function tooMany(wait: number) {
  if (wait > 0) {
    throw new Refusal(429, `Too many failed attempts. Try again in ${wait} seconds.`, {
      headers: { 'retry-after': String(wait) },
    })
  }
}
