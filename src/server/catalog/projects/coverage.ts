import { sql } from 'kysely'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import type { Reader } from '#server/db/database.ts'
import { asFlag } from '#server/db/sql.ts'
import { isScanned, type NewestScanRow, projectConditions } from './project-conditions.ts'

const lastScans = ['older_than:30', 'never', 'failed'] as const

/**
 * Counts the projects whose last scan is old, missing or failed: the totals of the lists of projects with `last_scan`.
 * @param newest of all projects of the deployment.
 * Source: docs/api.md#overview.
 */
export async function countCoverage(
  reader: Reader,
  deploymentId: number,
  { tag, projectId }: { tag: string | undefined; projectId: number | undefined },
  now: number,
  newest: NewestScanRow,
): Promise<NonNullable<OverviewAnswer['coverage']>> {
  const filter = tag === undefined ? {} : { project_tags: [tag] }
  const conditions = projectConditions(filter, now, newest).map(({ holds }) => holds)
  if (projectId !== undefined) conditions.push(sql`id = ${projectId}`)
  const [old, never, failed] = lastScans.map(
    (word) => sql<number>`coalesce(sum(${asFlag(isScanned(word, now, newest))}), 0)`,
  )
  const { rows } = await sql<{ projects: number; old: number; never: number; failed: number }>`
    select count(*) as projects, ${old} as old, ${never} as never, ${failed} as failed from project
    where ${sql.join([sql`deployment_id = ${deploymentId}`, ...conditions], sql` and `)}`.execute(reader)
  const [counts] = rows
  return {
    projects: Number(counts?.projects ?? 0),
    older_than_30_days: Number(counts?.old ?? 0),
    never: Number(counts?.never ?? 0),
    failed: Number(counts?.failed ?? 0),
  }
}
