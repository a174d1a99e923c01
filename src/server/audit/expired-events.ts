import type { Reader, Writer } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'

/** How many events of a deployment's audit log are older than `before`, and when the oldest was. */
export async function countAuditBefore(
  reader: Reader,
  deploymentId: number,
  before: number,
): Promise<{ count: number; oldest: number | null }> {
  return reader
    .selectFrom('audit_event')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('at').as('oldest')])
    .where('deployment_id', '=', deploymentId)
    .where('at', '<', before)
    .executeTakeFirstOrThrow()
}

/** Deletes the oldest events from before `before`, at most `limit`. @returns how many. */
export async function deleteAuditBefore(
  transaction: Writer,
  deploymentId: number,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await transaction
    .selectFrom('audit_event')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute()
  await transaction
    .deleteFrom('audit_event')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(rows.map(({ id }) => id)))
    .execute()
  return rows.length
}
