import { randomUUID } from 'node:crypto'
import type { Reader, Writer } from './database.ts'
import { readSetting, storeSetting } from './deployment-setting.ts'
import { parseStored } from './stored-json.ts'

/** The setting with the id of the installation. Only one deployment has it, so that the id is moved with the rows. */
export const installationSetting = 'installation'

/** The id of the installation, which backups, restores and moves keep; null if none was needed yet. */
export async function readInstallationId(reader: Reader): Promise<string | null> {
  const row = await reader
    .selectFrom('deployment_setting')
    .select('value_json')
    .where('name', '=', installationSetting)
    .orderBy('deployment_id')
    .limit(1)
    .executeTakeFirst()
  return row ? parseStored<string>(row.value_json) : null
}

/** Gives an installation that has deployments an id, unless it has one. */
export async function ensureInstallationId(transaction: Writer): Promise<void> {
  if ((await readInstallationId(transaction)) !== null) return
  await insertInto(transaction, await firstDeployment(transaction, null), randomUUID())
}

/** Must be called in the transaction that deletes a deployment: if it has the id, another one gets it. */
export async function passOnInstallationId(transaction: Writer, deploymentId: number): Promise<void> {
  const id = await readSetting<string>(transaction, deploymentId, installationSetting)
  if (id !== null) await insertInto(transaction, await firstDeployment(transaction, deploymentId), id)
}

async function firstDeployment(transaction: Writer, except: number | null): Promise<number | null> {
  const row = await transaction
    .selectFrom('deployment')
    .select('id')
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function insertInto(transaction: Writer, deploymentId: number | null, id: string) {
  if (deploymentId !== null) await storeSetting(transaction, deploymentId, installationSetting, id)
}
