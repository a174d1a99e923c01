import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

/** A span as it was sent, as OTLP writes it in JSON. */
export interface SentSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

interface SentTraces {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** A collector of traces. */
export interface Collector {
  url: string
  /** The requests that it received. */
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
  /** The content of the requests in JSON. */
  traces(): SentTraces[]
  spans(): SentSpan[]
}

/** Starts a collector that accepts everything. */
export async function startCollector(): Promise<Collector> {
  const received: Collector['received'] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? '' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the collector has no port')
  // parse: what a client of OTLP sends in JSON.
  const traces = () => received.map(({ body }) => JSON.parse(body.toString()) as SentTraces)
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    traces,
    spans: () =>
      traces()
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
  }
}

/** The attributes of a span or a resource by their names. */
export const attributesOf = (attributes: SentSpan['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
