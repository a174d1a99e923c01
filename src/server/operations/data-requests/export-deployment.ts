import { sql } from 'kysely'
import { keysOf } from '#lib/keys.ts'
import { schemaVersion } from '#server/db/engine.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { archiveLines } from './archive.ts'
import { deploymentTables } from './archived-tables.ts'

/**
 * The lines of an archive with all data of a deployment as of now, without what gives access: hashes of tokens, the salt
 * of secrets, and keys of downloads.
 */
export async function exportDeployment(
  { database, version, now }: Services,
  { id, slug }: Pick<Deployment, 'id' | 'slug'>,
): Promise<AsyncGenerator<string>> {
  return archiveLines(
    await database.openSnapshot(),
    { version, schema: schemaVersion, at: now(), subject: { deployment: slug } },
    keysOf(deploymentTables).map((table) => ({
      table,
      condition: table === 'deployment' ? sql`id = ${id}` : sql`deployment_id = ${id}`,
    })),
  )
}
