import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Sockets are named in at most 107 bytes; a deeper folder's socket stands among the temporary files. */
const longestName = 100

/** Where the running service of a data folder is reached by its owner. */
export function socketOf(folder: string): string {
  const made = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\gatehouse-${made}`
  const beside = join(folder, 'gatehouse.sock')
  return Buffer.byteLength(beside) <= longestName ? beside : join(tmpdir(), `gatehouse-${made}.sock`)
}

/** Connections of the owner-only socket, so that the service knows who needs no token. */
const localConnections = new WeakSet<object>()

/** Whether a request came through the owner-only socket. */
export const cameThroughSocket = (request: { raw: { socket: object } }) =>
  localConnections.has(request.raw.socket)

/** Opens the socket, which only the owner of the process may use; requests go to the same routes. */
export async function openSocket(server: FastifyInstance, folder: string): Promise<Server> {
  const path = socketOf(folder)
  // The lock says that no other service lives here: a socket left behind by a crash may go.
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const listener = createServer((request, response) => server.routing(request, response))
  listener.requestTimeout = 0
  listener.on('connection', (connection) => localConnections.add(connection))
  const before = process.umask(0o077)
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(path, resolve)
    })
  } finally {
    process.umask(before)
  }
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return listener
}
