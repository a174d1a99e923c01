import type { CreateScanAnswer } from '#contract/answers/scans.ts'
import { code, scanStatuses } from '#server/db/codes.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { notFound, Refusal } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { applyReport, type ScanFacts, type ScanReport } from '#server/ingest/public.ts'
import { answerOf, recordImports } from './create.ts'
import { refuseTooMuch } from './refuse-too-much.ts'
import { forgetReports, type StoredReport, storedReport } from './stored-reports.ts'

/**
 * Applies a scan that is held, as it was sent.
 * @throws Refusal 404 for a scan that is not there, 409 for one that is not held any more.
 */
export async function acceptHeldScan(
  services: Services,
  deployment: Deployment,
  actor: string,
  scanId: number | null,
): Promise<CreateScanAnswer> {
  const { read } = services.database
  const id = await demandHeld(read, deployment, scanId)
  const place = { deploymentId: deployment.id, kind: 'held', key: String(id) } as const
  const stored = await storedReport<ScanFacts>(read, place)
  if (!stored) throw notHeld()
  await refuseTooMuch(
    services.change(
      deployment.id,
      actor,
      async (transaction) => {
        await demandHeld(transaction, deployment, id)
        await applyStored(transaction, stored, { actor, scanId: id, now: services.now() })
        await forgetReports(transaction, place)
      },
      { event: 'scan.completed' },
      { event: 'project.changed' },
    ),
  )
  return answerOf(services, read, deployment, [id])
}

async function applyStored(
  transaction: Writer,
  { facts, report }: StoredReport<ScanFacts> & { report: ScanReport },
  by: { actor: string; scanId: number; now: number },
) {
  const now = { ...facts, acceptEmpty: true, now: by.now }
  const scans = await applyReport(transaction, now, report, null, by.scanId)
  await recordImports(transaction, by.actor, now, scans, 'scan.accepted')
}

async function demandHeld(reader: Reader, deployment: Deployment, scanId: number | null): Promise<number> {
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
  if (scan.status !== code(scanStatuses, 'SCAN_STATUS_PENDING') || scan.hold_json === null) throw notHeld()
  return scan.id
}

const notHeld = () =>
  new Refusal(
    409,
    'The scan is no longer held: it was applied, a newer scan was imported, or 7 days have passed.',
  )
