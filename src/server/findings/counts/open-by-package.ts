import { findingTypes, statuses, toCode } from '#server/db/codes.ts'
import type { Database, Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { countFacetsInColumns } from '../columns/count/count-facets.ts'
import { selectionOf, whereOf } from '../filters/query.ts'
import { countWithFallback, withSnapshot } from '../snapshot.ts'

/**
 * Counts the open supply-chain findings of primary branches about packages of some names, by name and version. One
 * statement, which an index answers alone where all projects are asked for.
 * @returns by package name, by version; an empty version stands for none.
 */
export async function openByPackage(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
  projects?: readonly number[] | undefined,
): Promise<Map<string, Map<string, number>>> {
  const counts = new Map<string, Map<string, number>>()
  if (names.length === 0) return counts
  const rows = await reader
    .selectFrom('finding')
    .select((of) => ['package', 'package_version', of.fn.countAll<number>().as('count')])
    .where('deployment_id', '=', deploymentId)
    .where('package', 'in', valuesOf([...new Set(names)]))
    .where('removed', '=', 0)
    .where('type', '=', toCode(findingTypes, 'sca'))
    .where('status', '=', toCode(statuses, 'open'))
    .where('on_primary', '=', 1)
    .$if(projects !== undefined, (query) => query.where('project_id', 'in', valuesOf([...new Set(projects)])))
    .groupBy(['package', 'package_version'])
    .execute()
  for (const { package: name, package_version: version, count } of rows) {
    if (name === null) continue
    const versions = counts.get(name) ?? new Map<string, number>()
    const known = versions.get(version ?? '') ?? 0
    counts.set(name, versions.set(version ?? '', known + count))
  }
  return counts
}

/**
 * Counts the open supply-chain findings of primary branches by package name, of all packages.
 * @param projects of these projects alone; of all where undefined.
 */
export function openByName(
  database: Database,
  deploymentId: number,
  projects: readonly number[] | undefined,
): Promise<ReadonlyMap<string, number>> {
  const selection = selectionOf(deploymentId, {
    issue_type: 'sca',
    status: ['open'],
    primary_ref: true,
    ...(projects === undefined ? {} : { repository_ids: [...projects] }),
  })
  return withSnapshot(database, (of) =>
    countWithFallback(
      of,
      async (columns) => {
        const counts = await countFacetsInColumns(of.reader, columns, selection, ['dependencies'])
        return counts && countByValue(counts.facets.get('dependencies') ?? [])
      },
      async () => {
        const query = of.reader
          .selectFrom('finding')
          .select((finding) => ['package as value', finding.fn.countAll<number>().as('count')])
          .where(whereOf(selection))
        return countByValue(await query.groupBy('package').execute())
      },
    ),
  )
}

function countByValue(
  counts: readonly { value: string | null; count: number }[],
): ReadonlyMap<string, number> {
  return new Map(counts.flatMap(({ value, count }) => (value === null ? [] : [[value, count]])))
}
