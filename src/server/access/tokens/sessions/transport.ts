import type { FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import { isHttps, sameOrigin } from './cookie.ts'

/** Rejects a sign-in that another site has started in the browser. @throws HttpError 403. */
export function assertFromDashboard({ publicUrl }: Services, request: FastifyRequest): void {
  const isOfBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
  if (isOfBrowser && !sameOrigin(request, publicUrl()))
    throw new HttpError(403, 'Sign-in requests must come from the dashboard.')
}

/**
 * Rejects sign-in over plain http beyond the machine itself, since a session would be sent unencrypted, unless the
 * public URL uses http on purpose.
 * @returns whether the cookie is restricted to https.
 */
export function assertSafeTransport(services: Services, request: FastifyRequest): boolean {
  if (isHttps(services.publicUrl())) return true
  if (services.config.publicUrl !== null || isLoopback(request)) return false
  throw new HttpError(
    403,
    'Sign-in over HTTP is only allowed on this machine. Use an HTTPS proxy and set GATEHOUSE_PUBLIC_URL to its address, or set GATEHOUSE_PUBLIC_URL=http://… to accept the risk.',
  )
}

function isLoopback(request: FastifyRequest): boolean {
  return (
    /^(127\.|::1$|::ffff:127\.)/.test(request.ip) &&
    /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')
  )
}
