import type { DatabaseSync } from 'node:sqlite'
import { copiedTables } from './copied-tables.ts'

/** Rows copied with one statement, which takes some 100 ms. */
const rowsPerPart = 20_000

/**
 * Copies all rows of an earlier database, attached as `earlier`, into the empty tables of this one, and continues its
 * id counters. Rows whose owner was deleted, which are never shown, are not copied.
 * @param onProgress called with the copied share of the rows, from 0 to 1.
 */
export function copyRows(connection: DatabaseSync, onProgress: (share: number) => void): void {
  const lastIds = new Map(
    Object.entries(copiedTables).map(([table, { by }]) => [table, by ? newest(connection, table, by) : 0]),
  )
  const total = [...lastIds.values()].reduce((sum, last) => sum + last, 0)
  let rows = 0
  for (const [table, last] of lastIds) {
    const { text, isInParts } = copyStatement(connection, table)
    const copy = connection.prepare(text)
    if (isInParts) {
      for (let from = 0; from < last; from += rowsPerPart) {
        copy.run(from, from + rowsPerPart)
        onProgress((rows + Math.min(from + rowsPerPart, last)) / total)
      }
    } else copy.run()
    rows += last
  }
  copyCounters(connection)
}

const newest = (connection: DatabaseSync, table: string, by: string): number =>
  Number(connection.prepare(`select coalesce(max(${by}), 0) as last from earlier.${table}`).get()?.['last'])

function copyStatement(connection: DatabaseSync, table: string): { text: string; isInParts: boolean } {
  const { owner, deployment, by } = copiedTables[table] ?? { owner: '' }
  // Generated columns are not copied.
  const columns = connection
    .prepare('select name from pragma_table_xinfo(?) where hidden = 0')
    .all(table)
    .map(({ name }) => String(name))
  const values = columns.map((name) =>
    name === 'deployment_id' && deployment !== undefined ? deployment : `row."${name}"`,
  )
  const part = by ? `where row.${by} > ? and row.${by} <= ? order by row.${by}` : ''
  return {
    text: `insert into main.${table} (${columns.map((name) => `"${name}"`)})
      select ${values} from earlier.${table} as row ${owner} ${part}`,
    isInParts: by !== undefined,
  }
}

/** An earlier database has one id counter for all its deployments. */
function copyCounters(connection: DatabaseSync) {
  connection.exec(`
    insert into main.id_counter (deployment_id, table_name, last_id)
      select deployment.id, counter.name, counter.seq
      from earlier.deployment as deployment cross join earlier.sqlite_sequence as counter
      where counter.name in (select name from main.pragma_table_list)
        and counter.name not in (select name from main.sqlite_sequence);
  `)
}
