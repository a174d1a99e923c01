import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** The rows of each table, as text. */
export async function wholeDatabase({ read }: Database): Promise<{ table: string; text: string }[]> {
  const tables = await read.introspection.getTables()
  return Promise.all(
    tables.map(async ({ name: table }) => {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(read)
      return { table, text: JSON.stringify(rows) }
    }),
  )
}
