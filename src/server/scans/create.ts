import type { CreateScanAnswer, IngestReport } from '#contract/answers/scans.ts'
import { recordAudit } from '#server/audit/public.ts'
import type { Reader } from '#server/db/database.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { applyReport, type ScanReport, sourceOf, stageReport } from '#server/ingest/public.ts'
import { scanOfSameFile } from './same-file.ts'
import { answeredScan, scanRows } from './scan.ts'
import type { UploadFacts } from './upload-query.ts'

/** Thrown inside the transaction so that nothing of it stays: the same file came in meanwhile. */
class CameBefore extends Error {}

/**
 * Takes over what a scanner's file says.
 * @returns the scan with its report, and whether it was made now; the same file again gives the first scan.
 * Source: API decisions, "Scans".
 */
export async function createScanFrom(
  services: Services,
  deployment: Deployment,
  principal: Principal,
  upload: UploadFacts,
  file: { report: ScanReport; digest: string },
): Promise<{ made: boolean; answer: CreateScanAnswer }> {
  const { report, digest } = file
  const commit = upload.commit ?? report.runs.find((run) => run.revision?.commit)?.revision?.commit ?? null
  const facts = { ...upload, commit, digest, deploymentId: deployment.id, now: services.now() }
  const same = { ...facts, source: sourceOf(report) }
  const read = services.database.read
  const before = await scanOfSameFile(read, same)
  if (before !== null) return { made: false, answer: await answerOf(read, deployment.id, before) }
  const staged = await stageReport(services.database, facts, report)
  try {
    const scanId = await services.change(
      deployment.id,
      async (transaction) => {
        if ((await scanOfSameFile(transaction, same)) !== null) throw new CameBefore()
        const applied = await applyReport(transaction, facts, report, staged)
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at: facts.now,
          actor: principal.name,
          action: 'scan.imported',
          target: facts.project,
          detail: { scanId: applied.scanId, ref: facts.ref, commit, kind: facts.kind, ...applied.report },
        })
        return applied.scanId
      },
      { event: 'scan.completed' },
      { event: 'project.changed' },
    )
    return { made: true, answer: await answerOf(read, deployment.id, scanId) }
  } catch (error) {
    if (!(error instanceof CameBefore)) throw error
    const first = await scanOfSameFile(read, same)
    if (first === null) throw error
    return { made: false, answer: await answerOf(read, deployment.id, first) }
  } finally {
    // It lies in memory alone: the answer must not fail for it.
    await staged?.drop().catch(() => undefined)
  }
}

async function answerOf(reader: Reader, deploymentId: number, scanId: number): Promise<CreateScanAnswer> {
  const row = await scanRows(reader, deploymentId).where('scan.id', '=', scanId).executeTakeFirstOrThrow()
  // parse: the column holds the report of the scan, written by us.
  const report = JSON.parse(row.report_json ?? '{}') as IngestReport
  return { ...answeredScan(row), report }
}
