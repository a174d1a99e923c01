import { sql } from 'kysely'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import { isOutsideMergeQueues } from '#server/db/merge-queue.ts'
import { preferIndex } from '#server/db/sql.ts'
import { cachedScanQuery } from './query-cache.ts'

/** A project's newest scan; `status` is a position in `scanStatuses`. */
export interface NewestScan {
  id: number
  status: number
}

/**
 * The newest scan of each project of a deployment, without those of merge queues, by the project's id, null if it has none. Cached until scans change;
 * must never be called within a snapshot.
 */
export function newestScans(
  stores: ColumnStores,
  deploymentId: number,
): Promise<ReadonlyMap<number, NewestScan | null>> {
  return cachedScanQuery(stores, deploymentId, ['newest'], async (reader) => {
    // The index is named, since SQLite would otherwise scan all scans by time, for each project up to its newest one.
    const { rows } = await sql<{ project: number; id: number | null; status: number | null }>`
      select project.id as project, scan.id, scan.status from project
      left join scan on scan.deployment_id = project.deployment_id and scan.id = (
        select newest.id from scan as newest ${preferIndex('scan_of_project')}
        where newest.deployment_id = project.deployment_id and newest.project_id = project.id
          and ${isOutsideMergeQueues(deploymentId, sql.ref('newest.ref_id'))}
        order by newest.started_at desc, newest.id desc limit 1)
      where project.deployment_id = ${deploymentId}`.execute(reader)
    return new Map(
      rows.map(({ project, id, status }) => [
        project,
        id === null || status === null ? null : { id, status },
      ]),
    )
  })
}
