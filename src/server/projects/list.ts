import { type SelectQueryBuilder, sql } from 'kysely'
import type { projectsQuery } from '#contract/projects.ts'
import { none, type QueryValues } from '#contract/query.ts'
import { code, scanStatuses, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ProjectRow } from './project.ts'

type Query = QueryValues<typeof projectsQuery>
type Projects = SelectQueryBuilder<Tables, 'project', unknown>

const day = 24 * 3600_000

/** The status of a project's newest scan, by an index of its own. */
const latestScanStatus = sql<number>`(select scan.status from scan
  where scan.deployment_id = project.deployment_id and scan.project_id = project.id
  order by scan.started_at desc, scan.id desc limit 1)`

/** Findings of all products that are open on the primary branch. */
const openFindings = sql<number>`(select count(*) from finding
  where finding.project_id = project.id and finding.deployment_id = project.deployment_id
  and finding.type in (0, 1, 2) and finding.removed = 0 and finding.on_primary = 1
  and finding.status = ${code(statuses, 'open')})`

/**
 * One page of a deployment's projects and the number of all that match.
 * Source: API decisions, "Named operations".
 */
export async function pageOfProjects(
  reader: Reader,
  deploymentId: number,
  query: Query,
  now: number,
): Promise<{ rows: ProjectRow[]; total: number }> {
  const matching = narrowed(
    reader.selectFrom('project').where('deployment_id', '=', deploymentId),
    query,
    now,
  )
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pageSize = query.page_size ?? 100
  const offset = (query.page ?? 0) * pageSize
  if (offset >= total) return { rows: [], total }
  const rows = await sorted(matching, query.sort ?? 'name')
    .selectAll()
    .limit(pageSize)
    .offset(offset)
    .execute()
  return { rows, total }
}

function narrowed(projects: Projects, query: Query, now: number): Projects {
  let found = projects
  if (query.q) {
    const part = query.q.trim().replace(/[\\%_]/g, '\\$&')
    found = found.where(sql<boolean>`lower(name) like lower(${`%${part}%`}) escape '\\'`)
  }
  if (query.project_tags) {
    const words = query.project_tags.filter((tag) => tag !== none)
    const untagged = query.project_tags.includes(none)
    found = found.where((of) =>
      of.or([
        ...(untagged ? [of('tags_json', '=', '[]')] : []),
        sql<boolean>`exists (select 1 from json_each(project.tags_json) as tag
          where tag.value in (select value from json_each(${JSON.stringify(words)})))`,
      ]),
    )
  }
  if (query.managed !== undefined) {
    const managed = sql<boolean>`(managed_full = 1 or managed_diff = 1)`
    found = found.where(query.managed ? managed : sql<boolean>`not ${managed}`)
  }
  if (query.no_primary !== undefined) {
    found = found.where('primary_branch', query.no_primary ? 'is' : 'is not', null)
  }
  return query.last_scan === undefined ? found : scanned(found, query.last_scan, now)
}

/** `failed` is a newest scan that ended without a result, `running` one that has not ended. */
function scanned(projects: Projects, lastScan: string, now: number): Projects {
  const days = /^older_than:(\d+)$/.exec(lastScan)?.[1]
  if (days !== undefined) return projects.where('latest_scan_at', '<', now - Number(days) * day)
  if (lastScan === 'never') {
    return projects.where(
      sql<boolean>`not exists (select 1 from scan
        where scan.deployment_id = project.deployment_id and scan.project_id = project.id)`,
    )
  }
  const wanted =
    lastScan === 'failed'
      ? (['SCAN_STATUS_ERROR', 'SCAN_STATUS_NEVER_FINISHED', 'SCAN_STATUS_CANCELLED'] as const)
      : (['SCAN_STATUS_RUNNING', 'SCAN_STATUS_PENDING'] as const)
  return projects.where(
    latestScanStatus,
    'in',
    wanted.map((status) => code(scanStatuses, status)),
  )
}

/** Names settle what is equal otherwise; a project that was never scanned stands last in either direction. */
function sorted(projects: Projects, sort: NonNullable<Query['sort']>): Projects {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const byName = (found: Projects) => found.orderBy('name').orderBy('id')
  if (sort.endsWith('latest_scan_at')) {
    return byName(projects.orderBy(sql`latest_scan_at is null`).orderBy('latest_scan_at', direction))
  }
  if (sort.endsWith('open')) return byName(projects.orderBy(openFindings, direction))
  return projects.orderBy('name', direction).orderBy('id')
}
