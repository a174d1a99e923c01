import { CompiledQuery } from 'kysely'
import type { Writer } from '../database.ts'
import type { Tables } from '../tables.ts'

export type Value = string | number | null
/** A table of the database, or a temporary one for staged findings. */
type TableName = keyof Tables | `staged_${number}`
/** Column by column; all rows of one call have the same columns in the same order. */
export type Row = Readonly<Record<string, Value>>

// Building a query of sixty columns with the query builder takes longer than running it, so the text is made once
// for many rows. Tables and columns are named by our own code alone; values are always bound.
const rowsAtOnce = 40

/** What is undefined is written as null. */
type SparseRow = Readonly<Record<string, Value | undefined>>

/** Writes rows with as few statements as their width allows. */
export async function insertRows(
  transaction: Writer,
  table: TableName,
  rows: readonly SparseRow[],
): Promise<void> {
  await insert(transaction, table, rows, '')
}

/**
 * Writes rows that have no id yet.
 * @param key a column whose values differ among these rows
 * @returns the id of each row by its value of `key`
 */
export async function insertNumbered(
  transaction: Writer,
  table: keyof Tables,
  rows: readonly Row[],
  key: string,
): Promise<Map<Value, number>> {
  const written = await insert(transaction, table, rows, ` returning id, ${quoted(key)} as key`)
  return new Map(written.map((row) => [row.key, row.id]))
}

async function insert(transaction: Writer, table: TableName, rows: readonly SparseRow[], returning: string) {
  const answered: { id: number; key: Value }[] = []
  const [first] = rows
  if (!first) return answered
  const columns = Object.keys(first)
  const group = `(${columns.map(() => '?').join(', ')})`
  const head = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values `
  const many = head + Array(rowsAtOnce).fill(group).join(', ') + returning
  const one = head + group + returning
  for (let at = 0; at < rows.length; ) {
    const take = rows.length - at >= rowsAtOnce ? rowsAtOnce : 1
    const values = rows.slice(at, at + take).flatMap((row) => columns.map((column) => row[column] ?? null))
    const { rows: written } = await transaction.executeQuery<{ id: number; key: Value }>(
      CompiledQuery.raw(take === 1 ? one : many, values),
    )
    answered.push(...written)
    at += take
  }
  return answered
}

/** Sets the given columns of one row; without columns nothing is done. Untouched columns leave their indexes alone. */
export async function updateRow(
  transaction: Writer,
  table: keyof Tables,
  id: number,
  changes: Row,
  key = 'id',
): Promise<void> {
  const columns = Object.keys(changes)
  if (columns.length === 0) return
  const sets = columns.map((column) => `${quoted(column)} = ?`).join(', ')
  await transaction.executeQuery(
    CompiledQuery.raw(`update ${quoted(table)} set ${sets} where ${quoted(key)} = ?`, [
      ...columns.map((column) => changes[column] ?? null),
      id,
    ]),
  )
}

const quoted = (name: string) => `"${name}"`
