import { sql } from 'kysely'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'

/** Forgets reports that waited too long, and those of imports that failed or were cancelled; a scan that was held is cancelled with its report. */
export async function deleteExpiredReports(
  transaction: Writer,
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
  await transaction
    .updateTable('scan')
    .set({ status: toCode(scanStatuses, 'SCAN_STATUS_CANCELLED') })
    .where('id', 'in', heldScanIds)
    .execute()
}
