import { type Insertable, type SqlBool, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { DependencyTable, LockfileTable } from '#server/db/dependency-tables.ts'
import { insertNumbered, insertRows, type Row, type Value } from '#server/db/engine.ts'
import { moveRows, type RefMove } from '#server/db/moved-rows.ts'
import { valuesOf } from '#server/db/sql.ts'

// The only module that writes `lockfile` and `dependency`: each function reports the lockfiles that it changed.

/** Inserts dependencies with the given ids. */
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

/** Inserts lockfiles of one ref without their dependencies. @returns their ids by path. */
export async function insertLockfiles(
  transaction: ChangeTransaction,
  rows: readonly Row[],
): Promise<Map<Value, number>> {
  const ids = await insertNumbered(transaction, 'lockfile', rows, 'path')
  transaction.changed.lockfiles(ids.values())
  return ids
}

/** Restores lockfiles with their previous ids. @returns those whose path is not in use again. */
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

/** Restored rows per statement. */
const rowsPerStatement = 400

/** Restores dependencies with their previous ids, after their lockfiles. */
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

/** Sets the scan that last reported lockfiles; no count depends on it. */
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

/** Sets whether the lockfiles of a ref, and their dependencies, are on the primary one. */
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

/**
 * Moves the stored lockfiles of a change to other refs, with their dependencies; null to move them back. A lockfile stays
 * if that ref has one at its path.
 */
export async function moveLockfiles(
  transaction: ChangeTransaction,
  changeId: number,
  moves: readonly RefMove[] | null,
): Promise<void> {
  const { deploymentId } = transaction
  const isFree = sql<SqlBool>`not exists (select 1 from lockfile as there where there.deployment_id = ${deploymentId}
    and there.ref_id = ref.id and there.path = lockfile.path and there.id <> lockfile.id)`
  const ids = await moveRows(transaction, changeId, 'lockfile', moves, isFree)
  await sql`update dependency set project_id = lockfile.project_id, on_primary = lockfile.on_primary from lockfile
    where dependency.deployment_id = ${deploymentId} and lockfile.deployment_id = ${deploymentId}
      and lockfile.id = dependency.lockfile_id and dependency.lockfile_id in ${valuesOf(ids)}`.execute(
    transaction,
  )
  transaction.changed.lockfiles(ids)
}

/** Deletes lockfiles, and by foreign keys their dependencies. */
export async function deleteLockfiles(transaction: ChangeTransaction, ids: readonly number[]): Promise<void> {
  await transaction
    .deleteFrom('lockfile')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  transaction.changed.lockfiles(ids)
}
