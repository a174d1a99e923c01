import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What happens to a request instead of its answer. */
export type Disturbance =
  /** Another answer. */
  | { status: number; headers?: OutgoingHttpHeaders; body?: unknown }
  /** Does what is asked, and breaks the connection. */
  | 'lose answer'
  /** Never answers. */
  | 'hang'

export interface ForgeRequest {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: unknown
}

export interface ForgeAnswer {
  status: number
  headers?: OutgoingHttpHeaders
  body?: unknown
}

export interface ForgeServer {
  base: string
  /** The requests so far, such as `POST /repos/acme/shop/statuses/c0ffee`. */
  requests: string[]
  /** Decides for each request what disturbs it, if anything. */
  disturb(choose: (request: string) => Disturbance | null): void
  close(): void
}

/** Starts a server on loopback that answers JSON. */
export async function startForgeServer(
  answer: (request: ForgeRequest, base: string) => ForgeAnswer,
): Promise<ForgeServer> {
  const requests: string[] = []
  let choose: (request: string) => Disturbance | null = () => null
  let base = ''
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString()
    const url = new URL(request.url ?? '/', base)
    const method = request.method ?? 'GET'
    const name = `${method} ${url.pathname}`
    requests.push(name)
    const disturbance = choose(name)
    if (disturbance === 'hang') return
    const isReplaced = disturbance !== null && typeof disturbance === 'object'
    const body: unknown = text === '' ? null : JSON.parse(text)
    const sent = isReplaced ? disturbance : answer({ method, url, headers: request.headers, body }, base)
    if (disturbance === 'lose answer') {
      response.destroy()
      return
    }
    response.writeHead(sent.status, { 'content-type': 'application/json; charset=utf-8', ...sent.headers })
    response.end(sent.body === undefined ? undefined : JSON.stringify(sent.body))
  })
  // A connection that it closed while a client sends on it would be a disturbance that nobody chose.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
  base = `http://127.0.0.1:${address.port}`
  return {
    base,
    requests,
    disturb: (chosen) => {
      choose = chosen
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** One page of a list, and the header that leads to the next one. */
export function pageOf<T>(all: readonly T[], url: URL): { rows: T[]; headers: OutgoingHttpHeaders } {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 20), 100)
  const page = Number(url.searchParams.get('page') ?? 1)
  const rows = all.slice((page - 1) * size, page * size)
  if (page * size >= all.length) return { rows, headers: {} }
  const next = new URL(url)
  next.searchParams.set('page', String(page + 1))
  return { rows, headers: { link: `<${next}>; rel="next", <${url}>; rel="first"` } }
}

/** A text of a JSON body; empty if there is none. */
export const textAt = (body: unknown, key: string): string => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined
  return typeof value === 'string' ? value : ''
}
