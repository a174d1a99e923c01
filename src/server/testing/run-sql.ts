import type { RawBuilder } from 'kysely'
import type { Database } from '../db/database.ts'

/** Runs a statement that both engines understand past the service, and returns its rows. */
export async function runSql<T>(database: Database, statement: RawBuilder<T>): Promise<T[]> {
  const { rows } = await database.write((transaction) => statement.execute(transaction))
  return rows
}
