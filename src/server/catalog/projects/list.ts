import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#server/db/sql.ts'
import { type OpenCounts, openByProject } from '#server/findings/counts/open-by-project.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import type { ProjectRow } from '#server/records/projects/project.ts'
import { type NewestScanRow, type ProjectsQuery, projectConditions } from './project-conditions.ts'

/**
 * Returns one page of a deployment's projects and the number of all that match. Open findings are counted in memory and
 * joined, so that no query per project is needed.
 * Source: docs/api.md#projects.
 */
export async function pageOfProjects(
  view: FindingsSnapshot,
  deploymentId: number,
  query: ProjectsQuery,
  now: number,
  newest: NewestScanRow,
): Promise<{ rows: ProjectRow[]; total: number }> {
  const sort = query.sort ?? 'name'
  const filtersByCounts = query.open_critical !== undefined
  const open = filtersByCounts || /open/.test(sort) ? await openByProject(view, deploymentId) : null
  const projects = projectsWith(open)
  const conditions = projectConditions(query, now, newest).map(({ holds }) => holds)
  const where = sql.join([sql`deployment_id = ${deploymentId}`, ...conditions], sql` and `)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from ${projectsWith(filtersByCounts ? open : null)} where ${where}`.execute(
    view.reader,
  )
  const total = counted[0]?.total ?? 0
  const pageSize = query.page_size ?? 100
  const offset = (query.page ?? 0) * pageSize
  if (offset >= total) return { rows: [], total }
  const { rows } = await sql<ProjectRow>`
    select project.* from ${projects} where ${where}
    order by ${orderOf(sort)} limit ${pageSize} offset ${offset}`.execute(view.reader)
  return { rows, total }
}

/** The projects, joined with their open findings as `counts` if given. */
export function projectsWith(open: OpenCounts | null, projects = sql`project`): RawBuilder<unknown> {
  if (!open) return projects
  const openCounts = rowsOf(
    { id: 'integer', open: 'integer', critical: 'integer' },
    open.sums().map((sums) => [sums.project, sums.open, sums.critical]),
  )
  // A separate typed subquery, so that SQLite builds an index of it: otherwise it would scan the whole list for each
  // project.
  return sql`${projects} left join (
    with given as materialized (
      select id, open, critical from ${openCounts} as sums
    ) select * from given
  ) as counts on counts.id = project.id`
}

/** Equal values are sorted by name; projects that were never scanned come last in both directions. */
function orderOf(sort: NonNullable<ProjectsQuery['sort']>): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  switch (sort.replace('-', '')) {
    case 'latest_scan_at':
      return sql`latest_scan_at is null, latest_scan_at ${direction}, name`
    case 'open':
      return sql`coalesce(counts.open, 0) ${direction}, name`
    case 'open_critical':
      return sql`coalesce(counts.critical, 0) ${direction}, coalesce(counts.open, 0) ${direction}, name`
    default:
      return sql`name ${direction}`
  }
}
