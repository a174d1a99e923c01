import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Makes writes to a table fail.
 * @returns a function that allows them again.
 */
export async function refuseWrites(database: Database, event: 'insert' | 'update', table: string) {
  const run = (...statements: string[]) =>
    database.write(async (transaction) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction)
    })
  if (database.address?.engine !== 'postgres') {
    const begin = `create trigger refused before ${event} on ${table} begin`
    await run(`${begin} select raise(abort, 'refused'); end`)
    return () => run('drop trigger refused')
  }
  await run(
    `create function refused() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    `create trigger refused before ${event} on ${table} for each row execute function refused()`,
  )
  return () => run(`drop trigger refused on ${table}`, 'drop function refused')
}
