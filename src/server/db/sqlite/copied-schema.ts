import { sql } from 'kysely'
import type { LastIds } from '../copy/copy-target.ts'
import type { Reader } from '../database.ts'

/** The columns of each table, but for computed ones. */
export async function columnsByTable(reader: Reader): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; column: string }>`
    select made.name, part.name as "column" from sqlite_schema as made join pragma_table_info(made.name) as part
    where made.type = 'table'`.execute(reader)
  return new Map(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, parts]) => [
      name,
      parts.map(({ column }) => column),
    ]),
  )
}

/** The last ids of tables that never use the id of a deleted row again. */
export async function lastIds(reader: Reader): Promise<LastIds> {
  const { rows } = await sql<{ name: string; id: number }>`
    select made.name, coalesce(used.seq, 0) as id
    from sqlite_schema as made left join sqlite_sequence as used on used.name = made.name
    where made.type = 'table' and made.sql like '%autoincrement%' order by made.name`.execute(reader)
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]))
}
