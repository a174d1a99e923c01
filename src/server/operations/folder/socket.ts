import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { FolderFault, privateFolder } from './private-folder.ts'

/** Socket paths have at most 107 bytes; if the data folder's path is longer, its socket is created elsewhere. */
const maxPathLength = 100
const socketName = 'gatehouse.sock'
/** The file in the data folder that contains the path of the socket's private directory. */
export const locationFile = 'socket.location'

const fitsPathLimit = (folder: string) => Buffer.byteLength(join(folder, socketName)) <= maxPathLength

const windowsPipeName = (folder: string) =>
  `\\\\.\\pipe\\gatehouse-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`

/**
 * Returns the path of the socket of the service that runs on a data folder, for its owner to connect to. The socket and
 * its directory must belong to the owner of the data folder and be private, so that nobody else can have created them;
 * null if that is not so, or if there is no socket.
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

/** Whether a path is a directory (not a link), belongs to a user, and is private. */
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

/** Connections of the owner-only socket, whose requests need no token. */
const localConnections = new WeakSet<object>()

/** Whether a request was received over the owner-only socket. */
export const cameThroughSocket = (request: { raw: { socket: object } }) =>
  localConnections.has(request.raw.socket)

/**
 * Opens the socket, which only the owner of the data folder may use; requests go to the same routes. The caller must
 * hold the lock of the folder, since a socket left by a crash is removed.
 * @throws FolderFault if the socket's folder is open to others.
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

/** Creates the directory of the socket, without a socket in it. */
function createSocketFolder(folder: string): string {
  removeLocation(folder)
  if (privateFolder(folder) === null)
    throw new FolderFault(`The folder ${folder} is accessible to other users.`)
  if (fitsPathLimit(folder)) {
    rmSync(join(folder, socketName), { force: true })
    return folder
  }
  // The random name cannot be guessed and created by others in advance; clients read it from the data folder.
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

/** Removes the private directory of a socket, if there is one, and the file that names it. */
function removeLocation(folder: string) {
  const place = locationIn(folder)
  if (place === null) return
  try {
    rmSync(join(folder, locationFile), { force: true })
    rmSync(join(place, socketName), { force: true })
    rmdirSync(place)
  } catch {
    // The directory is already gone, or the disk is; the socket is not used any more.
  }
}
