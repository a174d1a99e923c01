import type { Reader, Writer } from './database.ts'
import { parseStored } from './stored-json.ts'

/** Reads a setting of a deployment, as it was stored; null if it was never set. */
export async function readSetting<T>(reader: Reader, deploymentId: number, name: string): Promise<T | null> {
  const row = await reader
    .selectFrom('deployment_setting')
    .select('value_json')
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? parseStored<T>(row.value_json) : null
}

/** Stores a setting of a deployment in place of its former value. @param value can be written as JSON. */
export async function storeSetting(
  transaction: Writer,
  deploymentId: number,
  name: string,
  value: unknown,
): Promise<void> {
  const stored = { value_json: JSON.stringify(value) }
  await transaction
    .insertInto('deployment_setting')
    .values({ deployment_id: deploymentId, name, ...stored })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'name']).doUpdateSet(stored))
    .execute()
}
