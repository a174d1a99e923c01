import { sql } from 'kysely'
import type { LastIds } from '../copy/copy-target.ts'
import type { Reader } from '../database.ts'

/** The columns of each table, but for computed ones. */
export async function columnsByTable(reader: Reader): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER' group by table_name`.execute(reader)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The last ids of tables with an identity column; those of rows with given ids count, too. */
export async function lastIds(reader: Reader): Promise<LastIds> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES' and column_name = 'id'
    order by table_name`.execute(reader)
  const ids: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ id: number }>`
      select greatest(
        (select case when is_called then last_value else 0 end from ${sql.table(`${name}_id_seq`)}),
        (select max(id) from ${sql.table(name)})
      ) as id`.execute(reader)
    ids[name] = rows[0]?.id ?? 0
  }
  return ids
}
