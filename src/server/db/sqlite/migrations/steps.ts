import { type Kysely, sql } from 'kysely'
import type { MigrationProvider } from 'kysely/migration'

/** Statements in their order; a function where what is to be done follows from what is stored. */
type Steps = readonly string[] | ((db: Kysely<unknown>) => Promise<void>)

/** Migrations in their order. A name once released never changes. */
export type Migrations = Readonly<Record<string, Steps>>

/**
 * Gives migrations to the migrator of the query builder.
 * @param onStatement called after each statement of a list, with how many of its statements are done.
 */
export const providerOf = (
  migrations: Migrations,
  onStatement: OnStatement = () => undefined,
): MigrationProvider => ({
  getMigrations: async () =>
    Object.fromEntries(
      Object.entries(migrations).map(([name, steps]) => [
        name,
        {
          up: (db: Kysely<unknown>) =>
            typeof steps === 'function' ? steps(db) : runAll(db, steps, onStatement),
        },
      ]),
    ),
})

type OnStatement = (done: number, of: number) => void

async function runAll(db: Kysely<unknown>, statements: readonly string[], onStatement: OnStatement) {
  for (const [index, statement] of statements.entries()) {
    await sql.raw(statement).execute(db)
    onStatement(index + 1, statements.length)
  }
}
