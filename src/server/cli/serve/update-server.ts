import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Config } from '#server/base/config/config.ts'

/** Answers requests while an update prepares the service's data. */
export interface UpdateServer {
  /** @param share of the database work that is done, from 0 to 1. */
  report(share: number): void
  /** Frees the address for the service. */
  close(): Promise<void>
}

/** Seconds until a browser or a client repeats its request. */
const retryAfter = 10

/**
 * Listens on the service's address, and reports that it is alive but not ready yet, to browsers with a page that
 * reloads itself. If the system chooses the port, nothing listens, because nobody knows the port yet.
 * @throws the system's error if it cannot listen.
 */
export async function openUpdateServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<UpdateServer> {
  let share: number | null = null
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store')
    if (request.url === '/healthz') sendJson(response, 200, { status: 'alive' })
    else sendUpdating(response, share, request.headers.accept?.includes('text/html') ?? false)
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

function sendUpdating(response: ServerResponse, share: number | null, isBrowser: boolean) {
  const detail =
    share === null
      ? 'Gatehouse is reading its data after an update.'
      : `Gatehouse is updating its database: ${Math.floor(share * 100)} % done.`
  response.setHeader('retry-after', String(retryAfter))
  if (!isBrowser)
    return sendJson(response, 503, { type: 'about:blank', title: 'Service Unavailable', status: 503, detail })
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  })
  response.end(`<!doctype html>
<html lang="en">
<head>
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retryAfter}">
<title>Gatehouse is being updated</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 25vh auto 0; padding: 0 1rem }
</style>
</head>
<body><main><h1>Update</h1><p>${detail}</p><p>This page reloads until Gatehouse is ready.</p></main></body>
</html>`)
}

function sendJson(response: ServerResponse, status: number, body: object) {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` })
  response.end(JSON.stringify(body))
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
