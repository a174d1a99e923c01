import type { Services } from '#server/http/services.ts'
import { isHeld } from '#server/jobs/lease.ts'
import { completed, type ExportRow, inProgress } from './job.ts'
import { exportStorage } from './storage/configured-storage.ts'

/** The services that delete files now. */
const removing = new WeakSet<Services>()

/**
 * Deletes the files of expired exports, and `atStart` compares all with the storage, unless it is still doing so.
 * @throws HttpError 503 if the storage is not available; the next call tries again.
 */
export async function removeFiles(services: Services, atStart: boolean): Promise<void> {
  if (removing.has(services)) return
  removing.add(services)
  try {
    if (atStart) await compareFiles(services)
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

/** The exports whose file was stored, and has not expired. */
const readAvailable = ({ database, now }: Services) =>
  database.read
    .selectFrom('sbom_export')
    .select(['deployment_id', 'id', 'task_token', 'file_missing'])
    .where('download_token', 'is not', null)
    .where('expires_at', '>', now())
    .execute()

/** Records whether the storage has the file of an export, for everybody who looks at it. */
export async function setFileMissing(
  services: Services,
  { deployment_id, id, task_token }: Pick<ExportRow, 'deployment_id' | 'id' | 'task_token'>,
  isMissing: boolean,
): Promise<void> {
  await services.change(
    deployment_id,
    'Gatehouse',
    (transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ file_missing: Number(isMissing) })
        .where('deployment_id', '=', deployment_id)
        .where('id', '=', id)
        .execute(),
    { event: 'sbom.changed', id: task_token },
  )
}

/**
 * Compares the storage with the exports: finds which files are gone or back, since a database may have been moved without
 * them, and deletes those left by a crash, which belong to no finished and no running export.
 */
async function compareFiles(services: Services): Promise<void> {
  // Read first: whatever is completed meanwhile has a file that is in the list.
  const available = await readAvailable(services)
  const owners = await exportStorage(services).list()
  const stored = new Set(owners.map(({ task_token }) => task_token))
  for (const row of available) {
    const isMissing = !stored.has(row.task_token)
    if (isMissing !== (row.file_missing === 1)) await setFileMissing(services, row, isMissing)
  }
  for (const owner of owners) {
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
