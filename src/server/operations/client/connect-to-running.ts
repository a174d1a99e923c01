import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { trustedSocket } from '../folder/socket.ts'
import { type Connection, contentType, parsed, saveResponse } from './connection.ts'

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
