import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Config } from '#server/base/config/config.ts'
import { type Connection, contentType, parsed, saveResponse } from '#server/operations/client/connection.ts'
import { trustedSocket } from '#server/operations/folder/socket.ts'

/**
 * Connects to the service of the configured data folder. While a service runs, requests use its owner-only socket;
 * otherwise the database is opened in this process, and created if it does not exist.
 * @throws LockFault if another command holds the folder, FolderFault if others can open it, DatabaseFault if the
 * database cannot be used.
 */
export async function connect(config: Config): Promise<Connection> {
  for (let tries = 0; ; tries++) {
    const running = await connectToRunning(config.dataFolder)
    if (running) return running
    // Loaded only here: most of the service, which takes longer to load than a running one takes to answer.
    const { connectInProcess } = await import('./connect-in-process.ts')
    // A service that is starting holds the lock and opens its socket soon after.
    const opened = await connectInProcess(config, tries < 10)
    if (opened) return opened
  }
}

/** Connects to the running service of a data folder; null if there is none that its owner can trust. */
export async function connectToRunning(folder: string): Promise<Connection | null> {
  const socket = trustedSocket(folder)
  return socket === null ? null : overSocket(socket)
}

async function overSocket(socketPath: string): Promise<Connection | null> {
  const send: Connection['send'] = (method, path, payload, mediaType) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        { socketPath, method, path, headers: contentType(payload, mediaType) },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(parts).toString()) }),
          )
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      if (payload instanceof Readable) payload.on('error', (error) => sent.destroy(error)).pipe(sent)
      else sent.end(payload === undefined ? undefined : JSON.stringify(payload))
    })
  try {
    await send('GET', '/healthz')
  } catch {
    return null
  }
  const download: Connection['download'] = async (path, save) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest({ socketPath, path }, resolve).on('error', reject).end()
    })
    return saveResponse(response.statusCode ?? 0, response, save)
  }
  return { isServed: true, send, download, close: async () => undefined }
}
