import type { Config } from '#server/base/config/config.ts'
import { createDeployment } from '#server/catalog/deployments/create.ts'
import { record } from '../changes/change.ts'
import type { Database } from '../db/database.ts'

/** Creates a deployment in a database without any, unless only the demo is to be loaded. */
export async function ensureDeployment(database: Database, config: Config, now: number): Promise<void> {
  const known = await database.read.selectFrom('deployment').select('id').executeTakeFirst()
  if (known) return
  await record(database, (transaction) => createDeployment(transaction, { ...config.deployment, now }))
}
