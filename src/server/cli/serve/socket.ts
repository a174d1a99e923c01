import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { FolderFault, privateFolder } from './private-folder.ts'

/** Sockets are named in at most 107 bytes; where the data folder's name is longer, its socket stands elsewhere. */
const maxPathLength = 100
const socketName = 'gatehouse.sock'
/** The file of the data folder that names the private directory of its socket. */
export const locationFile = 'socket.location'

const fitsPathLimit = (folder: string) => Buffer.byteLength(join(folder, socketName)) <= maxPathLength

const windowsPipeName = (folder: string) =>
  `\\\\.\\pipe\\gatehouse-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`

/**
 * The socket of the service that runs on a data folder, for its owner to connect to. It and the directory that holds it
 * belong to the owner of the data folder and are open to nobody else, so that nobody else can have made it; null where
 * that does not hold, or where there is none.
 */
export function trustedSocket(folder: string): string | null {
  if (process.platform === 'win32') return windowsPipeName(folder)
  const owner = privateFolder(folder)
  const place = fitsPathLimit(folder) ? folder : locationIn(folder)
  if (owner === null || place === null) return null
  if (place !== folder && !isPrivateOf(place, owner.uid)) return null
  const socket = lstatSync(join(place, socketName), { throwIfNoEntry: false })
  return socket?.isSocket() && socket.uid === owner.uid ? join(place, socketName) : null
}

/** Whether a path is a directory itself, belongs to a user, and is open to nobody else. */
function isPrivateOf(path: string, uid: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && stats.uid === uid && (stats.mode & 0o077) === 0
}

function locationIn(folder: string): string | null {
  try {
    return readFileSync(join(folder, locationFile), 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Connections of the owner-only socket, so that the service knows who needs no token. */
const localConnections = new WeakSet<object>()

/** Whether a request came through the owner-only socket. */
export const cameThroughSocket = (request: { raw: { socket: object } }) =>
  localConnections.has(request.raw.socket)

/**
 * Opens the socket, which only the owner of the data folder may use; requests go to the same routes. Only for who holds
 * the lock of the folder: a socket that a crash left behind goes.
 * @throws FolderFault where the folder that is to hold it is open to others.
 */
export async function openSocket(server: FastifyInstance, folder: string): Promise<Server> {
  const listener = createServer((request, response) => server.routing(request, response))
  listener.requestTimeout = 0
  listener.on('connection', (connection) => localConnections.add(connection))
  const place = process.platform === 'win32' ? null : createSocketFolder(folder)
  const path = place === null ? windowsPipeName(folder) : join(place, socketName)
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(path, resolve)
  })
  if (place !== null) chmodSync(path, 0o600)
  listener.once('close', () => removeLocation(folder))
  return listener
}

/** The directory in which the socket is to be, without a socket in it. */
function createSocketFolder(folder: string): string {
  removeLocation(folder)
  if (privateFolder(folder) === null)
    throw new FolderFault(`The folder ${folder} is accessible to other users.`)
  if (fitsPathLimit(folder)) {
    rmSync(join(folder, socketName), { force: true })
    return folder
  }
  // Nobody can guess its name and make it first; who looks for it finds it in the data folder.
  const place = mkdtempSync(
    join(
      [tmpdir(), '/tmp'].find((each) => fitsPathLimit(join(each, 'gatehouse-000000'))) ?? '/tmp',
      'gatehouse-',
    ),
  )
  if (!isPrivateOf(place, process.getuid?.() ?? 0))
    throw new FolderFault(`The folder ${place} is accessible to other users.`)
  writeFileSync(join(folder, locationFile), place, { mode: 0o600 })
  return place
}

/** Removes the private directory of a socket, if there is one, and what names it. */
function removeLocation(folder: string) {
  const place = locationIn(folder)
  if (place === null) return
  try {
    rmSync(join(folder, locationFile), { force: true })
    rmSync(join(place, socketName), { force: true })
    rmdirSync(place)
  } catch {
    // It is gone already, or the disk is: nobody is told of it any more.
  }
}
