import type { Config } from '#server/base/config/config.ts'
import { createUpdateReporter } from '#server/operations/update-progress.ts'
import type { Database } from '../../db/database.ts'
import { openDatabaseIn, openPostgres } from '../../db/engine.ts'
import { listenFault } from './listen-fault.ts'
import { openUpdateServer, type UpdateServer } from './update-server.ts'

/**
 * Opens the configured database. While an update copies an embedded one, requests are answered: alive, not ready.
 * @throws DatabaseFault if the database cannot be used.
 */
export async function openDatabaseOf(config: Config): Promise<Database> {
  if (config.database !== null) return openPostgres(config.database)
  const report = createUpdateReporter()
  let opening: Promise<UpdateServer> | null = null
  try {
    return await openDatabaseIn(config.dataFolder, (progress) => {
      report(progress)
      opening ??= openUpdateServer(config)
      // A failure to listen is reported later, when the service itself tries to.
      opening.then((server) => server.report(progress.share)).catch(() => undefined)
    })
  } finally {
    await close(opening, config)
  }
}

async function close(opening: Promise<UpdateServer> | null, config: Config) {
  const server = await opening?.catch((error: unknown) => {
    throw new Error(listenFault(error, config))
  })
  await server?.close()
}
