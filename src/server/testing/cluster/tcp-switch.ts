import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A port on loopback that leads to one server, and after a switch to another, as an address that moves does. */
export interface TcpSwitch {
  /** The URL of a server, by way of this port. */
  urlOf(url: string): string
  /** Breaks all connections, and leads new ones to another port. */
  switchTo(url: string): void
}

/** @param url that of the server it leads to at first. */
export async function startSwitch(url: string): Promise<TcpSwitch> {
  let port = Number(new URL(url).port)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  onTestFinished(() => {
    breakAll()
    server.close()
  })
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? String(address.port) : ''
  return {
    urlOf(original) {
      const changed = new URL(original)
      changed.port = own
      return changed.href
    },
    switchTo(next) {
      port = Number(new URL(next).port)
      breakAll()
    },
  }
}
