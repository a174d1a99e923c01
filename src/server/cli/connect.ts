import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { openDatabaseIn, openPostgres } from '#server/db/engine.ts'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { LockFault, takeLock } from './serve/lock.ts'
import { trustedSocket } from './serve/socket.ts'
import { createUpdateReporter } from './update-progress.ts'
import { version } from './version.ts'

/** The service's response. */
export interface SentRequest {
  status: number
  body: unknown
}

/** What sends requests to a service. */
export type Sender = Pick<Connection, 'isServed' | 'send'>

/** A connection of the owner to the service of a data folder: the running one, or one opened for this command only. */
export interface Connection {
  /** Whether a running service answers, as opposed to one opened for this command. */
  readonly isServed: boolean
  /** Sends a request for an operation; `payload` is JSON, or a stream of bytes. */
  send(method: string, path: string, payload?: Readable | object): Promise<SentRequest>
  /**
   * Requests a long response, which `save` reads.
   * @returns null, or the response if its status is not 200.
   */
  download(path: string, save: (content: Readable) => Promise<void>): Promise<SentRequest | null>
  close(): Promise<void>
}

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
    try {
      return await inProcess(config)
    } catch (error) {
      // A service that is starting holds the lock and opens its socket soon after.
      if (!(error instanceof LockFault) || tries >= 10) throw error
    }
  }
}

/** Connects to the running service of a data folder; null if there is none that its owner can trust. */
export async function connectToRunning(folder: string): Promise<Connection | null> {
  const socket = trustedSocket(folder)
  return socket === null ? null : overSocket(socket)
}

async function overSocket(socketPath: string): Promise<Connection | null> {
  const send: Connection['send'] = (method, path, payload) =>
    new Promise((resolve, reject) => {
      const json = payload !== undefined && !(payload instanceof Readable)
      const sent = httpRequest(
        { socketPath, method, path, headers: json ? { 'content-type': 'application/json' } : {} },
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

async function saveResponse(status: number, content: Readable, save: (content: Readable) => Promise<void>) {
  if (status !== 200) return { status, body: parsed(await text(content)) }
  await save(content)
  return null
}

async function inProcess(config: Config): Promise<Connection> {
  const lock = await takeLock(config.dataFolder, 1_000)
  const opened =
    config.database === null
      ? openDatabaseIn(config.dataFolder, createUpdateReporter())
      : openPostgres(config.database)
  const database = await opened.catch((error) => {
    lock.release()
    throw error
  })
  const app = await buildApp({
    // A command answers only its own requests, which nobody measures.
    config: { ...config, metrics: null },
    database,
    version: version(),
    logger: pino({ level: 'silent' }),
    isLocal: () => true,
  })
  // A write may wait for a thread, which does not keep the process alive.
  const keepAlive = setInterval(() => undefined, 60_000)
  return {
    isServed: false,
    async send(method, path, payload) {
      const json = payload !== undefined && !(payload instanceof Readable)
      const response = await app.server.inject({
        // parse: our own commands name the method.
        method: method as 'GET',
        url: path,
        ...(payload === undefined ? {} : { payload: json ? JSON.stringify(payload) : payload }),
        // A body of unknown length is read only if the request is declared as chunked.
        headers: json
          ? { 'content-type': 'application/json' }
          : payload === undefined
            ? {}
            : { 'transfer-encoding': 'chunked' },
      })
      return { status: response.statusCode, body: parsed(response.body) }
    },
    async download(path, save) {
      const response = await app.server.inject({ url: path, payloadAsStream: true })
      return saveResponse(response.statusCode, response.stream(), save)
    },
    async close() {
      clearInterval(keepAlive)
      await app.server.close()
      await database.close()
      lock.release()
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
