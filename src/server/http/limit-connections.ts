import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { HttpError, problemBody } from './errors.ts'

/** How long a rejected connection stays open, so that the response can be read, in milliseconds. */
const closeDelay = 2_000

/** Rejected connections that may still be closing; further ones are closed without a response. */
const maxClosingConnections = 100

/** How long an address counts as known after somebody there has authenticated, in milliseconds. */
const knownFor = 3_600_000
const maxKnown = 10_000

export interface ConnectionBounds {
  /** Open connections. A tenth of them is kept for addresses where somebody has authenticated. */
  connections: number
  /** Open connections, and requests through trusted proxies at once, of one address. */
  connectionsOfAddress: number
}

interface Connection {
  address: string
  /** When it was opened, or last sent a complete head of a request. */
  heard: number
  /** Requests that are not answered yet. */
  requests: number
}

/** Connections that their token counts: event streams, of which a token may have few. */
const ofToken = new WeakSet<Socket>()

/** Leaves the connection of an event stream to the limit of its token. */
export function countByToken(socket: Socket): void {
  ofToken.add(socket)
}

/**
 * Keeps room for new connections. When there is none, the connection that waits longest without a complete head of a
 * request is closed; when all have requests in progress, the new one is answered with 503.
 */
export class ConnectionLimit {
  readonly #bounds: ConnectionBounds
  readonly #isProxy: (address: string) => boolean
  readonly #open = new Map<Socket, Connection>()
  /** When somebody at an address last authenticated, oldest first. */
  readonly #known = new Map<string, number>()
  /** Requests through proxies that are not answered yet, by the address of the client. */
  readonly #ofClient = new Map<string, number>()

  constructor(server: Server, bounds: ConnectionBounds, isProxy: (address: string) => boolean) {
    this.#bounds = bounds
    this.#isProxy = isProxy
    server.maxConnections = bounds.connections + maxClosingConnections
    server.on('connection', (socket: Socket) => this.#accept(socket))
    server.on('request', (request, response) => this.#hear(request, response))
  }

  /** Notes that somebody at an address has authenticated. */
  authenticated(address: string): void {
    this.#known.delete(address)
    this.#known.set(address, Date.now())
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest)
  }

  /**
   * Counts a request that came through a proxy for its client, until it is answered.
   * @throws HttpError 503 if the client has as many requests in progress as an address may have connections.
   */
  countClient(client: string, { socket }: IncomingMessage, response: ServerResponse): void {
    if (!this.#isProxy(socket.remoteAddress ?? '') || this.#isProxy(client)) return
    const count = (this.#ofClient.get(client) ?? 0) + 1
    if (count > this.#bounds.connectionsOfAddress) throw this.#tooManyOfAddress()
    this.#ofClient.set(client, count)
    const release = () => {
      const left = (this.#ofClient.get(client) ?? 1) - 1
      if (left > 0) this.#ofClient.set(client, left)
      else this.#ofClient.delete(client)
    }
    response.once('close', release)
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const refusal = this.#refusal(address)
    if (refusal) {
      rejectConnection(socket, 'Service Unavailable', refusal)
      return
    }
    this.#open.set(socket, { address, heard: Date.now(), requests: 0 })
    socket.once('close', () => this.#open.delete(socket))
  }

  /** Makes room for a connection from an address. @returns why there is none. */
  #refusal(address: string): HttpError | undefined {
    const { connections, connectionsOfAddress } = this.#bounds
    if (!this.#isProxy(address)) {
      const isOwn = ([socket, one]: [Socket, Connection]) => one.address === address && !ofToken.has(socket)
      if (!this.#hasRoom(connectionsOfAddress, isOwn)) return this.#tooManyOfAddress()
    }
    const isStranger = ([, one]: [Socket, Connection]) => !this.#isKnown(one.address)
    const forStrangers = connections - Math.floor(connections / 10)
    const hasRoom =
      (this.#isKnown(address) || this.#hasRoom(forStrangers, isStranger)) &&
      this.#hasRoom(connections, () => true)
    return hasRoom
      ? undefined
      : tooMany(`The service has ${connections} connections open, which is the limit.`)
  }

  /** Whether fewer than `most` of the connections are open, or became so by closing one that waits. */
  #hasRoom(most: number, counts: (one: [Socket, Connection]) => boolean): boolean {
    if (this.#open.size < most) return true
    const counted = [...this.#open].filter(counts)
    if (counted.length < most) return true
    const [longest] = counted
      .filter(([, { requests }]) => requests === 0)
      .toSorted(([, one], [, other]) => one.heard - other.heard)
    if (!longest) return false
    this.#open.delete(longest[0])
    longest[0].destroy()
    return true
  }

  #hear({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    connection.heard = Date.now()
    connection.requests++
    response.once('close', () => {
      connection.requests--
    })
  }

  #isKnown(address: string): boolean {
    return this.#isProxy(address) || Date.now() - (this.#known.get(address) ?? -Infinity) < knownFor
  }

  #tooManyOfAddress(): HttpError {
    return tooMany(
      `Your address has ${this.#bounds.connectionsOfAddress} connections open, which is the limit of one address.`,
    )
  }
}

const tooMany = (sentence: string) =>
  new HttpError(503, `${sentence} Try again.`, { headers: { 'Retry-After': '5' } })

/** Responds on a connection before any request is read, and closes it. @param line the reason phrase of HTTP. */
export function rejectConnection(socket: Socket, line: string, httpError: HttpError): void {
  if (!socket.writable || socket.destroyed) return
  const body = JSON.stringify(problemBody(httpError, randomUUID()))
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...httpError.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${httpError.status} ${line}\r\n${lines.join('')}\r\n${body}`)
  // Gives the client time to read the response; a client that continues to send is disconnected.
  socket.resume()
  setTimeout(() => socket.destroy(), closeDelay).unref()
}
