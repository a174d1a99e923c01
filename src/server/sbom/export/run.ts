import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type JobEnd, jobEnds } from '#server/base/telemetry/events.ts'
import type { Writer } from '#server/db/database.ts'
import { addNotificationEvents } from '#server/db/notification-events.ts'
import type { Services } from '#server/http/services.ts'
import type { JobQueue, Lease } from '#server/jobs/job-queue.ts'
import { holdLease, LeaseLost } from '#server/jobs/lease.ts'
import { ExportFault } from '../content/content.ts'
import { removeFiles } from './cleanup.ts'
import { createExport, type ExportedContent, type Task, type WrittenExport } from './create-export.ts'
import { createExportInThread, errorMessage } from './export-thread.ts'
import { fileName } from './files.ts'
import { completed, type ExportRow, failed, inProgress, requestOf } from './job.ts'
import { exportStorage } from './storage/configured-storage.ts'

/** How long files are stored. Source: docs/api.md#sbom-exports. */
const fileLifetime = 7 * 24 * 3600_000
/** SBOM exports, created one after another, so that they do not slow down requests. */
export const exportQueue: JobQueue = {
  table: 'sbom_export',
  madeAt: 'created_at',
  unfinished: sql`status = ${sql.lit(inProgress)}`,
  oneAtATimeIn: 'process',
  stopWaits: false,
  async step(services, lease) {
    await produceExport(services, lease, await readExport(services, lease))
    return true
  },
  async fail(services, lease, reason) {
    const row = await readExport(services, lease)
    const error_message =
      'error' in reason
        ? errorMessage(reason.error)
        : `The export was interrupted ${reason.interrupted} times.`
    // Nobody else writes the file while the lease is held. A failure to delete must not leave the export unfinished.
    await services.record((transaction) => holdLease(transaction, lease, services.now()))
    await exportStorage(services)
      .remove(row)
      .catch(() => undefined)
    const set = { status: failed, error_message, finished_at: services.now(), lease_until: null }
    await updateExport(services, lease, row, set)
    publishEnd(services, row, 'failed')
  },
  async cleanUp(services, atStart) {
    const work = removeFiles(services, atStart)
    // A bucket that does not answer must delay neither the start nor other work.
    if (typeof services.config.exportStorage === 'string') await work
    else work.catch(() => undefined)
  },
}

/** @throws LeaseLost if the export was deleted with its deployment. */
async function readExport({ database }: Services, { deploymentId, id }: Lease): Promise<ExportRow> {
  const row = await database.read
    .selectFrom('sbom_export')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
  return row
}

/** Updates the row of an export whose lease this process holds. */
const updateExport = (
  services: Services,
  lease: Lease,
  { id, deployment_id, created_by, task_token }: ExportRow,
  set: Partial<ExportRow>,
  within: (transaction: Writer) => Promise<unknown> = async () => undefined,
): Promise<void> =>
  services.change(
    deployment_id,
    created_by,
    async (transaction) => {
      await holdLease(transaction, lease, services.now())
      await within(transaction)
      await transaction
        .updateTable('sbom_export')
        .set(set)
        .where('deployment_id', '=', deployment_id)
        .where('id', '=', id)
        .execute()
    },
    { event: 'sbom.changed', id: task_token },
  )

async function produceExport(services: Services, lease: Lease, row: ExportRow): Promise<void> {
  const { database } = services
  const task = await buildTask(services, row)
  let pendingUpdate: Promise<void> = Promise.resolve()
  const onContentRead = (read: ExportedContent) => {
    pendingUpdate = updateExport(
      services,
      lease,
      row,
      { content_digest: read.digest, scan_id: read.scanId, commit: read.commit, scanned_at: read.scannedAt },
      (transaction) =>
        transaction
          .insertInto('sbom_content')
          .values({ deployment_id: row.deployment_id, digest: read.digest, content: read.content })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
    )
    // Awaited below; until then a rejection has no handler.
    pendingUpdate.catch(() => undefined)
  }
  const created = await (database.address === null
    ? createExport(task, () => database.openSnapshot(), onContentRead)
    : createExportInThread(database.address, task, onContentRead))
  await pendingUpdate
  await exportStorage(services).store(row)
  const event = { kind: 'export.ready', subject: row.id, actor: row.created_by } as const
  await updateExport(services, lease, row, finishedColumns(services, row, created), (transaction) =>
    addNotificationEvents(transaction, [row.deployment_id], [event], services.now()),
  )
  publishEnd(services, row, 'done')
}

const publishEnd = (services: Services, row: ExportRow, outcome: JobEnd['outcome']) =>
  jobEnds.publish({ kind: 'sbom_export', outcome, milliseconds: services.now() - row.created_at })

async function buildTask(services: Services, row: ExportRow): Promise<Task> {
  const deployment = services.deployments.all().find((one) => one.id === row.deployment_id)
  if (!deployment) throw new ExportFault('The deployment no longer exists.')
  const content =
    row.content_digest === null
      ? null
      : await services.database.read
          .selectFrom('sbom_content')
          .select('content')
          .where('deployment_id', '=', row.deployment_id)
          .where('digest', '=', row.content_digest)
          .executeTakeFirstOrThrow()
  return {
    path: exportStorage(services).pathOf(row),
    deployment: { id: deployment.id, name: deployment.name },
    projectId: row.project_id,
    order: {
      format: row.format,
      version: row.version,
      output: row.output === 'xml' ? 'xml' : 'json',
      request: requestOf(row),
      ref: row.ref_name,
      commit: row.commit,
      nested: row.project_id === null,
      at: services.now(),
      toolVersion: services.version,
    },
    storedContent: content?.content ?? null,
  }
}

function finishedColumns(services: Services, row: ExportRow, created: WrittenExport): Partial<ExportRow> {
  const { name, componentVersion } = requestOf(row)
  const at = services.now()
  return {
    size: created.size,
    sha256: created.sha256,
    components: created.components,
    completeness_json: JSON.stringify(created.completeness),
    status: completed,
    finished_at: at,
    lease_until: null,
    file_name: fileName(name, componentVersion ?? shortRef(row.ref_name), at, row),
    download_token: randomBytes(32).toString('base64url'),
    expires_at: at + fileLifetime,
  }
}

const shortRef = (ref: string | null) => ref?.replace(/^refs\/(heads|tags)\//, '') ?? null
