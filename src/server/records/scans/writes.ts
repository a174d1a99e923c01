import type { Expression, Insertable, Selectable, SqlBool, Updateable } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import { insertNewRows } from '#server/db/engine.ts'
import { takeId } from '#server/db/ids.ts'
import { moveRows, type RefMove } from '#server/db/moved-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { ScanTable } from '#server/db/tables.ts'

// The only module that writes `scan`: each function reports changes that affect scan counts.

/** Inserts a scan. @returns its id. */
export async function insertScanRow(
  transaction: ChangeTransaction,
  values: Omit<Insertable<ScanTable>, 'id' | 'deployment_id'>,
): Promise<number> {
  const { deploymentId } = transaction
  const id = await takeId(transaction, deploymentId, 'scan')
  await transaction
    .insertInto('scan')
    .values({ ...values, deployment_id: deploymentId, id })
    .execute()
  transaction.changed.scans()
  return id
}

/** Stores the report of an import for a scan; no count depends on it. */
export async function setScanReport(
  transaction: ChangeTransaction,
  id: number,
  report: object,
): Promise<void> {
  await transaction
    .updateTable('scan')
    .set({ report_json: JSON.stringify(report) })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
}

/** Sets the final status of scans. */
export async function setScanStatus(
  transaction: ChangeTransaction,
  ids: readonly number[],
  status: (typeof scanStatuses)[number],
  more: Pick<Updateable<ScanTable>, 'hold_json'> = {},
): Promise<void> {
  await transaction
    .updateTable('scan')
    .set({ status: toCode(scanStatuses, status), ...more })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  transaction.changed.scans()
}

/** Cancels the held scans of a source on a ref. @returns their ids. */
export async function cancelHeldScans(
  transaction: ChangeTransaction,
  refSource: { projectId: number; refId: number; sourceId: number },
): Promise<number[]> {
  const rows = await transaction
    .updateTable('scan')
    .set({ status: toCode(scanStatuses, 'SCAN_STATUS_CANCELLED') })
    .where('deployment_id', '=', transaction.deploymentId)
    // Selects by project, since refs have no index of their scans.
    .where('project_id', '=', refSource.projectId)
    .where('ref_id', '=', refSource.refId)
    .where('source_id', '=', refSource.sourceId)
    .where('status', '=', toCode(scanStatuses, 'SCAN_STATUS_PENDING'))
    .where('hold_json', 'is not', null)
    .returning('id')
    .execute()
  if (rows.length > 0) transaction.changed.scans()
  return rows.map(({ id }) => id)
}

/** Deletes the scans of a ref, and the stored files of those that are held. */
export async function deleteScansOfRef(
  transaction: ChangeTransaction,
  { projectId, refId }: { projectId: number; refId: number },
): Promise<void> {
  const rows = await transaction
    .deleteFrom('scan')
    .where('deployment_id', '=', transaction.deploymentId)
    // Selects by project, since refs have no index of their scans.
    .where('project_id', '=', projectId)
    .where('ref_id', '=', refId)
    .returning('id')
    .execute()
  if (rows.length === 0) return
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('kind', '=', 'held')
    .where(
      'key',
      'in',
      rows.map(({ id }) => String(id)),
    )
    .execute()
  transaction.changed.scans()
}

/**
 * Deletes scans.
 * @param condition on `scan`; others of the given scans are kept.
 * @returns how many were deleted.
 */
export async function deleteScans(
  transaction: ChangeTransaction,
  ids: readonly number[],
  condition: Expression<SqlBool>,
): Promise<number> {
  const rows = await transaction
    .deleteFrom('scan')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .where(condition)
    .returning('id')
    .execute()
  if (rows.length > 0) transaction.changed.scans()
  return rows.length
}

/** Inserts scans, with one statement. @returns the id of the first. */
export async function insertScanRows(
  transaction: ChangeTransaction,
  rows: readonly Omit<Selectable<ScanTable>, 'id' | 'deployment_id'>[],
): Promise<number> {
  const first = await insertNewRows(transaction, 'scan', rows)
  transaction.changed.scans()
  return first
}

/** Moves the stored scans of a change to other refs; null to move them back. */
export async function moveScans(
  transaction: ChangeTransaction,
  changeId: number,
  moves: readonly RefMove[] | null,
): Promise<void> {
  await moveRows(transaction, changeId, 'scan', moves)
  transaction.changed.scans()
}
