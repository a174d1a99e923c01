import type { Insertable } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { DependencyTable, LockfileTable } from '#server/db/dependency-tables.ts'
import { insertNumbered, insertRows, type Row, type Value } from '#server/db/engine.ts'
import { valuesOf } from '#server/db/sql.ts'

// The only module that writes `lockfile` and `dependency`: each function reports the lockfiles that it changed.

/** Writes dependencies under the ids that they are given. */
export async function insertDependencies(
  transaction: ChangeTransaction,
  rows: readonly Row[],
): Promise<void> {
  await insertRows(transaction, 'dependency', rows)
  transaction.changed.lockfiles(rows.map((row) => Number(row['lockfile_id'])))
}

/** Deletes dependencies by their ids. */
export async function deleteDependencies(
  transaction: ChangeTransaction,
  ids: readonly number[],
): Promise<void> {
  const rows = await transaction
    .deleteFrom('dependency')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .returning('lockfile_id')
    .execute()
  transaction.changed.lockfiles(rows.map((row) => row.lockfile_id))
}

/** Writes lockfiles of one ref without their dependencies. @returns their ids by path. */
export async function insertLockfiles(
  transaction: ChangeTransaction,
  rows: readonly Row[],
): Promise<Map<Value, number>> {
  const ids = await insertNumbered(transaction, 'lockfile', rows, 'path')
  transaction.changed.lockfiles(ids.values())
  return ids
}

/** Puts lockfiles back under the ids that they had. @returns those whose place is still free. */
export async function restoreLockfileRows(
  transaction: ChangeTransaction,
  rows: readonly Insertable<LockfileTable>[],
): Promise<{ id: number; ref_id: number }[]> {
  const restored = await transaction
    .insertInto('lockfile')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'ref_id'])
    .execute()
  transaction.changed.lockfiles(restored.map(({ id }) => id))
  return restored
}

/** Rows that are put back with one statement. */
const rowsPerStatement = 400

/** Puts dependencies back under the ids that they had, when their lockfiles are there again. */
export async function restoreDependencyRows(
  transaction: ChangeTransaction,
  rows: readonly Insertable<DependencyTable>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await transaction
      .insertInto('dependency')
      .values(rows.slice(from, from + rowsPerStatement))
      .execute()
  transaction.changed.lockfiles(rows.map((row) => row.lockfile_id))
}

/** Says which scan named lockfiles last, by which nothing is counted. */
export async function setLockfilesScan(
  transaction: ChangeTransaction,
  ids: readonly number[],
  scanId: number,
): Promise<void> {
  await transaction
    .updateTable('lockfile')
    .set({ scan_id: scanId })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
}

/** Says of the lockfiles of a ref, and of their dependencies, whether it is the primary one. */
export async function setLockfilesPrimary(
  transaction: ChangeTransaction,
  refId: number,
  primary: number,
): Promise<void> {
  const rows = await transaction
    .updateTable('lockfile')
    .set({ on_primary: primary })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', '=', refId)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await transaction
    .updateTable('dependency')
    .set({ on_primary: primary })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('lockfile_id', 'in', valuesOf(ids))
    .execute()
  transaction.changed.lockfiles(ids)
}

/** Deletes lockfiles, and with them by the keys of the database their dependencies. */
export async function deleteLockfiles(transaction: ChangeTransaction, ids: readonly number[]): Promise<void> {
  await transaction
    .deleteFrom('lockfile')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  transaction.changed.lockfiles(ids)
}
