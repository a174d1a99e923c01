import { gunzipSync } from 'node:zlib'
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

/** The content of each column, as `scan.meta_json`, what is compressed in it inflated. */
export async function columnsOf({ read }: Database): Promise<Map<string, string>> {
  const columns = new Map<string, string>()
  for (const { name } of await read.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(read)
    for (const [column, value] of rows.flatMap((row) => Object.entries(row)))
      columns.set(`${name}.${column}`, `${columns.get(`${name}.${column}`) ?? ''}\n${textOf(value)}`)
  }
  return columns
}

function textOf(value: unknown): string {
  if (!(value instanceof Uint8Array)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  return (value[0] === 0x1f && value[1] === 0x8b ? gunzipSync(value) : Buffer.from(value)).toString('latin1')
}
