import type { Dependency } from '#contract/responses/dependencies.ts'
import { dependencyTransitivities } from '#contract/vocabulary.ts'
import { purlOfPackage } from '#server/base/purl.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** The next ids in a deployment, read from an index only. */
export async function nextIds(
  reader: Reader,
  deploymentId: number,
  after: number,
  count: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('dependency')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('on_primary', '=', 1)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads dependencies by id, in the order of their ids. One statement. */
export async function rowsWithIds(
  reader: Reader,
  deploymentId: number,
  ids: Iterable<number>,
): Promise<Dependency[]> {
  const rows = await reader
    .selectFrom('dependency')
    .innerJoin('lockfile', (join) =>
      join
        .onRef('lockfile.deployment_id', '=', 'dependency.deployment_id')
        .onRef('lockfile.id', '=', 'dependency.lockfile_id'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'dependency.deployment_id')
        .onRef('project.id', '=', 'dependency.project_id'),
    )
    .selectAll('dependency')
    .select(['lockfile.path as lockfile_path', 'project.name as project_name'])
    .where('dependency.deployment_id', '=', deploymentId)
    .where('dependency.id', 'in', valuesOf(ids))
    .orderBy('dependency.id')
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    version: row.version,
    repositoryId: String(row.project_id),
    repositoryName: row.project_name,
    ecosystem: row.ecosystem,
    purl: purlOfPackage(row) ?? null,
    transitivity: dependencyTransitivities[row.transitivity] ?? 'UNKNOWN_TRANSITIVITY',
    licenses: parseStrings(row.licenses_json),
    lockfilePath: row.lockfile_path,
    definedAt: {
      path: row.defined_path ?? '',
      startLine: String(row.defined_line ?? ''),
      url: row.defined_url ?? '',
    },
    package: { name: row.name, versionSpecifier: row.version },
    through: row.through_json === null ? null : parseStrings(row.through_json),
  }))
}

// parse: the columns hold JSON arrays of strings, written by us.
const parseStrings = (json: string) => parseStored<string[]>(json)
