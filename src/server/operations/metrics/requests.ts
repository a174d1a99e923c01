import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** The buckets of durations, in seconds: the target of a page is 25 ms, and of most requests under 250 ms. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts the requests of a server and their durations, by operation. Must be called before its routes are added. */
export function countRequests(server: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'gatehouse_http_requests_total',
    help: 'Answered HTTP requests, by the id of the operation and the status; "aborted" if the client left before the end.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'gatehouse_http_request_duration_seconds',
    help: 'Time from the head of a request until its response is sent. Event streams are not included.',
    labelNames: ['operation'],
    buckets,
    registers: [registry],
  })
  const running = new Gauge({
    name: 'gatehouse_http_requests_running',
    help: 'Requests that are being answered now, without event streams and reads of metrics.',
    registers: [registry],
  })
  server.addHook('onRequest', (request, { raw }, done) => {
    const startedAt = performance.now()
    const operation = operationOf(request)
    const isStream = request.routeOptions.config.operation?.produces === 'text/event-stream'
    const isCounted = !isStream && operation !== 'metrics'
    let hasEnded = false
    if (isCounted) running.inc()
    const end = (status: string) => {
      if (hasEnded) return
      hasEnded = true
      if (isCounted) running.dec()
      requests.inc({ operation, status })
      if (!isStream) durations.observe({ operation }, (performance.now() - startedAt) / 1000)
    }
    raw.once('finish', () => end(String(raw.statusCode)))
    // A client that leaves ends an event stream, but interrupts every other response.
    raw.once('close', () => end(isStream && raw.headersSent ? String(raw.statusCode) : 'aborted'))
    done()
  })
}

/** Other addresses than those of the contract, by the beginning of their route. */
const otherRoutes: readonly [RegExp, string][] = [
  [/^\/(healthz|readyz)$/, 'probe'],
  [/^\/metrics$/, 'metrics'],
  [/^\/local\//, 'command_line'],
  [/^\/docs/, 'docs'],
  [/^\/api\//, 'other'],
]

/** The label of a request: never a part of its address, which anyone can make up. */
function operationOf({ is404, url: address, routeOptions: { config, url } }: FastifyRequest): string {
  if (config.operation) return config.operation.id
  if (is404 || url === undefined) return 'other'
  // The dashboard takes all addresses that have no route of their own.
  const route = url === '/*' ? address : url
  return otherRoutes.find(([pattern]) => pattern.test(route))?.[1] ?? 'dashboard'
}
