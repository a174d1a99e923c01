import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordAudit } from '#server/audit/audit-log.ts'
import { deleteAuditBefore } from '#server/audit/expired-events.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { deletionSetting } from '#server/db/deletion.ts'
import { readSetting, storeSetting } from '#server/db/deployment-setting.ts'
import { passOnInstallationId } from '#server/db/installation.ts'
import { valuesOf } from '#server/db/sql.ts'
import { deleteDependencies } from '#server/dependencies/writes.ts'
import { deleteFindings } from '#server/findings/writes.ts'
import { HttpError } from '#server/http/errors.ts'
import { localOperator } from '#server/http/principal.ts'
import type { Services } from '#server/http/services.ts'
import { deleteScans } from '#server/records/scans/writes.ts'
import { deleteExportFilesBefore, deleteExports, endExports } from '#server/sbom/export/expired-exports.ts'

/** The target duration of a transaction in milliseconds, since other deployments wait for it. */
const targetTime = 30
const [minBatchSize, maxBatchSize] = [20, 2000]
const never = Number.MAX_SAFE_INTEGER

interface MarkedDeployment {
  id: number
  slug: string
  name: string
}

/** What a deployment contains, to tell what a deletion would delete. */
export interface DeploymentContent {
  projects: number
  scans: number
  findings: number
  dependencies: number
  exports: number
  tokens: number
  auditEvents: number
}

/** Counts what a deployment contains. */
export async function contentOf(reader: Reader, deploymentId: number): Promise<DeploymentContent> {
  const count = async (
    table: 'project' | 'scan' | 'finding' | 'dependency' | 'sbom_export' | 'token' | 'audit_event',
  ) => {
    const row = await reader
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deployment_id', '=', deploymentId)
      .executeTakeFirstOrThrow()
    return row.count
  }
  return {
    projects: await count('project'),
    scans: await count('scan'),
    findings: await count('finding'),
    dependencies: await count('dependency'),
    exports: await count('sbom_export'),
    tokens: await count('token'),
    auditEvents: await count('audit_event'),
  }
}

/** A deployment by its slug, also one whose deletion was interrupted. */
export const deploymentToDelete = (reader: Reader, slug: string): Promise<MarkedDeployment | undefined> =>
  reader.selectFrom('deployment').select(['id', 'slug', 'name']).where('slug', '=', slug).executeTakeFirst()

/**
 * Deletes a deployment with all its data. It is gone for everyone with the first transaction; its rows are then deleted
 * in small batches, between which other writes run. After an interruption the next start continues.
 * @returns what it contained.
 * @throws HttpError 503 if the service stops meanwhile.
 */
export async function deleteDeployment(
  services: Services,
  deployment: MarkedDeployment,
): Promise<DeploymentContent> {
  const content = await markDeleted(services, deployment.id)
  await services.deployments.refresh()
  services.authenticator.logEndedSessions()
  await services.columns.forget(deployment.id)
  for (const batch of batches) await deleteInBatches(services, deployment.id, batch)
  await deleteAllExports(services, deployment.id)
  await deleteChangeLog(services, deployment.id)
  await deleteRest(services, deployment, content)
  // A request that began before may have loaded columns again.
  await services.columns.forget(deployment.id)
  return content
}

