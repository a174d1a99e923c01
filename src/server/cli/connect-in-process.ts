import { Readable } from 'node:stream'
import pino from 'pino'
import type { Config } from '#server/base/config/config.ts'
import { version } from '#server/base/version.ts'
import { openDatabaseIn, openPostgres } from '#server/db/engine.ts'
import { type Connection, contentType, parsed, saveResponse } from '#server/operations/client/connection.ts'
import { LockFault, takeLock } from '#server/operations/folder/lock.ts'
import { createUpdateReporter } from '#server/operations/update-progress.ts'
import { buildApp } from '../app.ts'

/**
 * Opens the service of the configured data folder in this process; null while another command holds the folder, if that
 * is to be tried again. @throws as `connect`
 */
export async function connectInProcess(config: Config, mayTryAgain: boolean): Promise<Connection | null> {
  try {
    return await inProcess(config)
  } catch (error) {
    if (error instanceof LockFault && mayTryAgain) return null
    throw error
  }
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
    async send(method, path, payload, mediaType) {
      const json = payload !== undefined && !(payload instanceof Readable)
      const response = await app.server.inject({
        // parse: our own commands name the method.
        method: method as 'GET',
        url: path,
        ...(payload === undefined ? {} : { payload: json ? JSON.stringify(payload) : payload }),
        // A body of unknown length is read only if the request is declared as chunked.
        headers: {
          ...contentType(payload, mediaType),
          ...(payload === undefined || json ? {} : { 'transfer-encoding': 'chunked' }),
        },
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
