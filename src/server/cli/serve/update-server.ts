import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Config } from '../../config.ts'

/** Answers in place of the service while its database is updated. */
export interface UpdateServer {
  /** @param share of the work that is done, from 0 to 1. */
  report(share: number): void
  /** Frees the address for the service. */
  close(): Promise<void>
}

/**
 * Listens where the service will, and says to everybody that it is alive and not ready yet. With a port that the system
 * chooses, which nobody knows yet, nothing listens.
 * @throws what the system says where it cannot listen.
 */
export async function openUpdateServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<UpdateServer> {
  let share = 0
  const server = createServer((request, response) => {
    if (request.url === '/healthz') answer(response, 200, { status: 'alive' })
    else {
      response.setHeader('retry-after', '10')
      const detail = `Gatehouse is updating its database: ${Math.floor(share * 100)} % done.`
      answer(response, 503, { type: 'about:blank', title: 'Service Unavailable', status: 503, detail })
    }
    request.resume()
  })
  if (port !== 0) await listen(server, host, port)
  return {
    report(value) {
      share = value
    },
    async close() {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, status: number, body: object) {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
