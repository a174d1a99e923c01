import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { setScanStatus } from '#server/records/scans/writes.ts'

/**
 * Deletes reports that waited too long, and those of imports that failed or were cancelled. A held scan is cancelled
 * when its report is deleted.
 */
export async function deleteExpiredReports(
  transaction: ChangeTransaction,
  deploymentId: number,
  now: number,
): Promise<void> {
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', 'import')
    .where('key', 'in', (query) =>
      query
        .selectFrom('job')
        .select(sql<string>`cast(id as text)`.as('key'))
        .where('deployment_id', '=', deploymentId)
        .where('kind', '=', 'import')
        .where('finished_at', 'is not', null),
    )
    .execute()
  const expired = await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', deploymentId)
    .where('kind', '<>', 'import')
    .where('expires_at', '<=', now)
    .returning(['kind', 'key'])
    .execute()
  const heldScanIds = expired.flatMap(({ kind, key }) =>
    kind === 'held' && key !== null ? [Number(key)] : [],
  )
  if (heldScanIds.length === 0) return
  await setScanStatus(transaction, heldScanIds, 'SCAN_STATUS_CANCELLED')
}
