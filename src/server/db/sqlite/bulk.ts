import { CompiledQuery } from 'kysely'
import type { ChangeTransaction } from '../changed-rows.ts'
import type { Writer } from '../database.ts'
import type { NumberedTable } from '../ids.ts'
import type { Row, Value } from '../staging.ts'
import type { Tables } from '../tables.ts'

/** A table of the database, or a temporary one for staged findings. */
type TableName = keyof Tables | `staged_${number}`
// Building a query of sixty columns with the query builder takes longer than running it, so the SQL text is built once
// for many rows. Table and column names come only from our own code; values are always bound.
const rowsAtOnce = 40

/** Undefined values are written as null. */
type SparseRow = Readonly<Record<string, Value | undefined>>

/** Inserts rows with as few statements as their number of columns allows. */
export async function insertRows(
  transaction: Writer,
  table: TableName,
  rows: readonly SparseRow[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const group = `(${columns.map(() => '?').join(', ')})`
  const head = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values `
  const batchStatement = head + Array(rowsAtOnce).fill(group).join(', ')
  const rowStatement = head + group
  for (let at = 0; at < rows.length; ) {
    const take = rows.length - at >= rowsAtOnce ? rowsAtOnce : 1
    const values = rows.slice(at, at + take).flatMap((row) => columns.map((column) => row[column] ?? null))
    await transaction.executeQuery(CompiledQuery.raw(take === 1 ? rowStatement : batchStatement, values))
    at += take
  }
}

/**
 * Sets the given columns of one row of the deployment; does nothing without columns. Indexes of other columns are not
 * updated.
 */
export async function updateRow(
  transaction: ChangeTransaction,
  table: NumberedTable,
  id: number,
  changes: Row,
): Promise<void> {
  const columns = Object.keys(changes)
  if (columns.length === 0) return
  const sets = columns.map((column) => `${quoted(column)} = ?`).join(', ')
  await transaction.executeQuery(
    CompiledQuery.raw(`update ${quoted(table)} set ${sets} where deployment_id = ? and id = ?`, [
      ...columns.map((column) => changes[column] ?? null),
      transaction.deploymentId,
      id,
    ]),
  )
}

const quoted = (name: string) => `"${name}"`
