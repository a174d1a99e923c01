import type { SbomDefaults } from '#contract/sbom.ts'
import type { Reader } from '#server/db/database.ts'

/** What a deployment's exports are filled in with; null where nothing is set. */
export async function readSbomDefaults(reader: Reader, deploymentId: number): Promise<SbomDefaults | null> {
  const row = await reader
    .selectFrom('deployment_setting')
    .select('value_json')
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', 'sbomDefaults')
    .executeTakeFirst()
  // parse: written by us from the settings.
  return row ? (JSON.parse(row.value_json) as SbomDefaults | null) : null
}
