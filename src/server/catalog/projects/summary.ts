import { sql } from 'kysely'
import type { Project } from '#contract/responses/projects.ts'
import { findingTypes, fromCode, scanStatuses, severities } from '#server/db/codes.ts'
import { isOutsideMergeQueues } from '#server/db/merge-queue.ts'
import { preferIndex } from '#server/db/sql.ts'
import { openByProject } from '#server/findings/counts/open-by-project.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'

type Summary = Pick<Project, 'open' | 'latest_scan'>

const severitiesDescending = [...severities].reverse()

/** A project's newest scan, without those of merge queues. The index is named, since SQLite would otherwise scan all scans by time. */
const newestScan = (
  deploymentId: number,
) => sql<number>`(select newest.id from scan as newest ${preferIndex('scan_of_project')}
  where newest.deployment_id = project.deployment_id and newest.project_id = project.id
    and ${isOutsideMergeQueues(deploymentId, sql.ref('newest.ref_id'))}
  order by newest.started_at desc, newest.id desc limit 1)`

/**
 * Returns the fields that `include=summary` adds to projects: `open`, their open findings by severity and product
 * (`open.critical.sca`, including zeros), and the newest scan. The number of statements does not depend on the number
 * of projects.
 * Source: docs/api.md#projects.
 */
export async function summariesOf(
  view: FindingsSnapshot,
  deploymentId: number,
  projectIds: readonly number[],
): Promise<Map<number, Summary>> {
  if (projectIds.length === 0) return new Map()
  const open = await openByProject(view, deploymentId)
  const scans = await view.reader
    .selectFrom('project')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.deployment_id', '=', 'project.deployment_id')
        .on('scan.id', '=', newestScan(deploymentId)),
    )
    .select(['project.id as project_id', 'scan.id', 'scan.status'])
    .where('project.deployment_id', '=', deploymentId)
    .where('project.id', 'in', projectIds)
    .execute()
  const newest = new Map(scans.map((scan) => [scan.project_id, scan]))
  return new Map(
    projectIds.map((id) => {
      const scan = newest.get(id)
      return [
        id,
        {
          open: Object.fromEntries(
            severitiesDescending.map((severity) => [
              severity,
              Object.fromEntries(findingTypes.map((type) => [type, open.count(id, type, severity)])),
            ]),
          ),
          latest_scan: scan ? { id: scan.id, status: fromCode(scanStatuses, scan.status) } : null,
        },
      ]
    }),
  )
}
