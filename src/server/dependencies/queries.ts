import type { Dependency } from '#contract/answers/dependencies.ts'
import type { DependencyFilter } from '#contract/dependencies.ts'
import type { Reader } from '#server/db/database.ts'
import { type PageRequest, pageOf } from './cursor.ts'
import { bound, conditionOf, transitivityWords } from './filter.ts'

/**
 * The dependencies of a deployment's primary branches that a filter leaves.
 * Source: API decisions, "Dependencies": other refs serve exports only.
 */
function matching(reader: Reader, deploymentId: number, filter: DependencyFilter | undefined) {
  const condition = conditionOf(filter)
  const rows = reader
    .selectFrom('dependency')
    .where('dependency.deployment_id', '=', deploymentId)
    .where('dependency.on_primary', '=', 1)
  return condition ? rows.where((of) => condition(of)) : rows
}

/** One page of dependencies in `id` order, and the number of all that match. */
export async function pageOfDependencies(
  reader: Reader,
  deploymentId: number,
  filter: DependencyFilter | undefined,
  page: PageRequest,
) {
  const found = matching(reader, deploymentId, filter)
  const [{ total }, rows] = await Promise.all([
    found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .innerJoin('lockfile', 'lockfile.id', 'dependency.lockfile_id')
      .selectAll('dependency')
      .select('lockfile.path as lockfile_path')
      .where('dependency.id', '>', Number(page.after))
      .orderBy('dependency.id')
      .limit(page.size + 1)
      .execute(),
  ])
  const { rows: shown, ...more } = pageOf(rows, page)
  const dependencies = shown.map(
    (row): Dependency => ({
      id: String(row.id),
      name: row.name,
      version: row.version,
      repositoryId: row.project_id,
      ecosystem: row.ecosystem,
      transitivity: transitivityWords[row.transitivity] ?? 'UNKNOWN_TRANSITIVITY',
      // parse: the column holds a JSON array of strings, written by us.
      licenses: JSON.parse(row.licenses_json) as string[],
      lockfilePath: row.lockfile_path,
      definedAt:
        row.defined_path === null
          ? null
          : { path: row.defined_path, startLine: row.defined_line, url: row.defined_url },
      package: { name: row.name, versionSpecifier: row.version_specifier },
    }),
  )
  return { total, dependencies, ...more }
}

/** One page of the repositories that hold matching dependencies, each with their number. */
export async function pageOfRepositories(
  reader: Reader,
  deploymentId: number,
  filter: DependencyFilter | undefined,
  page: PageRequest,
) {
  const found = matching(reader, deploymentId, filter)
  const [{ total }, rows] = await Promise.all([
    found
      .select((of) => of.fn.count<number>('dependency.project_id').distinct().as('total'))
      .executeTakeFirstOrThrow(),
    found
      .innerJoin('project', 'project.id', 'dependency.project_id')
      .select((of) => ['project.id', 'project.name', of.fn.countAll<number>().as('count')])
      .where('project.id', '>', Number(page.after))
      .groupBy(['project.id', 'project.name'])
      .orderBy('project.id')
      .limit(page.size + 1)
      .execute(),
  ])
  const { rows: shown, ...more } = pageOf(rows, page)
  const repositorySummaries = shown.map(({ id, name, count }) => ({ id, name, numDependencies: count }))
  return { total, repositorySummaries, ...more }
}

/**
 * One page of the lockfiles of a repository's primary branch, each with the number of its matching dependencies.
 * Where nothing narrows, a lockfile without dependencies stands with 0; else only those with a match do.
 */
export async function pageOfLockfiles(
  reader: Reader,
  deploymentId: number,
  projectId: number,
  filter: DependencyFilter | undefined,
  page: PageRequest,
) {
  const counts = matching(reader, deploymentId, filter)
    .where('dependency.project_id', '=', projectId)
    .select((of) => ['dependency.lockfile_id', of.fn.countAll<number>().as('count')])
    .groupBy('dependency.lockfile_id')
    .as('counts')
  const rows = await reader
    .selectFrom('lockfile')
    .leftJoin(counts, 'counts.lockfile_id', 'lockfile.id')
    .select(['lockfile.id', 'lockfile.path', 'counts.count'])
    .where('lockfile.project_id', '=', projectId)
    .where('lockfile.on_primary', '=', 1)
    .$if(conditionOf(filter) !== null, (found) => found.where('counts.count', 'is not', null))
    .orderBy('lockfile.id')
    .execute()
  // A repository has few lockfiles, and all are read for their total anyway.
  const after = Number(page.after)
  const left = rows.filter((row) => row.id > after)
  const { rows: shown, ...more } = pageOf(left, page)
  const lockfileSummaries = shown.map(({ path, count }) => ({
    lockfilePath: path,
    numDependencies: count ?? 0,
  }))
  return { total: rows.length, lockfileSummaries, ...more }
}

/** Which of these repositories the deployment does not have. */
export async function unknownRepositories(reader: Reader, deploymentId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const known = await reader
    .selectFrom('project')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', bound(ids))
    .execute()
  const found = new Set(known.map((row) => row.id))
  return ids.filter((id) => !found.has(id))
}
