import type { FastifyReply, FastifyRequest } from 'fastify'
import { signOut, signOutOfProvider } from '#contract/operations/session.ts'
import { endSession, listSessions } from '#contract/operations/sessions.ts'
import { signIn } from '#contract/operations/sign-in.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Writer } from '#server/db/database.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { hashOf } from '../credential.ts'
import { assertUsable, type Token, tokenBySecret, UnusableToken, unauthorized } from '../token.ts'
import { clearSessionCookie, isHttps, sameOrigin, sessionCookie, setSessionCookie } from './cookie.ts'
import { redeemInvitation } from './redeem-invitation.ts'
import { createSession, onlyDeploymentOf, sessionsOf, singleSignOn } from './sessions.ts'
import { finishSingleSignOn, signInOptionsRoute, singleSignOnRoute } from './single-sign-on-routes.ts'
import { assertFromDashboard, assertSafeTransport } from './transport.ts'

type PersonalToken = Token & { person: string }

/** Signing in and out, and the person's sessions. Source: docs/api.md#deployments-tokens-and-people. */
export const sessionRoutes = (services: Services): Route[] => [
  signInOptionsRoute(services),
  singleSignOnRoute(services),
  signInRoute(services),
  signOutRoute(services),
  signOutOfProviderRoute(services),
  listSessionsRoute(services),
  endSessionRoute(services),
]

const signInRoute = (services: Services): Route =>
  handle(signIn, async ({ body, request, reply }) => {
    const https = assertSafeTransport(services, request)
    assertFromDashboard(services, request)
    if ('singleSignOn' in body) return finishSingleSignOn(services, body.singleSignOn, request, reply)
    const { token, made } = await credentialsOf(services, body).catch(async (error: unknown) => {
      if (!(error instanceof HttpError)) throw error
      const by = 'token' in body ? 'token' : 'code' in body ? 'code' : 'invitation'
      throw await services.authenticator.failed(request, { by, action: 'session.refused', refusal: error })
    })
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
    const secret = await services.record((transaction) =>
      createSession(transaction, token, userAgent, services.now()),
    )
    // An older session of the person may have been ended to make room for this one.
    services.authenticator.logEndedSessions()
    setSessionCookie(reply, secret, https)
    return {
      name: token.person,
      deployment: services.deployments.all().find((one) => one.id === token.deployment_id)?.slug ?? null,
      ...(made === undefined ? {} : { secret: made }),
    }
  })

/** The token of a sign-in, and its secret if an invitation has created it. @throws HttpError if it cannot be used. */
const credentialsOf = async (
  services: Services,
  body: { token: string } | { code: string } | { invitation: string },
): Promise<{ token: PersonalToken; made?: string }> =>
  'invitation' in body
    ? redeemInvitation(services, body.invitation)
    : { token: await tokenOf(services, body) }

const signOutRoute = (services: Services): Route =>
  handle(signOut, async ({ request, reply }) => {
    await endOwnSession(services, request, reply)
  })

const signOutOfProviderRoute = (services: Services): Route =>
  handle(signOutOfProvider, async ({ request, reply }) => {
    const session = await endOwnSession(services, request, reply)
    const isPersonal = session !== undefined && session.token_id === null
    return { url: (isPersonal && (await services.singleSignOn?.signOutUrl(session.id_token))) || null }
  })

/** Ends the session of the request's cookie, and deletes the cookie. @returns the session, if there was one. */
async function endOwnSession(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const https = isHttps(services.publicUrl())
  const secret = sessionCookie(request, https)
  if (secret !== undefined && !sameOrigin(request, services.publicUrl()))
    throw new HttpError(403, 'Sign-out requests must come from the dashboard.')
  const ended =
    secret === undefined
      ? undefined
      : await services.record(async (transaction) => {
          const session = await transaction
            .deleteFrom('session')
            .where('hash', '=', hashOf(secret))
            .returningAll()
            .executeTakeFirst()
          if (session) await recordEnd(transaction, session, services.now())
          return session
        })
  if (secret !== undefined) services.authenticator.logEndedSessions()
  clearSessionCookie(reply, https)
  return ended
}

const listSessionsRoute = (services: Services): Route =>
  handle(listSessions, async ({ principal }) => {
    const rows = await sessionsOf(services.database.read, principal, services.now())
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
        token: row.name ?? singleSignOn,
      })),
    }
  })

const endSessionRoute = (services: Services): Route =>
  handle(endSession, async ({ path, principal }) => {
    await services.record(async (transaction) => {
      const id = ownId(path.id)
      const row =
        id === null
          ? undefined
          : await sessionsOf(transaction, principal, services.now())
              .selectAll('session')
              .where('session.id', '=', id)
              .executeTakeFirst()
      if (!row) throw notFound('session')
      await transaction.deleteFrom('session').where('id', '=', row.id).execute()
      await recordEnd(transaction, row, services.now())
    })
    services.authenticator.logEndedSessions()
  })

/** The token of a sign-in request. @throws HttpError if it cannot be used. */
async function tokenOf(
  services: Services,
  body: { token: string } | { code: string },
): Promise<PersonalToken> {
  const token =
    'token' in body
      ? await tokenBySecret(services.database.read, body.token.trim(), services.now())
      : await redeemCode(services, body.code)
  const { person, name } = token
  if (person !== null) return { ...token, person }
  const httpError = new HttpError(403, `The token "${name}" belongs to a machine and cannot sign in.`)
  throw new UnusableToken(token, 'machine', httpError)
}

async function recordEnd(transaction: Writer, session: EndedSession, at: number): Promise<void> {
  const { person, person_id, token_id } = session
  const token =
    token_id === null
      ? undefined
      : await transaction
          .selectFrom('token')
          .select(['deployment_id', 'name'])
          .where('id', '=', token_id)
          .executeTakeFirst()
  const ofPerson =
    token === undefined && person_id !== null ? await onlyDeploymentOf(transaction, person_id) : null
  await recordAudit(transaction, {
    deploymentId: token ? token.deployment_id : ofPerson,
    at,
    actor: person,
    action: 'session.ended',
    target: token?.name ?? singleSignOn,
  })
}

interface EndedSession {
  person: string
  person_id: number | null
  token_id: number | null
}

/** The token of a sign-in link's code, which is valid for one use. */
async function redeemCode({ database, signInCodes, now }: Services, code: string): Promise<Token> {
  const id = await signInCodes.redeem(code)
  const token =
    id === null
      ? undefined
      : await database.read.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst()
  if (token) return assertUsable(token, now())
  throw unauthorized(
    'The sign-in link was already used or has expired. Run "gatehouse sign-in-link" for a new one, or sign in with a token.',
  )
}
