import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** A proxy before a service, which a test lets go wrong. */
export interface TestProxy {
  url: string
  /** Where requests go; null to answer them itself. */
  target: string | null
  /** Request headers that it drops. */
  drops: string[]
  /** Refuses larger bodies by their length. */
  maxBody: number
  /** Response headers that it sets. */
  sets: Record<string, string>
}

/** A port that nobody listens on: a service with a public URL does not say on which one it listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return address.port
}

/** Starts a proxy that passes everything. */
export async function startProxy(): Promise<TestProxy> {
  const proxy: TestProxy = { url: '', target: null, drops: [], maxBody: Number.POSITIVE_INFINITY, sets: {} }
  const server = createServer((incoming, outgoing) => pass(proxy, incoming, outgoing))
  proxy.url = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return proxy
}

function pass(proxy: TestProxy, incoming: IncomingMessage, outgoing: ServerResponse) {
  if (Number(incoming.headers['content-length'] ?? 0) > proxy.maxBody) {
    outgoing.writeHead(413).end()
    return
  }
  if (proxy.target === null) {
    outgoing.writeHead(200).end('Welcome')
    return
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !proxy.drops.includes(name)),
  )
  const sent = request(`${proxy.target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...proxy.sets })
    answer.pipe(outgoing)
  })
  sent.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(sent)
}
