import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { fromCode, scanStatuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { type ScanFilter, scansOf } from './filter.ts'

/** Returns the newest scans that match a filter, newest first. */
export async function recentScans(
  reader: Reader,
  deploymentId: number,
  filter: ScanFilter,
  limit: number,
): Promise<OverviewAnswer['scans']> {
  const rows = await scansOf(reader, deploymentId, filter)
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'scan.deployment_id')
        .onRef('project.id', '=', 'scan.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['scan.id', 'scan.status', 'scan.started_at', 'project.name as project', 'ref.name as ref'])
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, status, started_at: at, project, ref }) => ({
    ...{ id, project, ref },
    status: fromCode(scanStatuses, status),
    at: new Date(at).toISOString(),
  }))
}
