import { once } from 'node:events'
import { createServer, request } from 'node:http'

/**
 * A proxy on loopback that sends each request to the next process. One that does not accept connections is passed over;
 * one that breaks off is answered for with 502.
 * @param targets the URLs of the processes, read for each request.
 * @returns its URL, and a function that closes it.
 */
export async function startRoundRobin(
  targets: () => readonly string[],
): Promise<{ base: string; close: () => void }> {
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => send(0))
    const send = (tried: number) => {
      const all = targets()
      const target = all[turn++ % all.length]
      if (target === undefined || tried > all.length) {
        outgoing.destroy()
        return
      }
      const { method, url, headers } = incoming
      const passed = request(new URL(url ?? '/', target), { method, headers, agent: false }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.on('error', () => outgoing.destroy())
        response.pipe(outgoing)
      })
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') send(tried + 1)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      passed.end(Buffer.concat(parts))
    }
  })
  // A client must not send its next request on a connection that is being closed.
  proxy.keepAliveTimeout = 0
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy does not listen')
  return {
    base: `http://127.0.0.1:${address.port}`,
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
