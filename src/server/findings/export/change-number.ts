import type { Reader } from '#server/db/database.ts'

/**
 * How often the data of a deployment was changed. Two snapshots that give the same number hold the same findings.
 * Source: docs/api.md#events.
 */
export async function readChangeNumber(reader: Reader, deploymentId: number): Promise<number> {
  const row = await reader
    .selectFrom('deployment')
    .select('change_number')
    .where('id', '=', deploymentId)
    .executeTakeFirst()
  return row?.change_number ?? 0
}
