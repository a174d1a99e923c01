import { connectToRunning } from '#server/operations/client/connect-to-running.ts'
import type { ServiceStatus } from '../status/routes.ts'
import type { Connection } from './connection.ts'

/** A running service, with what it says about itself. */
export interface RunningService {
  status: ServiceStatus
  connection: Connection
}

/**
 * Asks the running service of a data folder about itself.
 * @returns null if none answers, or one that is too old to describe itself.
 */
export async function readRunningService(folder: string): Promise<RunningService | null> {
  const connection = await connectToRunning(folder)
  if (!connection) return null
  const { status, body } = await connection.send('GET', '/local/status')
  // parse: answered by our own service to its owner.
  return status === 200 ? { status: body as ServiceStatus, connection } : null
}

/** What a command says that would use the embedded database, where the running service uses PostgreSQL. */
export const otherDatabase =
  'The running service uses PostgreSQL, but DATABASE_URL is not set for this command.'
