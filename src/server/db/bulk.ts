import type { ChangeTransaction } from './changed-rows.ts'
import type { Writer } from './database.ts'
import { isPostgres } from './engine-of.ts'
import { type NumberedTable, takeIds } from './ids.ts'
import {
  insertRows as insertInPostgres,
  updateRows as updateAllInPostgres,
  updateRow as updateInPostgres,
} from './postgres/bulk.ts'
import { insertRows as insertInSqlite, updateRow as updateInSqlite } from './sqlite/bulk.ts'
import type { Row, Value } from './staging.ts'
import type { Tables } from './tables.ts'

/** Undefined values are written as null. */
type SparseRow = Readonly<Record<string, Value | undefined>>

/** Inserts rows with as few statements as possible; all have the columns of the first. */
export const insertRows = (
  transaction: Writer,
  table: keyof Tables,
  rows: readonly SparseRow[],
): Promise<void> => (isPostgres(transaction) ? insertInPostgres : insertInSqlite)(transaction, table, rows)

/**
 * Sets the given columns of one row of the deployment; does nothing without columns. Indexes of other columns are not
 * updated.
 */
export const updateRow = (
  transaction: ChangeTransaction,
  table: NumberedTable,
  id: number,
  changes: Row,
): Promise<void> =>
  (isPostgres(transaction) ? updateInPostgres : updateInSqlite)(transaction, table, id, changes)

/** Sets columns of several rows of the deployment, each its own; rows without columns stay as they are. */
export async function updateRows(
  transaction: ChangeTransaction,
  table: NumberedTable,
  rows: readonly { readonly id: number; readonly changes: Row }[],
): Promise<void> {
  if (isPostgres(transaction)) return updateAllInPostgres(transaction, table, rows)
  // A statement that is prepared once costs no round trip.
  for (const { id, changes } of rows) await updateInSqlite(transaction, table, id, changes)
}

/**
 * Inserts rows of the deployment with new ids.
 * @returns the id of the first, which the others follow; 0 without rows.
 */
export async function insertNewRows(
  transaction: ChangeTransaction,
  table: NumberedTable,
  rows: readonly SparseRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  const { deploymentId } = transaction
  const first = await takeIds(transaction, deploymentId, table, rows.length)
  await insertRows(
    transaction,
    table,
    rows.map((row, at) => ({ ...row, deployment_id: deploymentId, id: first + at })),
  )
  return first
}

/**
 * Inserts rows of the deployment with new ids.
 * @param key a column whose values differ among these rows
 * @returns the id of each row by its value of `key`
 */
export async function insertNumbered(
  transaction: ChangeTransaction,
  table: NumberedTable,
  rows: readonly Row[],
  key: string,
): Promise<Map<Value, number>> {
  const first = await insertNewRows(transaction, table, rows)
  return new Map(rows.map((row, at) => [row[key] ?? null, first + at]))
}
