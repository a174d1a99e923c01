import type { Services } from '#server/http/services.ts'
import { isHeld } from '#server/runner/public.ts'
import { completed, inProgress } from './job.ts'
import { exportStorage } from './storage/configured-storage.ts'

/** Deletes expired files; the record is kept. Source: docs/api.md#sbom-exports. */
export async function removeExpired(services: Services): Promise<void> {
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
export async function removeLeftovers(services: Services): Promise<void> {
  for (const taskToken of await exportStorage(services).list()) {
    const row = await services.database.read
      .selectFrom('sbom_export')
      .select(['deployment_id', 'status', 'download_token', 'lease_until'])
      .where('task_token', '=', taskToken)
      .executeTakeFirst()
    const isAvailable = row?.status === completed && row.download_token !== null
    const isInProgress = row?.status === inProgress && isHeld(row.lease_until, services.now())
    if (!isAvailable && !isInProgress)
      await exportStorage(services).remove({ deployment_id: row?.deployment_id ?? 0, task_token: taskToken })
  }
}
