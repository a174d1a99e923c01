import { sql } from 'kysely'
import type { RowReader } from '../database.ts'

/** The change numbers of all deployments, as one text to compare. */
export async function readChangeNumbers(reader: RowReader): Promise<string> {
  const query = sql`select id, change_number from deployment order by id`
  return (await reader.arrays(query.compile(reader.read))).map((row) => row.join(':')).join(' ')
}
