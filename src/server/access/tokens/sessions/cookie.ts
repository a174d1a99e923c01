import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'gatehouse_session'
/** Browsers accept a name with this prefix only over https, for one host and the whole site. */
const secureCookieName = `__Host-${cookieName}`

/**
 * The secret of the session in a request, if any. With https the unprefixed name is ignored: other hosts of the domain,
 * and an attacker who answers for it over http, can set a cookie of that name.
 */
export function sessionCookie(request: FastifyRequest, https: boolean): string | undefined {
  return request.cookies[https ? secureCookieName : cookieName]
}

const flowCookie = 'gatehouse_sign_in'
const flowName = (https: boolean) => (https ? `__Host-${flowCookie}` : flowCookie)

/** What the browser keeps of a sign-in at the provider, if anything. */
export const flowOf = (request: FastifyRequest, https: boolean): string | undefined =>
  request.cookies[flowName(https)]

/** Keeps a sign-in at the provider in the browser for ten minutes, or deletes it if it is null. */
export function setFlow(reply: FastifyReply, flow: string | null, https: boolean) {
  reply.setCookie(flowName(https), flow ?? '', {
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    path: '/',
    maxAge: flow === null ? 0 : 600,
  })
}

/** Whether the public URL uses https, so that the session cookie is restricted to https. */
export const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')

/** Source: docs/api.md#deployments-tokens-and-people. */
export function setSessionCookie(reply: FastifyReply, secret: string, https: boolean) {
  reply.setCookie(https ? secureCookieName : cookieName, secret, {
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    path: '/',
  })
}

/** Deletes the session cookie in the browser. */
export function clearSessionCookie(reply: FastifyReply, https: boolean) {
  reply.clearCookie(https ? secureCookieName : cookieName, {
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    path: '/',
  })
}

/** Whether the browser reports that a request comes from the dashboard's own pages. */
export function sameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  if (origin === undefined) return false
  return origin === new URL(publicUrl).origin || isOwnHost(origin, request.headers.host)
}

const isOwnHost = (origin: string, host: string | undefined) => URL.parse(origin)?.host === host
