import type { FastifyRequest } from 'fastify'
import { signOut } from '#contract/session.ts'
import { endSession, listSessions } from '#contract/sessions.ts'
import { signIn } from '#contract/sign-in.ts'
import { recordAudit } from '#server/audit/public.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { notFound, Refusal } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import type { Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { Attempts } from './attempts.ts'
import { sessionIdle, type Token, tokenBySecret, tooMany, unauthorized } from './authenticate.ts'
import { clearSessionCookie, sameOrigin, sessionCookie, setSessionCookie } from './cookie.ts'
import { hashOf, newSecret } from './credential.ts'

const failedSignInsAMinute = 10

/** Signing in and out, and the person's sessions. Source: API decisions, "Deployments, tokens, people". */
export function sessionRoutes(services: Services): Route[] {
  const { database } = services
  const failures = new Attempts(failedSignInsAMinute)

  async function tokenOf(body: { token: string } | { code: string }): Promise<Token> {
    if ('token' in body) return tokenBySecret(database, body.token.trim(), services.now())
    return database.write((transaction) => redeem(transaction, body.code, services.now()))
  }

  return [
    handle(signIn, async ({ body, request, reply }) => {
      const https = demandSafeTransport(services, request)
      if (request.headers.origin !== undefined && !sameOrigin(request, services.publicUrl())) {
        throw new Refusal(403, 'Signing in must come from the dashboard itself.')
      }
      let token: Token
      try {
        token = await tokenOf(body)
        if (token.person === null)
          throw new Refusal(403, `The token "${token.name}" belongs to a machine and cannot sign in.`)
      } catch (error) {
        if (error instanceof Refusal) tooMany(failures.fail(request.ip, services.now()))
        throw error
      }
      const person = token.person
      const secret = newSecret('session')
      await database.write(async (transaction) => {
        await transaction
          .deleteFrom('session')
          .where('last_seen_at', '<', services.now() - sessionIdle)
          .execute()
        await transaction
          .insertInto('session')
          .values({
            hash: hashOf(secret),
            token_id: token.id,
            person,
            user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
            created_at: services.now(),
            last_seen_at: services.now(),
          })
          .execute()
        await recordAudit(transaction, {
          deploymentId: token.deployment_id,
          at: services.now(),
          actor: person,
          action: 'session.started',
          target: token.name,
        })
      })
      setSessionCookie(reply, secret, https)
      return {
        name: person,
        deployment: services.deployments.all().find((one) => one.id === token.deployment_id)?.slug ?? null,
      }
    }),

    handle(signOut, async ({ request, reply }) => {
      const secret = sessionCookie(request)
      if (secret !== undefined) {
        if (!sameOrigin(request, services.publicUrl()))
          throw new Refusal(403, 'Signing out must come from the dashboard itself.')
        await database.write(async (transaction) => {
          const ended = await transaction
            .selectFrom('session')
            .innerJoin('token', 'token.id', 'session.token_id')
            .select(['session.id', 'session.person', 'token.deployment_id', 'token.name'])
            .where('session.hash', '=', hashOf(secret))
            .executeTakeFirst()
          if (!ended) return
          await transaction.deleteFrom('session').where('id', '=', ended.id).execute()
          await recordEnd(transaction, ended, services.now())
        })
        services.authenticator.sayEnded()
      }
      clearSessionCookie(reply, isHttps(services))
    }),

    handle(listSessions, async ({ principal }) => {
      const rows = await sessionsOf(database.read, principal, services.now())
        .select([
          'session.id',
          'session.created_at',
          'session.last_seen_at',
          'session.user_agent',
          'token.name',
        ])
        .orderBy('session.last_seen_at', 'desc')
        .orderBy('session.id', 'desc')
        .execute()
      return {
        sessions: rows.map((row) => ({
          id: String(row.id),
          current: row.id === principal.sessionId,
          createdAt: new Date(row.created_at).toISOString(),
          lastSeenAt: new Date(row.last_seen_at).toISOString(),
          userAgent: row.user_agent,
          token: row.name,
        })),
      }
    }),

    handle(endSession, async ({ path, principal }) => {
      await database.write(async (transaction) => {
        const id = ownId(path.id)
        const row =
          id === null
            ? undefined
            : await sessionsOf(transaction, principal, services.now())
                .select(['session.id', 'token.deployment_id', 'token.name'])
                .where('session.id', '=', id)
                .executeTakeFirst()
        if (!row) throw notFound('session')
        await transaction.deleteFrom('session').where('id', '=', row.id).execute()
        await recordEnd(transaction, { ...row, person: principal.name }, services.now())
      })
      services.authenticator.sayEnded()
    }),
  ]
}

/** The sessions of a person that still last, of all tokens that the person has in the same deployment; a machine has none. */
function sessionsOf(reader: Reader, principal: Principal, now: number) {
  return reader
    .selectFrom('session')
    .innerJoin('token', 'token.id', 'session.token_id')
    .where('session.person', '=', principal.name)
    .where('session.last_seen_at', '>=', now - sessionIdle)
    .where('token.deployment_id', 'is', principal.deploymentId)
    .where('token.revoked_at', 'is', null)
    .where('token.web_api_enabled', '=', 1)
    .where((of) => of.or([of('token.expires_at', 'is', null), of('token.expires_at', '>', now)]))
    .$if(principal.machine, (none) => none.where('session.id', '<', 0))
}

const recordEnd = (
  transaction: Writer,
  ended: { deployment_id: number | null; person: string; name: string },
  at: number,
) =>
  recordAudit(transaction, {
    deploymentId: ended.deployment_id,
    at,
    actor: ended.person,
    action: 'session.ended',
    target: ended.name,
  })

/** Uses a one-time code up; the next try with it fails. */
async function redeem(transaction: Writer, secret: string, now: number): Promise<Token> {
  const link = await transaction
    .updateTable('sign_in_link')
    .set({ used_at: now })
    .where('hash', '=', hashOf(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_id')
    .executeTakeFirst()
  if (!link)
    throw unauthorized(
      'The sign-in link was used already or has expired. Start the service again for a new one, or sign in with a token.',
    )
  const token = await transaction
    .selectFrom('token')
    .selectAll()
    .where('id', '=', link.token_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!token) throw unauthorized('The token behind the sign-in link was revoked.')
  return token
}

const isHttps = (services: Services) => services.publicUrl().startsWith('https:')

/**
 * Over plain http beyond the machine itself a session would travel readable, so signing in is refused there unless
 * the public address says http on purpose.
 * @returns whether the cookie is for https alone.
 */
function demandSafeTransport(services: Services, request: FastifyRequest): boolean {
  if (isHttps(services)) return true
  if (services.config.publicUrl !== null || isLoopback(request)) return false
  throw new Refusal(
    403,
    'Signing in over plain http is refused beyond this machine. Put https in front and set GATEHOUSE_PUBLIC_URL to that address, or set GATEHOUSE_PUBLIC_URL=http://… to accept the risk.',
  )
}

function isLoopback(request: FastifyRequest): boolean {
  return (
    /^(127\.|::1$|::ffff:127\.)/.test(request.ip) &&
    /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')
  )
}
