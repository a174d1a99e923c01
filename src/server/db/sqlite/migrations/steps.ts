import { type Kysely, sql } from 'kysely'
import type { MigrationProvider } from 'kysely/migration'

/** Statements in their order; a function where what is to be done follows from what is stored. */
type Steps = readonly string[] | ((db: Kysely<unknown>) => Promise<void>)

/** Migrations in their order. A name once released never changes. */
export type Migrations = Readonly<Record<string, Steps>>

/** Gives migrations to the migrator of the query builder. */
export const providerOf = (migrations: Migrations): MigrationProvider => ({
  getMigrations: async () =>
    Object.fromEntries(
      Object.entries(migrations).map(([name, steps]) => [
        name,
        { up: (db: Kysely<unknown>) => (typeof steps === 'function' ? steps(db) : runAll(db, steps)) },
      ]),
    ),
})

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
