import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { projectsQuery } from '#contract/operations/projects.ts'
import { none, type QueryValues } from '#contract/parameters/query.ts'
import { policyScopes, scanStatuses, toCode } from '#server/db/codes.ts'
import { jsonElements, textsOf, valuesOf } from '#server/db/sql.ts'
import { ownId } from '#server/http/request/own-id.ts'
import type { NewestScan } from '#server/scans/list/newest.ts'

export type ProjectsQuery = QueryValues<typeof projectsQuery>

/** The filters that have a facet, and the search. */
export const projectFilters = [
  'q',
  'project_tags',
  'policy_ids',
  'last_scan',
  'managed',
  'no_primary',
  'open_critical',
] as const
export type ProjectFilter = (typeof projectFilters)[number]

type SqlCondition = RawBuilder<SqlBool>

const dayMs = 24 * 3600_000

const codesOf = (words: readonly (typeof scanStatuses)[number][]) =>
  words.map((status) => toCode(scanStatuses, status))

/**
 * The scan statuses of each `last_scan` value: newest scans that ended without a result, and those that have not ended.
 */
const lastScanConditions: Record<string, readonly number[]> = {
  failed: codesOf(['SCAN_STATUS_ERROR', 'SCAN_STATUS_NEVER_FINISHED', 'SCAN_STATUS_CANCELLED']),
  running: codesOf(['SCAN_STATUS_RUNNING', 'SCAN_STATUS_PENDING']),
}

/** The newest scan of each project of a deployment, null where it has none. */
export type NewestScanRow = ReadonlyMap<number, NewestScan | null>

/** Whether managed scans are on, full or diff. */
export const isManaged = sql<SqlBool>`(managed_full = 1 or managed_diff = 1)`
export const hasNoPrimary = sql<SqlBool>`primary_branch is null`
/** For projects joined with `counts` of `list.ts`. */
export const hasCritical = sql<SqlBool>`coalesce(counts.critical, 0) > 0`

/** Whether the last scan of a project matches a value of `last_scan`. */
export function isScanned(lastScan: string, now: number, newest: NewestScanRow): SqlCondition {
  const days = /^older_than:(\d+)$/.exec(lastScan)?.[1]
  if (days !== undefined) return sql`coalesce(latest_scan_at < ${now - Number(days) * dayMs}, false)`
  const condition = lastScanConditions[lastScan]
  const ids = [...newest].flatMap(([id, scan]) =>
    (condition ? scan !== null && condition.includes(scan.status) : scan === null) ? [id] : [],
  )
  return sql`(project.id in ${valuesOf(ids)})`
}

/** The condition of each filter that is set. Source: docs/api.md#projects. */
export function projectConditions(
  query: ProjectsQuery,
  now: number,
  newest: NewestScanRow,
): { filter: ProjectFilter; holds: SqlCondition }[] {
  return projectFilters.flatMap((filter) => {
    const holds = projectCondition(filter, query, now, newest)
    return holds ? [{ filter, holds }] : []
  })
}

function projectCondition(
  filter: ProjectFilter,
  query: ProjectsQuery,
  now: number,
  newest: NewestScanRow,
): SqlCondition | null {
  const whenSet = (condition: boolean | undefined, holds: SqlCondition) =>
    condition === undefined ? null : condition ? holds : sql<SqlBool>`not ${holds}`
  switch (filter) {
    case 'q': {
      const part = query.q?.trim().replace(/[\\%_]/g, '\\$&')
      return part ? sql`lower(name) like lower(${`%${part}%`}) escape '\\'` : null
    }
    case 'project_tags':
      return query.project_tags ? hasTag(query.project_tags) : null
    case 'policy_ids':
      return query.policy_ids ? hasPolicy(query.policy_ids) : null
    case 'last_scan':
      return query.last_scan === undefined ? null : isScanned(query.last_scan, now, newest)
    case 'managed':
      return whenSet(query.managed, isManaged)
    case 'no_primary':
      return whenSet(query.no_primary, sql`(${hasNoPrimary})`)
    case 'open_critical':
      return whenSet(query.open_critical, sql`(${hasCritical})`)
  }
}

function hasTag(tags: readonly string[]): SqlCondition {
  const condition = textsOf(tags.filter((tag) => tag !== none))
  const hasTag = sql`exists (select 1 from ${jsonElements(sql.ref('project.tags_json'))} as tag
    where tag.value in ${condition})`
  return tags.includes(none) ? sql`(tags_json = '[]' or ${hasTag})` : sql`${hasTag}`
}

/** Whether one of the policies applies to the project: to all, or to it by name or by a tag. */
function hasPolicy(ids: readonly string[]): SqlCondition {
  const elements = (column: string) => jsonElements(sql.ref(column))
  return sql`exists (select 1 from policy
    where policy.deployment_id = project.deployment_id
    and policy.id in ${valuesOf(ids.map((id) => ownId(id) ?? 0))}
    and policy.deleted_at is null
    and (policy.scope <> ${toCode(policyScopes, 'some')}
      or project.id in (select cast(named.value as bigint) from ${elements('policy.projects_json')} as named)
      or exists (select 1 from ${elements('project.tags_json')} as own
        join ${elements('policy.tags_json')} as wanted on wanted.value = own.value)))`
}
