import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { withColumns } from './columns/dependencies-kind.ts'
import { type PageRequest, pageOf } from './cursor.ts'
import { nextIds, rowsWithIds } from './rows.ts'
import { countNotComparable, scanRows, sizeOf } from './scan-rows.ts'
import { type Selection, selectionOf } from './selection.ts'
import { smallestIds } from './smallest-ids.ts'

/** The input of an operation on dependencies. */
export interface DependencyRequest {
  deploymentId: number
  filter: DependencyFilter | undefined
}

/** One page of dependencies in `id` order, and the number of all that match. */
export function pageOfDependencies(
  stores: ColumnStores,
  { deploymentId, filter }: DependencyRequest,
  page: PageRequest,
) {
  return withColumns(stores, deploymentId, async (reader, columns) => {
    const selection = await selectionOf(columns, filter)
    const after = Number(page.after)
    const { ids, total } = selection.narrows
      ? smallestIds(selection, after, page.size + 1)
      : { ids: await nextIds(reader, deploymentId, after, page.size + 1), total: sizeOf(selection) }
    const visible = ids.slice(0, page.size)
    return {
      total,
      dependencies: await rowsWithIds(reader, deploymentId, visible),
      cursor: String(visible.at(-1) ?? page.after),
      hasMore: ids.length > page.size,
      notComparable: countNotComparable(selection),
    }
  })
}

/** One page of the repositories that contain matching dependencies, each with their number. */
export function pageOfRepositories(
  stores: ColumnStores,
  { deploymentId, filter }: DependencyRequest,
  page: PageRequest,
) {
  return withColumns(stores, deploymentId, async (reader, columns) => {
    const counts = countsBy(await selectionOf(columns, filter), 'project')
    const after = Number(page.after)
    const remaining = [...counts.keys()].sort((one, other) => one - other).filter((id) => id > after)
    const { rows, ...more } = pageOf(
      remaining.slice(0, page.size + 1).map((id) => ({ id })),
      page,
    )
    const names = await namesOf(
      reader,
      deploymentId,
      rows.map(({ id }) => id),
    )
    const repositorySummaries = rows.map(({ id }) => ({
      id,
      name: names.get(id) ?? '',
      numDependencies: counts.get(id) ?? 0,
    }))
    return { total: counts.size, repositorySummaries, ...more }
  })
}

/**
 * Returns one page of the lockfiles of a repository's primary branch, each with the number of its matching
 * dependencies. Without a filter, lockfiles without dependencies are included with 0; otherwise only those with a match
 * are.
 */
export function pageOfLockfiles(
  stores: ColumnStores,
  { deploymentId, filter }: DependencyRequest,
  projectId: number,
  page: PageRequest,
) {
  return withColumns(stores, deploymentId, async (reader, columns) => {
    const ofProject = { ...filter, repositoryId: [projectId] }
    const isElsewhere = filter?.repositoryId?.length && !filter.repositoryId.includes(projectId)
    const selection = await selectionOf(columns, filter)
    const counts = isElsewhere
      ? new Map<number, number>()
      : countsBy(await selectionOf(columns, ofProject), 'lockfile')
    // A repository has few lockfiles, and all must be read for their total anyway.
    const lockfiles = await reader
      .selectFrom('lockfile')
      .select(['id', 'path'])
      // Selects by the project's refs, since lockfiles have no index by project.
      .where('deployment_id', '=', deploymentId)
      .where('ref_id', 'in', (eb) =>
        eb
          .selectFrom('ref')
          .select('id')
          .where('deployment_id', '=', deploymentId)
          .where('project_id', '=', projectId),
      )
      .where('on_primary', '=', 1)
      .orderBy('id')
      .execute()
    const result = selection.narrows ? lockfiles.filter(({ id }) => counts.has(id)) : lockfiles
    const after = Number(page.after)
    const { rows, ...more } = pageOf(
      result.filter(({ id }) => id > after),
      page,
    )
    const lockfileSummaries = rows.map(({ id, path }) => ({
      lockfilePath: path,
      numDependencies: counts.get(id) ?? 0,
    }))
    return { total: result.length, lockfileSummaries, ...more }
  })
}

/** The number of a selection's rows in each project or lockfile. */
function countsBy(selection: Selection, by: 'project' | 'lockfile'): Map<number, number> {
  const counts = new Map<number, number>()
  scanRows(selection, (batch) => {
    counts.set(batch[by], (counts.get(batch[by]) ?? 0) + batch.count)
  })
  return counts
}

/** The names of projects by id. */
export async function namesOf(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('project')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The given repositories that the deployment does not have. */
export async function unknownRepositories(reader: Reader, deploymentId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const known = await reader
    .selectFrom('project')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  const result = new Set(known.map((row) => row.id))
  return ids.filter((id) => !result.has(id))
}
