import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Client } from 'pg'
import { DatabaseFault } from '../database.ts'
import type { Tables } from '../tables.ts'
import { queryOnClient } from './connection.ts'
import { migrationNames, migrationProvider } from './migrations/index.ts'
import { type DatabaseUrls, PostgresDatabase } from './postgres-database.ts'

/** The oldest major version that is supported. */
const oldestVersion = 14

/**
 * Opens the database of a URL and migrates it. Processes that start at the same time migrate in turn, under an advisory
 * lock.
 * @param options `directUrl` leads to the server itself where `url` leads to a transaction pooler, `readUrl` to a
 * replica.
 * @throws DatabaseFault if the server cannot be reached, rejects the user, is too old, or was written by a newer
 * Gatehouse.
 */
export async function openPostgres(
  url: string,
  { directUrl = url, readUrl = null }: Partial<DatabaseUrls> = {},
): Promise<PostgresDatabase> {
  const client = new Client({
    connectionString: directUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'gatehouse',
  })
  try {
    await client.connect()
    await refuseOld(client, url)
    await migrate(queryOnClient(client), url)
    return new PostgresDatabase({ url, directUrl, readUrl }, await idOf(client))
  } catch (error) {
    if (error instanceof DatabaseFault) throw error
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    throw new DatabaseFault(`The database ${shownUrl(url)} cannot be used (${reason}).`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A URL without its password, for messages. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return '(hidden)'
  parsed.password = ''
  parsed.search = ''
  return parsed.href
}

/** Its first migration was at another time in every other database, and a copy of it has the same changes. */
async function idOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select current_database() || ' ' || min(timestamp) as id from kysely_migration",
  )
  return rows[0]?.id ?? ''
}

async function refuseOld(client: Client, url: string) {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < oldestVersion) {
    throw new DatabaseFault(
      `The server of ${shownUrl(url)} is PostgreSQL ${major}. Gatehouse needs ${oldestVersion} or later.`,
    )
  }
}

async function migrate(query: Kysely<Tables>, url: string) {
  const applied = await appliedMigrations(query)
  const foreign = applied.filter((name) => !migrationNames.includes(name))
  if (foreign.length > 0) {
    throw new DatabaseFault(
      `The database ${shownUrl(url)} was written by a newer Gatehouse (it knows "${foreign.join('", "')}"). Start that version, or use another database.`,
    )
  }
  if (migrationNames.every((name) => applied.includes(name))) return
  const { error } = await new Migrator({ db: query, provider: migrationProvider }).migrateToLatest()
  if (error) throw error
}

async function appliedMigrations(query: Kysely<Tables>): Promise<string[]> {
  const found = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(query)
  if (found.rows[0]?.name == null) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query)
  return rows.map(({ name }) => name)
}
