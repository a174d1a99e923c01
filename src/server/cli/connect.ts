import type { Config } from '#server/base/config/config.ts'
import { connectToRunning } from '#server/operations/client/connect-to-running.ts'
import type { Connection } from '#server/operations/client/connection.ts'

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
