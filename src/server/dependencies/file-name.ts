import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { none } from '#contract/parameters/query.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { valuesPart } from '#server/http/response/file-name.ts'

type PackageFilter = NonNullable<DependencyFilter['packageFilters']>[number]

/** The filter of an export as parts of its file name. */
export async function filterParts(
  reader: Reader,
  deploymentId: number,
  filter: DependencyFilter = {},
): Promise<string[]> {
  const { name, version, packageFilters = [], repositoryId = [], ecosystem, transitivity } = filter
  const projects =
    repositoryId.length > 3 ? repositoryId.map(String) : await namesOf(reader, deploymentId, repositoryId)
  const words = (values: string | readonly string[] | undefined, pluralName: string) =>
    valuesPart(
      [values ?? []].flat().map((value) => (value === none ? 'unknown' : value)),
      pluralName,
    )
  return [
    [name, version].filter(Boolean).join('-'),
    valuesPart(packageFilters.map(packageWords), 'packages'),
    words(ecosystem, 'ecosystems'),
    words(transitivity, 'transitivities').toLowerCase().replace('unknown_transitivity', 'unknown'),
    valuesPart(projects, 'projects'),
    words(filter.lockfilePath, 'lockfiles'),
    words(filter.license, 'licenses'),
    filter.missing?.length ? `without-${words(filter.missing, 'parts')}` : '',
  ].filter((part) => part !== '')
}

function packageWords(one: PackageFilter): string {
  const { name = '', ecosystem, exactVersion, versionLowerBound: from, versionUpperBound: to } = one
  const bounds = exactVersion ? [exactVersion] : [from && `from ${from}`, to && `to ${to}`]
  return [ecosystem, name, ...bounds].filter(Boolean).join('-')
}

async function namesOf(reader: Reader, deploymentId: number, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('project')
    .select('name')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
