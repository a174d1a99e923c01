import type { Client } from 'pg'
import { DatabaseFault } from '../database.ts'
import { newClient, type PostgresUrls, shownUrl } from './connection.ts'

/** How often it is tried to be given the connection of somebody else, since a busy pooler may not do so at once. */
const rounds = 5

/**
 * Refuses a transaction pooler where a connection to the server itself is needed. Locks of a connection would be held by
 * any connection of the pooler and never be released, and hints would not arrive.
 * @param client a connection to `directUrl`.
 * @throws DatabaseFault if the statements of a connection run on different connections to the server.
 */
export async function refusePooler(client: Client, { url, directUrl }: PostgresUrls): Promise<void> {
  const process = await processOf(client)
  // The server tells this number when a connection begins; a pooler tells one of its own.
  if ('processID' in client && client.processID === process) return
  if (!(await isShared(client, process, directUrl))) return
  throw new DatabaseFault(
    url === directUrl
      ? `The database ${shownUrl(url)} is behind a transaction pooler. Set DATABASE_DIRECT_URL to a URL of the same database that leads past it, for locks and hints.`
      : `DATABASE_DIRECT_URL leads to a transaction pooler (${shownUrl(directUrl)}). Set it to a URL of the same database that leads past it.`,
  )
}

/** Whether the server's process of a connection serves others between two statements. */
async function isShared(client: Client, process: number, directUrl: string): Promise<boolean> {
  const other = newClient(directUrl)
  try {
    await other.connect()
    for (let round = 0; round < rounds; round += 1) {
      await other.query('begin')
      if ((await processOf(other)) === process || (await processOf(client)) !== process) return true
      await other.query('rollback')
    }
    return false
  } finally {
    await other.end()
  }
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
  return rows[0]?.process ?? 0
}
