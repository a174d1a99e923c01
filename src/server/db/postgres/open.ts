import type { Client } from 'pg'
import type { PendingMigration } from '../database.ts'
import { newClient, type PostgresUrls, queryOnClient, refuseOld, toFault } from './connection.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { refuseMove } from './move-lock.ts'
import { refusePooler } from './pooler.ts'
import { type DatabaseUrls, PostgresDatabase } from './postgres-database.ts'

/**
 * Opens the database of a URL and migrates it. Processes that start at the same time migrate in turn, under an advisory
 * lock.
 * @param options `directUrl` leads to the server itself where `url` leads to a transaction pooler, `readUrl` to a
 * replica.
 * @throws DatabaseFault if the server cannot be reached, rejects the user, is too old, or was written by a newer
 * Gatehouse, if the database is being moved, or if `directUrl` leads to a transaction pooler.
 */
export const openPostgres = (
  url: string,
  { directUrl = url, readUrl = null }: Partial<DatabaseUrls> = {},
): Promise<PostgresDatabase> =>
  withConnection({ url, directUrl }, async (client) => {
    await migrate(queryOnClient(client), url)
    return new PostgresDatabase({ url, directUrl, readUrl }, await idOf(client))
  })

/**
 * Runs the migrations that a database does not have.
 * @returns their names.
 * @throws DatabaseFault as `openPostgres`.
 */
export const migratePostgres = (urls: PostgresUrls): Promise<string[]> =>
  withConnection(urls, (client) => migrate(queryOnClient(client), urls.url))

/**
 * Finds the migrations that a database does not have, without changing it.
 * @throws DatabaseFault as `openPostgres`.
 */
export const pendingInPostgres = (urls: PostgresUrls): Promise<PendingMigration[]> =>
  withConnection(urls, async (client) => {
    const pending = await pendingMigrations(queryOnClient(client), urls.url)
    return pending.map((name) => {
      const steps = migrations[name]
      return { name, statements: typeof steps === 'object' ? steps : [] }
    })
  })

/** Works on a direct connection to a server, on a database that is not being moved. */
async function withConnection<T>(urls: PostgresUrls, work: (client: Client) => Promise<T>): Promise<T> {
  const { url, directUrl } = urls
  const client = newClient(directUrl)
  try {
    await client.connect()
    await refuseOld(client, url)
    await refusePooler(client, urls)
    await refuseMove(client, url)
    return await work(client)
  } catch (error) {
    throw toFault(error, url)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Its first migration was at another time in every other database, and a copy of it has the same changes. */
async function idOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select current_database() || ' ' || min(timestamp) as id from kysely_migration",
  )
  return rows[0]?.id ?? ''
}
