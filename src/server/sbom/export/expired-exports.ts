import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Writer } from '#server/db/database.ts'
import { textsOf, valuesOf } from '#server/db/sql.ts'
import type { Services } from '#server/http/services.ts'
import { failed, inProgress } from './job.ts'
import { exportStorage } from './storage/configured-storage.ts'

const isExpired = (deploymentId: number, before: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(sbom_export.deployment_id = ${deploymentId} and sbom_export.created_at < ${before}
    and sbom_export.status <> ${inProgress})`

/** How many finished exports of a deployment are older than `before`, and when the oldest was requested. */
export async function countExportsBefore(
  reader: Reader,
  deploymentId: number,
  before: number,
): Promise<{ count: number; oldest: number | null }> {
  return reader
    .selectFrom('sbom_export')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('created_at').as('oldest')])
    .where(isExpired(deploymentId, before))
    .executeTakeFirstOrThrow()
}

/**
 * Deletes the files of the oldest finished exports from before `before`, at most `limit`. Their rows are deleted after it:
 * deleting a file may take long, and would make other writers wait.
 * @returns the ids of the exports.
 * @throws HttpError 503 if a file cannot be deleted now.
 */
export async function deleteExportFilesBefore(
  services: Services,
  { deploymentId, before, limit }: { deploymentId: number; before: number; limit: number },
): Promise<number[]> {
  const rows = await services.database.read
    .selectFrom('sbom_export')
    .select(['id', 'task_token', 'status', 'download_token'])
    .where(isExpired(deploymentId, before))
    .orderBy('created_at')
    .limit(limit)
    .execute()
  const storage = exportStorage(services)
  for (const { task_token, status, download_token } of rows) {
    // The file of any other export was deleted when it expired.
    if (download_token !== null || status === failed)
      await storage.remove({ deployment_id: deploymentId, task_token })
  }
  return rows.map(({ id }) => id)
}

/**
 * Deletes finished exports whose files were deleted before, with their content.
 * @returns how many; a failed one may be running again meanwhile.
 */
export async function deleteExports(
  transaction: Writer,
  deploymentId: number,
  ids: readonly number[],
): Promise<number> {
  const rows = await transaction
    .deleteFrom('sbom_export')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .where('status', '<>', inProgress)
    .returning('content_digest')
    .execute()
  // Exports of the same state share their content.
  await transaction
    .deleteFrom('sbom_content')
    .where('deployment_id', '=', deploymentId)
    .where('digest', 'in', textsOf(rows.flatMap(({ content_digest: digest }) => digest ?? [])))
    .where('digest', 'not in', (eb) =>
      eb
        .selectFrom('sbom_export')
        .select('content_digest')
        .where('deployment_id', '=', deploymentId)
        .where('content_digest', 'is not', null)
        .$narrowType<{ content_digest: string }>(),
    )
    .execute()
  return rows.length
}

/** Ends the running exports of a deployment that is being deleted. */
export async function endExports(transaction: Writer, deploymentId: number, now: number): Promise<void> {
  await transaction
    .updateTable('sbom_export')
    .set({ status: failed, finished_at: now, lease_until: null })
    .where('deployment_id', '=', deploymentId)
    .where('status', '=', inProgress)
    .execute()
}
