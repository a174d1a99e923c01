import { sql } from 'kysely'
import type { Reader } from '../database.ts'

/** The size of the database with its indexes, in bytes. The server's log is not part of it. */
export async function sizeOf(reader: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    reader,
  )
  return rows[0]?.bytes ?? 0
}
