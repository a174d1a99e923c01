import type { Selectable } from 'kysely'
import type { ImportAnswer } from '#contract/responses/scans.ts'
import type { ChangeEvent } from '#server/changes/change-services.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { JobTable } from '#server/db/triage-tables.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import type { Lease } from '#server/jobs/job-queue.ts'
import { holdLease } from '#server/jobs/lease.ts'
import type { EncodedReport } from '#server/reports/report/stored-report.ts'
import type { ScanFacts } from '../lifecycle/write/scan-row.ts'
import { createScanFrom, toCreateScanResponse } from './create-scan.ts'
import { deleteReports, storeReport, withStoredReport } from './stored-reports.ts'

export type ImportJob = Selectable<JobTable>

const reportKeyOf = (deploymentId: number, jobId: number) =>
  ({ deploymentId, kind: 'import', key: String(jobId) }) as const

/**
 * Creates a job for a parsed upload. The job survives a crash and keeps its result.
 * @param within runs in the same transaction.
 * @returns the id of the job. The caller wakes the job runner.
 */
export async function createImportJob(
  services: Services,
  deployment: Deployment,
  actor: string,
  facts: ScanFacts,
  { head, content }: EncodedReport,
  within: (transaction: Writer) => Promise<void>,
): Promise<number> {
  const event: ChangeEvent = { event: 'job.changed' }
  return services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const id = await takeId(transaction, deployment.id, 'job')
      await transaction
        .insertInto('job')
        .values({
          deployment_id: deployment.id,
          id,
          kind: 'import',
          state: 'queued',
          actor,
          at: facts.now,
          after_change: 0,
          type: toCode(findingTypes, 'sast'),
          note: facts.project,
          total: head.read,
          done: 0,
          skipped_json: '[]',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const reportKey = reportKeyOf(deployment.id, id)
      await storeReport(transaction, reportKey, { facts, content, now: facts.now, expiresAt: facts.now })
      await within(transaction)
      event.id = String(id)
      return id
    },
    event,
  )
}

/**
 * Imports the report of a job once, when it is its turn: the job ends in the same transaction, unless it was cancelled.
 * @throws HttpError 409 if its report is gone.
 */
export async function runImportJob(services: Services, lease: Lease, job: ImportJob): Promise<void> {
  const deployment = services.deployments.find(String(job.deployment_id))
  if (!deployment) throw new Error(`there is no deployment ${job.deployment_id}`)
  const reportKey = reportKeyOf(job.deployment_id, job.id)
  const event: ChangeEvent = { event: 'job.changed', id: String(job.id) }
  await withStoredReport(services, reportKey, services.stopping, async (stored) => {
    await services.change(
      deployment.id,
      job.actor,
      (transaction) =>
        updateJob(services, transaction, lease, {
          state: 'running',
          started_at: job.started_at ?? services.now(),
        }),
      event,
    )
    if (!stored) throw new HttpError(409, 'The file of this import is no longer available. Upload it again.')
    await createScanFrom(services, deployment, job.actor, stored.facts, stored.report, {
      events: [event],
      async runInTransaction(transaction, scanIds, repeated) {
        await updateJob(services, transaction, lease, {
          state: 'done',
          done: job.total,
          finished_at: services.now(),
          result_json: JSON.stringify({ scan_id: scanIds[0], scan_ids: scanIds, repeated }),
        })
        await deleteReports(transaction, reportKey)
      },
    })
  })
}

async function updateJob(
  services: Services,
  transaction: Writer,
  lease: Lease,
  set: Partial<ImportJob>,
): Promise<void> {
  await holdLease(transaction, lease, services.now())
  await transaction
    .updateTable('job')
    .set(set)
    .where('deployment_id', '=', lease.deploymentId)
    .where('id', '=', lease.id)
    .execute()
}

/** The progress of an upload that continues as a job. @throws HttpError 404 if there is no such import job. */
export async function readImport(
  services: Services,
  deployment: Deployment,
  id: string,
): Promise<ImportAnswer> {
  const reader = services.database.read
  const row = await reader
    .selectFrom('job')
    .selectAll()
    .where('id', '=', ownId(id) ?? -1)
    .where('deployment_id', '=', deployment.id)
    .where('kind', '=', 'import')
    .executeTakeFirst()
  if (!row) throw notFound('import')
  return {
    id: String(row.id),
    state: row.state,
    error: row.error,
    at: new Date(row.at).toISOString(),
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    location: `/api/v1/deployments/${deployment.id}/imports/${row.id}`,
    scan: await scanOf(services, reader, deployment, row),
  }
}

async function scanOf(services: Services, reader: Reader, deployment: Deployment, row: ImportJob) {
  if (row.result_json === null) return null
  // parse: our own column, written above.
  const { scan_ids, repeated } = parseStored<{ scan_ids: number[]; repeated: boolean }>(row.result_json)
  const kept = await reader
    .selectFrom('scan')
    .select('id')
    .where('deployment_id', '=', deployment.id)
    .where('id', 'in', scan_ids)
    .execute()
  // Superseded scans are deleted after their retention period.
  if (kept.length === 0) return null
  return toCreateScanResponse(services, reader, deployment, scan_ids, repeated)
}
