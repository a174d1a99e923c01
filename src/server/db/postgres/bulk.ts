import { sql } from 'kysely'
import type { Writer } from '../database.ts'
import { storableIn, storableJson } from './storable-text.ts'

type Value = string | number | null

/** Rows per statement. */
const rowsAtOnce = 1_000

/** After so many new rows, plans that were made for a small table may be bad ones. */
const manyRows = 200

/** Tables whose ids the server counts. */
const numberedByServer = ['deployment', 'token', 'session', 'audit_event']

/**
 * Inserts rows; all have the columns of the first. They are sent as one JSON text, which the server converts by the
 * types of the table: many times faster than a parameter for each value.
 */
export async function insertRows(
  transaction: Writer,
  table: string,
  rows: readonly Readonly<Record<string, Value | undefined>>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce)
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${rowsAsJson(some)}::json)`.execute(
      transaction,
    )
    if (some.length >= manyRows) await planAnew(transaction)
  }
  if ('id' in first && numberedByServer.includes(table)) await countOn(transaction, table)
}

/**
 * Lets the server plan the checks of foreign keys anew. It keeps their plans for each connection: one that was made when a
 * table had a few rows reads all of it, which takes minutes once the same transaction has added 30,000.
 */
export const planAnew = (transaction: Writer): Promise<unknown> => sql`discard plans`.execute(transaction)

/** The server does not count on by itself after rows that had their ids. */
async function countOn(transaction: Writer, table: string) {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(
    transaction,
  )
}

/** Rows as a JSON array of objects that `json_populate_recordset` can read. */
export const rowsAsJson = (rows: readonly unknown[]): string =>
  JSON.stringify(rows, (name, value) => (typeof value === 'string' ? storableIn(name, value) : value))

/** Sets columns of one row of a deployment. */
export async function updateRow(
  transaction: Writer & { readonly deploymentId: number },
  table: string,
  id: number,
  changes: Readonly<Record<string, Value>>,
): Promise<void> {
  const sets = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} = ${storable(column, value)}`,
  )
  if (sets.length === 0) return
  await sql`update ${sql.table(table)} set ${sql.join(sets)}
    where deployment_id = ${transaction.deploymentId} and id = ${id}`.execute(transaction)
}

/**
 * Sets columns of rows of a deployment, with one statement for all rows of which the same columns change: a statement
 * for each would be a round trip for each.
 */
export async function updateRows(
  transaction: Writer & { readonly deploymentId: number },
  table: string,
  rows: readonly { readonly id: number; readonly changes: Readonly<Record<string, Value>> }[],
): Promise<void> {
  const alike = Map.groupBy(rows, ({ changes }) => Object.keys(changes).sort().join())
  for (const some of alike.values()) {
    const columns = Object.keys(some[0]?.changes ?? {})
    if (columns.length === 0) continue
    const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`)
    for (let at = 0; at < some.length; at += rowsAtOnce) {
      const changed = rowsAsJson(
        some.slice(at, at + rowsAtOnce).map(({ id, changes }) => ({ ...changes, id })),
      )
      await sql`update ${sql.table(table)} as stored set ${sql.join(sets)}
        from json_populate_recordset(null::${sql.table(table)}, ${changed}::json) as changed
        where stored.deployment_id = ${transaction.deploymentId} and stored.id = changed.id`.execute(
        transaction,
      )
    }
  }
}

const storable = (column: string, value: Value) =>
  typeof value === 'string' && column.endsWith('_json') ? storableJson(value) : value
