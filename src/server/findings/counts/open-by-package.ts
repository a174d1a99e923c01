import { getOrCreate } from '#lib/get-or-create.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { OpenByPackage } from '#server/dependencies/groups.ts'
import { deriveFromColumns } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { selectionOf } from '../filters/query.ts'
import { type FindingsSnapshot, withSnapshot } from '../snapshot.ts'
import { openFilters } from './navigation-counts.ts'

/**
 * Counts the open supply-chain findings of primary branches by package and version.
 * @param projects only these projects; all if undefined.
 */
export function openByPackage(
  stores: ColumnStores,
  deploymentId: number,
  projects: readonly number[] | undefined,
): Promise<OpenByPackage> {
  return withSnapshot(stores, deploymentId, (view) => {
    const key = `open by package ${JSON.stringify(projects)}`
    return deriveFromColumns(view.columns, key, () => countOpen(view, deploymentId, projects))
  })
}

async function countOpen(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  projects: readonly number[] | undefined,
): Promise<OpenByPackage> {
  const selection = selectionOf(deploymentId, {
    ...openFilters.sca,
    ...(projects === undefined ? {} : { repository_ids: [...projects] }),
  })
  const table = columns.table('sca')
  const failures = await testRows(reader, columns, selection)
  const { package: packages, packageVersion } = table.columns
  const versions = packageVersion.size
  const counts = new Map<number, number>()
  for (const row of matchingRows(table, failures, false)) {
    const name = packages.array[row] ?? 0
    if (name === 0) continue
    const key = name * versions + (packageVersion.array[row] ?? 0)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const byName = new Map<string, Map<string, number>>()
  for (const [key, count] of counts) {
    const name = table.texts.package.text(Math.floor(key / versions)) ?? ''
    const version = table.texts.packageVersion.text(key % versions) ?? ''
    getOrCreate(byName, name, () => new Map<string, number>()).set(version, count)
  }
  return byName
}