/** Continues deletions that a stop or a crash interrupted. */
export async function resumeDeletions(services: Services): Promise<void> {
  const rows = await services.database.read
    .selectFrom('deployment')
    .select(['id', 'slug', 'name'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('deployment_setting').select('deployment_id').where('name', '=', deletionSetting),
    )
    .execute()
  for (const row of rows) await deleteDeployment(services, row)
}

/**
 * Ends access to a deployment and its jobs, and marks it, so that it is in no list any more.
 * @returns what it contained when it was first marked.
 */
async function markDeleted(services: Services, deploymentId: number): Promise<DeploymentContent> {
  const now = await contentOf(services.database.read, deploymentId)
  return services.change(deploymentId, localOperator.name, async (transaction) => {
    const marked = await readSetting<DeploymentContent>(transaction, deploymentId, deletionSetting)
    if (marked === null) await storeSetting(transaction, deploymentId, deletionSetting, now)
    await transaction
      .updateTable('job')
      .set({ state: 'cancelled', finished_at: services.now() })
      .where('deployment_id', '=', deploymentId)
      .where('finished_at', 'is', null)
      .execute()
    await endExports(transaction, deploymentId, services.now())
    const ofDeployment = transaction
      .selectFrom('token')
      .select('id')
      .where('deployment_id', '=', deploymentId)
    await transaction.deleteFrom('session').where('token_id', 'in', ofDeployment).execute()
    await transaction.deleteFrom('token').where('deployment_id', '=', deploymentId).execute()
    await transaction.deleteFrom('person_role').where('deployment_id', '=', deploymentId).execute()
    await transaction.deleteFrom('webhook').where('deployment_id', '=', deploymentId).execute()
    return marked ?? now
  })
}

/** Deletes at most `limit` rows. @returns how many; 0 at the end. */
type Batch = (transaction: ChangeTransaction, limit: number) => Promise<number>

/** What other rows belong to comes last, so that no deletion cascades to many rows. */
const batches: readonly Batch[] = [
  async (transaction, limit) => deleteFindings(transaction, await idsIn(transaction, 'finding', limit)),
  async (transaction, limit) => {
    const ids = await idsIn(transaction, 'dependency', limit)
    await deleteDependencies(transaction, ids)
    return ids.length
  },
  async (transaction, limit) =>
    deleteScans(transaction, await idsIn(transaction, 'scan', limit), sql<boolean>`true`),
  async (transaction, limit) => {
    const ids = await idsIn(transaction, 'message', limit)
    await transaction
      .deleteFrom('message')
      .where('deployment_id', '=', transaction.deploymentId)
      .where('id', 'in', valuesOf(ids))
      .execute()
    return ids.length
  },
  async (transaction, limit) => {
    // A change has up to some thousand findings.
    const ids = await idsIn(transaction, 'triage_change', Math.ceil(limit / 50))
    await transaction
      .deleteFrom('triage_change')
      .where('deployment_id', '=', transaction.deploymentId)
      .where('id', 'in', valuesOf(ids))
      .execute()
    return ids.length
  },
  async (transaction, limit) => {
    const rows = await transaction
      .selectFrom('job_item')
      .select(['job_id', 'place'])
      .where('deployment_id', '=', transaction.deploymentId)
      .orderBy('job_id')
      .orderBy('place')
      .limit(limit)
      .execute()
    const last = rows.at(-1)
    if (!last) return 0
    await transaction
      .deleteFrom('job_item')
      .where('deployment_id', '=', transaction.deploymentId)
      .where(sql<boolean>`(job_id, place) <= (${last.job_id}, ${last.place})`)
      .execute()
    return rows.length
  },
  (transaction, limit) => deleteAuditBefore(transaction, transaction.deploymentId, never, limit),
]

async function idsIn(
  transaction: ChangeTransaction,
  table: 'finding' | 'dependency' | 'scan' | 'message' | 'triage_change',
  limit: number,
): Promise<number[]> {
  const rows = await transaction
    .selectFrom(table)
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

async function deleteInBatches(services: Services, deploymentId: number, batch: Batch): Promise<void> {
  let size = 100
  for (;;) {
    assertRunning(services)
    const from = performance.now()
    const count = await services.change(deploymentId, localOperator.name, (transaction) =>
      batch(transaction, size),
    )
    if (count === 0) return
    const duration = performance.now() - from
    const ideal = Math.round(size * Math.min(2, targetTime / Math.max(duration, 1)))
    size = Math.min(maxBatchSize, Math.max(minBatchSize, ideal))
    // Lets other requests and writes run.
    await delay(5)
  }
}

/** The number of exports whose files are deleted before their rows. */
const exportsAtOnce = 10

async function deleteAllExports(services: Services, deploymentId: number): Promise<void> {
  for (;;) {
    assertRunning(services)
    const selected = { deploymentId, before: never, limit: exportsAtOnce }
    const ids = await deleteExportFilesBefore(services, selected)
    if (ids.length === 0) return
    await services.change(deploymentId, localOperator.name, (transaction) =>
      deleteExports(transaction, deploymentId, ids),
    )
  }
}

function assertRunning({ stopping }: Services): void {
  if (!stopping.aborted) return
  throw new HttpError(503, 'The service is stopping. Its next start continues the deletion.', {
    headers: { 'retry-after': '5' },
  })
}

/** Deletes the log, whose entries may have a megabyte each; the deletion itself has added many. */
async function deleteChangeLog(services: Services, deploymentId: number): Promise<void> {
  for (;;) {
    assertRunning(services)
    const isDone = await services.record(async (transaction: Writer) => {
      const rows = await transaction
        .selectFrom('change_log')
        .select('number')
        .where('deployment_id', '=', deploymentId)
        .orderBy('number')
        .limit(200)
        .execute()
      const last = rows.at(-1)
      if (!last) return true
      await transaction
        .deleteFrom('change_log')
        .where('deployment_id', '=', deploymentId)
        .where('number', '<=', last.number)
        .execute()
      return false
    })
    if (isDone) return
    await delay(5)
  }
}

/** Deletes the deployment, and by foreign keys what is left: projects, rules, policies, views, settings. */
async function deleteRest(
  services: Services,
  { id, slug, name }: MarkedDeployment,
  content: DeploymentContent,
): Promise<void> {
  await services.record(async (transaction, run) => {
    await passOnInstallationId(transaction, id)
    const deleted = await transaction
      .deleteFrom('deployment')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    // Another process was faster.
    if (!deleted) return
    await recordAudit(transaction, {
      deploymentId: null,
      at: services.now(),
      actor: localOperator.name,
      action: 'deployment.deleted',
      target: slug,
      detail: { id, name, ...content },
    })
    await run.purge()
  })
}
