import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { DatabaseFault } from '../database.ts'
import type { Tables } from '../tables.ts'
import { shownUrl } from './connection.ts'
import { migrationNames, migrations, providerOf } from './migrations/index.ts'

/**
 * Runs the migrations that a database does not have; processes do so in turn, under an advisory lock.
 * @param query on one connection. In a transaction, the migrations are part of it.
 * @param given other statements for the same migrations.
 * @returns the names of those that ran.
 * @throws DatabaseFault if the database was written by a newer Gatehouse.
 */
export async function migrate(query: Kysely<Tables>, url: string, given = migrations): Promise<string[]> {
  // Migrating creates its tables and takes the lock, which is avoided if there is nothing to migrate.
  if ((await pendingMigrations(query, url)).length === 0) return []
  const { error, results } = await new Migrator({ db: query, provider: providerOf(given) }).migrateToLatest()
  if (error) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

/**
 * Finds the migrations that a database does not have.
 * @throws DatabaseFault if the database was written by a newer Gatehouse.
 */
export async function pendingMigrations(query: Kysely<Tables>, url: string): Promise<string[]> {
  const applied = await appliedMigrations(query)
  const foreign = applied.filter((name) => !migrationNames.includes(name))
  if (foreign.length > 0) {
    throw new DatabaseFault(
      `The database ${shownUrl(url)} was written by a newer Gatehouse (it knows "${foreign.join('", "')}"). Start that version, or use another database.`,
    )
  }
  return migrationNames.filter((name) => !applied.includes(name))
}

/** The names of the migrations that a database has; none if it has no tables of Gatehouse. */
export async function appliedMigrations(query: Kysely<Tables>): Promise<string[]> {
  const found = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(query)
  if (found.rows[0]?.name == null) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query)
  return rows.map(({ name }) => name)
}
