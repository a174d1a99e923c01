import type { CreateScanAnswer } from '#contract/responses/scans.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { applyReport } from '../lifecycle/lifecycle.ts'
import { assertReportSize } from '../upload/report-size.ts'
import { recordImports, toCreateScanResponse } from './create-scan.ts'
import { followMostProjects } from './majority-texts.ts'
import { deleteReports, type StoredReport, withStoredReport } from './stored-reports.ts'

/**
 * Applies a held scan. @param gone the client has gone, and leaves the queue of large reports
 * @throws HttpError 404 if there is no such scan, 409 if it is no longer held.
 */
export async function acceptHeldScan(
  services: Services,
  deployment: Deployment,
  actor: string,
  scanId: number | null,
  gone: AbortSignal,
): Promise<CreateScanAnswer> {
  const { read } = services.database
  const id = await assertHeld(read, deployment, scanId)
  const reportKey = { deploymentId: deployment.id, kind: 'held', key: String(id) } as const
  const apply = async (stored: StoredReport | undefined) => {
    if (!stored) throw notHeldError()
    return assertReportSize(
      services.change(
        deployment.id,
        actor,
        async (transaction) => {
          await assertHeld(transaction, deployment, id)
          const applied = await applyStoredReports(transaction, stored, {
            actor,
            scanId: id,
            now: services.now(),
          })
          await deleteReports(transaction, reportKey)
          return applied
        },
        { event: 'scan.completed' },
        { event: 'project.changed' },
      ),
    )
  }
  const scans = await withStoredReport(services, reportKey, gone, apply)
  await followMostProjects(
    services,
    deployment,
    actor,
    scans.flatMap(({ texts }) => texts),
  )
  services.jobs.wake('job')
  return toCreateScanResponse(services, read, deployment, [id])
}

async function applyStoredReports(
  transaction: ChangeTransaction,
  { facts, report }: StoredReport,
  context: { actor: string; scanId: number; now: number },
) {
  const now = { ...facts, acceptEmpty: true, now: context.now }
  const scans = await applyReport(transaction, now, report, null, context.scanId)
  await recordImports(transaction, context.actor, now, scans, 'scan.accepted')
  return scans
}

async function assertHeld(reader: Reader, deployment: Deployment, scanId: number | null): Promise<number> {
  const scan =
    scanId === null
      ? undefined
      : await reader
          .selectFrom('scan')
          .select(['id', 'status', 'hold_json'])
          .where('id', '=', scanId)
          .where('deployment_id', '=', deployment.id)
          .executeTakeFirst()
  if (!scan) throw notFound('scan')
  if (scan.status !== toCode(scanStatuses, 'SCAN_STATUS_PENDING') || scan.hold_json === null)
    throw notHeldError()
  return scan.id
}

const notHeldError = () =>
  new HttpError(
    409,
    'The scan is no longer held: it was applied, a newer scan was imported, or 7 days have passed.',
  )
