import type { FastifyReply, FastifyRequest } from 'fastify'
import { getSignInOptions, startSingleSignOn } from '#contract/operations/sign-in.ts'
import { safeReturn } from '#lib/urls/paths.ts'
import { HttpError } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import type { ConfirmedSignIn, SingleSignOn } from '#server/http/single-sign-on.ts'
import { createWindows, type Windows, windowLength } from '#server/http/windows.ts'
import { signInPerson, signInRefusal } from '../../people/sign-in.ts'
import { followGroups } from '../../teams/follow-groups.ts'
import { flowOf, isHttps, setFlow, setSessionCookie } from './cookie.ts'
import { createPersonSession } from './sessions.ts'
import { assertFromDashboard, assertSafeTransport } from './transport.ts'

/** Requests of an address per minute that reach the provider; each step of a sign-in is one. */
const maxSteps = 60
/** The longest page to return to, in characters; of a longer one only the path is kept. */
const maxReturnLength = 1500

/** The ways to sign in. */
export const signInOptionsRoute = ({ singleSignOn }: Services): Route =>
  handle(getSignInOptions, async () => ({
    singleSignOn: singleSignOn && { name: singleSignOn.config.name },
  }))

/** Starts a sign-in at the provider. */
export function singleSignOnRoute(services: Services): Route {
  return handle(startSingleSignOn, async ({ body, request, reply }) => {
    const https = assertSafeTransport(services, request)
    assertFromDashboard(services, request)
    await countStep(services, request)
    const page = safeReturn(body.to, services.publicUrl())
    // A browser drops cookies of more than 4 KB.
    const to = page.length > maxReturnLength ? page.replace(/[?#].*$/s, '').slice(0, maxReturnLength) : page
    const { url, flow } = await providerOf(services).begin(to)
    setFlow(reply, flow, https)
    return { url }
  })
}

/**
 * Finishes a sign-in at the provider: starts a session of the person whom it confirms.
 * @throws HttpError 401 for an answer that is not valid here, 403 for a person without access, 429, 503.
 */
export async function finishSingleSignOn(
  services: Services,
  query: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const provider = providerOf(services)
  await countStep(services, request)
  const https = isHttps(services.publicUrl())
  const flow = flowOf(request, https)
  // One attempt each: whatever comes of it, the next one starts again.
  setFlow(reply, null, https)
  const signedIn = await counted(services, request, async () =>
    startSession(services, provider, await provider.finish(flow, query), request),
  )
  services.authenticator.logEndedSessions()
  setSessionCookie(reply, signedIn.secret, https)
  const { name, deployment, to } = signedIn
  return { name, deployment, to }
}

async function startSession(
  services: Services,
  { config }: SingleSignOn,
  { identity, idToken, to }: ConfirmedSignIn,
  request: FastifyRequest,
) {
  if (services.database.isShared) await services.deployments.refresh()
  const deployments = services.deployments.all()
  const now = services.now()
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
  const outcome = await services.record(async (transaction) => {
    const signedIn = await signInPerson(transaction, identity, { roles: config.roles, deployments, now })
    if ('refused' in signedIn) return signedIn
    const secret = await createPersonSession(transaction, signedIn.person, { userAgent, idToken, now })
    return { ...signedIn, secret }
  })
  await followGroups(services, identity)
  // Roles that are lost end in the other sessions too.
  if ('refused' in outcome) services.authenticator.logEndedSessions()
  if ('refused' in outcome) throw signInRefusal(outcome.refused, config.contact)
  return {
    secret: outcome.secret,
    name: outcome.person.name,
    deployment: null,
    to: safeReturn(to, services.publicUrl()),
  }
}

/** Counts a refused sign-in like one with a token. A provider that does not answer is nobody's failure. */
async function counted<T>(
  services: Services,
  request: FastifyRequest,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 401 && error.status !== 403)) throw error
    throw await services.authenticator.failed(request, {
      by: 'single sign-on',
      action: 'session.refused',
      reason: error.status === 401 ? 'not confirmed by the provider' : 'no access',
      refusal: error,
    })
  }
}

function providerOf({ singleSignOn }: Services): SingleSignOn {
  if (singleSignOn) return singleSignOn
  throw new HttpError(404, 'Single sign-on is not set up. Sign in with a token.')
}

const windows = new WeakMap<Services, Windows>()

/** @throws HttpError 429 for an address that makes the service ask the provider too often. */
async function countStep(services: Services, request: FastifyRequest): Promise<void> {
  const own = windows.get(services) ?? createWindows(services.database, 'single-sign-on')
  windows.set(services, own)
  const now = services.now()
  const { start, count } = await own.add(request.ip, now)
  if (count <= maxSteps) return
  const seconds = String(Math.max(1, Math.ceil((start + windowLength - now) / 1000)))
  throw new HttpError(429, `Too many sign-ins from this address. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': seconds },
  })
}
