import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { projectsQuery } from '#contract/projects.ts'
import { none, type QueryValues } from '#contract/query.ts'
import { code, scanStatuses } from '#server/db/codes.ts'

export type ProjectsQuery = QueryValues<typeof projectsQuery>

/** The filters that have a facet, and the search. */
export const projectFilters = [
  'q',
  'project_tags',
  'last_scan',
  'managed',
  'no_primary',
  'open_critical',
] as const
export type ProjectFilter = (typeof projectFilters)[number]

type Holds = RawBuilder<SqlBool>

const day = 24 * 3600_000

/**
 * The status of a project's newest scan, by an index of its own; null where it has none. The index is named, since SQLite
 * would else walk through all scans by time, for each project up to its newest one.
 */
export const latestScanStatus = sql<number | null>`(select scan.status from scan indexed by scan_of_project
  where scan.deployment_id = project.deployment_id and scan.project_id = project.id
  order by scan.started_at desc, scan.id desc limit 1)`

const codesOf = (words: readonly (typeof scanStatuses)[number][]) =>
  sql.join(words.map((status) => sql.lit(code(scanStatuses, status))))

/** Newest scans that ended without a result, and such as have not ended. */
const endings = {
  failed: codesOf(['SCAN_STATUS_ERROR', 'SCAN_STATUS_NEVER_FINISHED', 'SCAN_STATUS_CANCELLED']),
  running: codesOf(['SCAN_STATUS_RUNNING', 'SCAN_STATUS_PENDING']),
}

/** Whether scans are managed, in full or of differences. */
export const isManaged = sql<SqlBool>`(managed_full = 1 or managed_diff = 1)`
export const hasNoPrimary = sql<SqlBool>`primary_branch is null`
/** Of projects joined with `counts` of `list.ts`. */
export const hasCritical = sql<SqlBool>`coalesce(counts.critical, 0) > 0`

/**
 * Whether the last scan of a project is as a word of `last_scan` says.
 * @param status the status of its newest scan, where a statement has found it already.
 */
export function scanned(lastScan: string, now: number, status = latestScanStatus): Holds {
  const days = /^older_than:(\d+)$/.exec(lastScan)?.[1]
  if (days !== undefined) return sql`coalesce(latest_scan_at < ${now - Number(days) * day}, 0)`
  if (lastScan === 'never') return sql`${status} is null`
  return sql`coalesce(${status} in (${lastScan === 'failed' ? endings.failed : endings.running}), 0)`
}

/** What each filter that is set demands of a project, `status` as in `scanned`. Source: API decisions, "Named operations". */
export function conditionsOf(
  query: ProjectsQuery,
  now: number,
  status = latestScanStatus,
): { filter: ProjectFilter; holds: Holds }[] {
  return projectFilters.flatMap((filter) => {
    const holds = conditionOf(filter, query, now, status)
    return holds ? [{ filter, holds }] : []
  })
}

function conditionOf(
  filter: ProjectFilter,
  query: ProjectsQuery,
  now: number,
  status: typeof latestScanStatus,
): Holds | null {
  const as = (wanted: boolean | undefined, holds: Holds) =>
    wanted === undefined ? null : wanted ? holds : sql<SqlBool>`not ${holds}`
  switch (filter) {
    case 'q': {
      const part = query.q?.trim().replace(/[\\%_]/g, '\\$&')
      return part ? sql`lower(name) like lower(${`%${part}%`}) escape '\\'` : null
    }
    case 'project_tags':
      return query.project_tags ? tagged(query.project_tags) : null
    case 'last_scan':
      return query.last_scan === undefined ? null : scanned(query.last_scan, now, status)
    case 'managed':
      return as(query.managed, isManaged)
    case 'no_primary':
      return as(query.no_primary, sql`(${hasNoPrimary})`)
    case 'open_critical':
      return as(query.open_critical, sql`(${hasCritical})`)
  }
}

function tagged(tags: readonly string[]): Holds {
  const words = JSON.stringify(tags.filter((tag) => tag !== none))
  const among = sql`exists (select 1 from json_each(project.tags_json) as tag
    where tag.value in (select value from json_each(${words})))`
  return tags.includes(none) ? sql`(tags_json = '[]' or ${among})` : sql`${among}`
}
