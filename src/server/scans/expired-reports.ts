import { sql } from 'kysely'
import { code, scanStatuses } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'

/** Forgets reports that waited too long, and those of imports that failed or were cancelled; a scan that was held is cancelled with its report. */
export async function forgetExpired(transaction: Writer, deploymentId: number, now: number): Promise<void> {
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', 'import')
    .where('key', 'in', (ended) =>
      ended
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
  const held = expired.flatMap(({ kind, key }) => (kind === 'held' && key !== null ? [Number(key)] : []))
  if (held.length === 0) return
  await transaction
    .updateTable('scan')
    .set({ status: code(scanStatuses, 'SCAN_STATUS_CANCELLED') })
    .where('id', 'in', held)
    .execute()
}
