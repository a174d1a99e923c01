import type { Services } from '#server/http/services.ts'
import { isHeld } from '#server/runner/public.ts'
import { completed, inProgress } from './job.ts'
import { exportStorage } from './storage/configured-storage.ts'

/** The services that delete files now. */
const removing = new WeakSet<Services>()

/**
 * Deletes the files of expired exports, and `atStart` those that a crash left, unless it is still doing so.
 * @throws HttpError 503 if the storage is not available; the next call tries again.
 */
export async function removeFiles(services: Services, atStart: boolean): Promise<void> {
  if (removing.has(services)) return
  removing.add(services)
  try {
    if (atStart) await removeLeftovers(services)
    await removeExpired(services)
  } finally {
    removing.delete(services)
  }
}

/** Deletes expired files; the record is kept. Source: docs/api.md#sbom-exports. */
async function removeExpired(services: Services): Promise<void> {
  const expired = await services.database.read
    .selectFrom('sbom_export')
    .select(['deployment_id', 'id', 'task_token'])
    .where('expires_at', '<=', services.now())
    .where('download_token', 'is not', null)
    .execute()
  for (const row of expired) {
    await exportStorage(services).remove(row)
    await services.record((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ download_token: null })
        .where('deployment_id', '=', row.deployment_id)
        .where('id', '=', row.id)
        .execute(),
    )
  }
}

/** Deletes files left by a crash: those that belong to no finished and no running export. */
async function removeLeftovers(services: Services): Promise<void> {
  for (const owner of await exportStorage(services).list()) {
    const row = await services.database.read
      .selectFrom('sbom_export')
      .select(['deployment_id', 'status', 'download_token', 'lease_until'])
      .where('task_token', '=', owner.task_token)
      .executeTakeFirst()
    const isAvailable = row?.status === completed && row.download_token !== null
    const isInProgress = row?.status === inProgress && isHeld(row.lease_until, services.now())
    if (!isAvailable && !isInProgress)
      await exportStorage(services).remove({
        ...owner,
        deployment_id: row?.deployment_id ?? owner.deployment_id,
      })
  }
}
