import { sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import { jsonElements } from '#server/db/sql.ts'
import type { OpenByType } from '#server/findings/counts/open-by-ref.ts'
import { formatInstant } from '#server/records/projects/project.ts'

const maxRefs = 1000

/**
 * Returns the refs of one repository, or the distinct names of all refs: primary ones first, then the most recently
 * scanned, at most 1000, without branches of merge queues and deleted ones.
 * @param filter.open the open findings by the id of a ref, for the refs of one repository.
 * Source: docs/api.md#projects.
 */
export async function refsOf(
  reader: Reader,
  deploymentId: number,
  filter: { projectId: number | null; q: string; open: ReadonlyMap<number, OpenByType> | null },
) {
  const part = filter.q.trim().replace(/[\\%_]/g, '\\$&')
  const rows = await reader
    .selectFrom('ref')
    .select((eb) => [
      'name',
      eb.fn.max('id').as('id'),
      eb.fn.max('is_primary').as('is_primary'),
      eb.fn.max('latest_scan_at').as('latest_scan_at'),
    ])
    .where('deployment_id', '=', deploymentId)
    .where('expires_at', 'is', null)
    .where('deleted_at', 'is', null)
    .$if(filter.projectId !== null, (query) => query.where('project_id', '=', filter.projectId))
    .$if(part !== '', (query) =>
      query.where(sql<boolean>`lower(name) like lower(${`%${part}%`}) escape '\\'`),
    )
    .groupBy('name')
    .orderBy('is_primary', 'desc')
    .orderBy(sql`max(latest_scan_at) is null`)
    .orderBy('latest_scan_at', 'desc')
    .orderBy('name')
    .limit(maxRefs)
    .execute()
  return rows.map((row) => ({
    name: row.name,
    primary: row.is_primary === 1,
    latest_scan_at: row.latest_scan_at === null ? null : formatInstant(row.latest_scan_at),
    ...(filter.open ? openFields(filter.open.get(row.id)) : {}),
  }))
}

function openFields(byType: OpenByType = { sast: 0, sca: 0, secrets: 0 }) {
  return { open: byType.sast + byType.sca + byType.secrets, open_by_type: byType }
}

/** The tags in use with their number of projects, most used first. */
export async function tagCounts(reader: Reader, deploymentId: number) {
  const { rows } = await sql<{ value: string; count: number }>`
    select tag.value as value, count(*) as count
    from project, ${jsonElements(sql.ref('project.tags_json'))} as tag
    where project.deployment_id = ${deploymentId}
    group by tag.value
    order by count desc, value`.execute(reader)
  return rows
}
