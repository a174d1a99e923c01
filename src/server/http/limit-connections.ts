import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { HttpError, problemBody } from './errors.ts'

/** How long a rejected connection stays open, so that the response can be read, in milliseconds. */
const closeDelay = 2_000

/** Rejected connections that may still be closing; further ones are closed without a response. */
const maxClosingConnections = 100

/** Answers connections above the limit with 503. */
export function limitConnections(server: Server, maxConnections: number): void {
  const open = new Set<Socket>()
  server.maxConnections = maxConnections + maxClosingConnections
  server.on('connection', (socket: Socket) => {
    if (open.size >= maxConnections) {
      const detail = `The service has ${maxConnections} connections open, which is the limit. Try again.`
      rejectConnection(
        socket,
        'Service Unavailable',
        new HttpError(503, detail, { headers: { 'Retry-After': '5' } }),
      )
      return
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}

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
