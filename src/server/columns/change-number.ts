import type { Reader } from '#server/db/database.ts'

/** The number of the last change of a deployment that a reader sees; 0 if there is no such deployment. */
export async function readChangeNumber(reader: Reader, deploymentId: number): Promise<number> {
  const row = await reader
    .selectFrom('deployment')
    .select('change_number')
    .where('id', '=', deploymentId)
    .executeTakeFirst()
  return row?.change_number ?? 0
}
