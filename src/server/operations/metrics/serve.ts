import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { MetricsConfig } from '#server/base/config/metrics.ts'
import { HttpError } from '#server/http/errors.ts'
import { createServer } from '#server/http/server.ts'
import type { Services } from '#server/http/services.ts'
import type { Metrics } from './metrics.ts'

/** The path that Prometheus reads by default. */
const path = '/metrics'
/** Few programs read metrics, each with one connection. */
const maxConnections = 50

/** What serving the metrics of a service needs. */
export interface ServedMetrics {
  metrics: Metrics
  services: Services
  config: MetricsConfig
}

/**
 * Serves metrics at `/metrics` of a server. If the configuration has a token, it must be sent.
 * @param isLocal whether a request was received over the owner-only socket, which needs no token.
 */
export function serveMetrics(
  server: FastifyInstance,
  { metrics, services, config }: ServedMetrics,
  isLocal: (request: FastifyRequest) => boolean = () => false,
): void {
  const onRequest = async (request: FastifyRequest) => {
    if (config.token !== null && !isLocal(request)) await assertToken(services, request, config.token)
  }
  server.get(path, { onRequest }, async (_request, reply) => {
    const text = await metrics.text(services)
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
  })
}

/** @throws HttpError 401 for a missing or wrong token, 429 after too many of them. */
async function assertToken(services: Services, request: FastifyRequest, token: string): Promise<void> {
  const header = request.headers.authorization
  const sent = /^Bearer +([\x21-\x7e]{1,500})$/i.exec(header ?? '')?.[1]
  if (sent !== undefined && timingSafeEqual(hashOf(sent), hashOf(token))) return
  const detail =
    header === undefined
      ? 'Metrics need the header "Authorization: Bearer <METRICS_TOKEN>".'
      : 'The token is not METRICS_TOKEN.'
  const refusal = new HttpError(401, detail, { headers: { 'www-authenticate': 'Bearer' } })
  if (header === undefined) throw refusal
  throw await services.authenticator.failed(request, { by: 'token', action: 'token.refused', refusal })
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** How long a running response may take when the service stops, in milliseconds. */
const closeTimeout = 1_000

/**
 * Serves metrics, and nothing else, on their own port.
 * @returns its URL, and a function that closes it.
 */
export async function openMetricsServer(
  served: ServedMetrics & { config: MetricsConfig & { port: number } },
  logger: FastifyBaseLogger,
): Promise<{ url: string; close(): Promise<void> }> {
  const { host, port } = served.config
  // A line for each of a few thousand reads a day would hide the others.
  const quiet = logger.child({}, { level: 'warn' })
  const server = await createServer(
    quiet,
    { publicUrl: null, trustedProxies: [], connectionsOfAddress: maxConnections },
    { connections: maxConnections },
  )
  serveMetrics(server, served)
  server.setNotFoundHandler(async () => {
    throw new HttpError(404, `This port serves only ${path}.`)
  })
  await server.listen({ host, port })
  const address = server.server.address()
  const opened = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}${path}`,
    async close() {
      // A connection that is kept alive would delay the stop for a minute.
      const late = setTimeout(() => server.server.closeAllConnections(), closeTimeout)
      try {
        await server.close()
      } finally {
        clearTimeout(late)
      }
    },
  }
}
