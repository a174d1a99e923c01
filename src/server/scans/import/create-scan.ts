import type { CreateScanAnswer, IngestReport } from '#contract/responses/scans.ts'
import { recordAudit, recordAudits } from '#server/audit/audit-log.ts'
import { type ImportOutcome, type ImportReport, imports } from '#server/base/telemetry/events.ts'
import type { ChangeEvent } from '#server/changes/change-services.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, scanStatuses } from '#server/db/codes.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import type { ScanReport } from '#server/reports/report/report.ts'
import { type EncodedReport, encodeReport } from '#server/reports/report/stored-report.ts'
import { sumReports } from '#server/reports/report/summary.ts'
import { withoutSecretsOf } from '#server/reports/secrets/known-hashes.ts'
import { type AppliedScan, applyReport, prepareReport, sourceUrl } from '../lifecycle/lifecycle.ts'
import type { ScanFacts } from '../lifecycle/write/scan-row.ts'
import { type ScanRow, scanRows, toScan } from '../list/scan.ts'
import { assertReportSize } from '../upload/report-size.ts'
import type { UploadFacts } from '../upload/upload-query.ts'
import { deleteExpiredReports } from './expired-reports.ts'
import { followMostProjects } from './majority-texts.ts'
import { outcomeOf, reportOf } from './outcome.ts'
import { recordTexts } from './record-texts.ts'
import { scansOfSameFile } from './same-file.ts'
import { storeReport } from './stored-reports.ts'

/** Thrown to roll back the transaction: the same file was imported meanwhile. */
class AlreadyImported extends Error {}

/** Thrown to roll back the transaction of a dry run. */
class DryRun extends Error {
  readonly response: CreateScanAnswer
  constructor(response: CreateScanAnswer) {
    super()
    this.response = response
  }
}

/** A parsed file: its report, and the SHA-256 of its bytes. */
export interface ReadFile {
  report: EncodedReport
  digest: string
}

/** The facts of a scan, from the query and the file. Instants are milliseconds since 1970. */
export function factsOf(
  deployment: Deployment,
  upload: UploadFacts,
  { report, digest }: ReadFile,
  now: number,
): ScanFacts {
  const commit =
    upload.commit ?? report.head.runs.find((run) => run.revision?.commit)?.revision?.commit ?? null
  const { project, url, ref, kind, renamedFiles, startedAt, acceptEmpty } = upload
  // A commit title may contain the token that the commit removes.
  const cleanMeta = withoutSecretsOf(report.head, deployment.secret_salt)
  const meta = Object.fromEntries(
    Object.entries(upload.meta).map(([key, value]) => [
      key,
      typeof value === 'string' ? cleanMeta(value) : value,
    ]),
  )
  return {
    project,
    url,
    ref,
    commit,
    kind,
    renamedFiles,
    startedAt,
    meta,
    acceptEmpty,
    digest,
    deploymentId: deployment.id,
    now,
  }
}

/**
 * Imports a scanner's report.
 * @param more.dryRun stores nothing; the response contains the expected result.
 * @param more.runInTransaction runs in the transaction of the import.
 * @param more.events further events to send.
 * @returns the scan of the first source with the report of all, and whether it is new: a repeated file returns the scan
 * that it created before. Source: docs/api.md#scans.
 */
export function createScanFrom(
  services: Services,
  deployment: Deployment,
  actor: string,
  facts: ScanFacts,
  report: ScanReport,
  more: CreateScanOptions = {},
): Promise<CreatedScan> {
  const telemetry: ImportReport = { startedAt: performance.now(), outcome: null }
  return imports.tracePromise(async () => {
    const created = await createScan(services, deployment, actor, facts, report, more)
    telemetry.outcome = outcomeLabel(created, more.dryRun)
    return created
  }, telemetry)
}

const importEvents: readonly ChangeEvent[] = [{ event: 'scan.completed' }, { event: 'project.changed' }]

interface CreateScanOptions {
  dryRun?: boolean
  runInTransaction?: (
    transaction: ChangeTransaction,
    scanIds: readonly number[],
    repeated: boolean,
  ) => Promise<void>
  events?: readonly ChangeEvent[]
}

interface CreatedScan {
  isNew: boolean
  response: CreateScanAnswer
}

function outcomeLabel({ isNew, response }: CreatedScan, dryRun = false): ImportOutcome {
  if (dryRun) return 'dry_run'
  if (!isNew) return 'repeated'
  if (response.hold !== null) return 'held'
  return response.status === 'SCAN_STATUS_ERROR' ? 'failed_scan' : 'imported'
}

async function createScan(
  services: Services,
  deployment: Deployment,
  actor: string,
  facts: ScanFacts,
  report: ScanReport,
  more: CreateScanOptions,
): Promise<CreatedScan> {
  const sources = report.runs.length > 0 ? report.runs.map((run) => run.source) : [sourceUrl(report)]
  const same = { ...facts, digest: facts.digest ?? '', sources }
  const { read } = services.database
  const { events = [] } = more
  const repeated = (scans: number[]) => repeatScans(services, deployment, actor, scans, more)
  const previousScans = await scansOfSameFile(read, same)
  if (previousScans !== null) return repeated(previousScans)
  const prepared = await assertReportSize(prepareReport(services.database, facts, report))
  const work = async (transaction: ChangeTransaction) => {
    if ((await scansOfSameFile(transaction, same)) !== null) throw new AlreadyImported()
    await deleteExpiredReports(transaction, deployment.id, facts.now)
    const scans = await applyReport(transaction, facts, report, prepared)
    await storeHeldScans(transaction, report, scans)
    await recordImports(transaction, actor, facts, scans)
    const ids = scans.map(({ scanId }) => scanId)
    if (more.dryRun) throw new DryRun(await toCreateScanResponse(services, transaction, deployment, ids))
    await more.runInTransaction?.(transaction, ids, false)
    return { ids, texts: scans.flatMap(({ texts }) => texts) }
  }
  try {
    const { ids, texts } = await assertReportSize(
      services.change(deployment.id, actor, work, ...importEvents, ...events),
    )
    services.jobs.wake('job') // Owners that take long to find.
    await followMostProjects(services, deployment, actor, texts)
    return { isNew: true, response: await toCreateScanResponse(services, read, deployment, ids) }
  } catch (error) {
    if (error instanceof DryRun) return { isNew: false, response: error.response }
    if (!(error instanceof AlreadyImported)) throw error
    const first = await scansOfSameFile(read, same)
    if (first === null) throw error
    return repeated(first)
  } finally {
    // Staged data is in memory only, so a failure to discard it must not fail the response.
    await prepared.staged?.discard().catch(() => undefined)
  }
}

/** Answers a file with the scans that it made before. */
async function repeatScans(
  services: Services,
  deployment: Deployment,
  actor: string,
  scans: readonly number[],
  { runInTransaction, events = [] }: CreateScanOptions,
): Promise<CreatedScan> {
  if (runInTransaction)
    await services.change(
      deployment.id,
      actor,
      (transaction) => runInTransaction(transaction, scans, true),
      ...events,
    )
  const { read } = services.database
  return { isNew: false, response: await toCreateScanResponse(services, read, deployment, scans, true) }
}

/** Stores the reports of held scans. */
async function storeHeldScans(transaction: Writer, report: ScanReport, scans: readonly AppliedScan[]) {
  for (const { scanId, status, run, facts } of scans) {
    if (status !== 'SCAN_STATUS_PENDING') continue
    const { content } = await encodeReport({ ...report, runs: [run], leftOut: [] })
    const row = await transaction
      .selectFrom('scan')
      .select('hold_json')
      .where('deployment_id', '=', facts.deploymentId)
      .where('id', '=', scanId)
      .executeTakeFirstOrThrow()
    const { hold } = outcomeOf({ ...row, coverage_json: null, errors_json: null })
    await storeReport(
      transaction,
      { deploymentId: facts.deploymentId, kind: 'held', key: String(scanId) },
      { facts, content, now: facts.now, expiresAt: Date.parse(hold?.expires_at ?? '') || facts.now },
    )
  }
}

/** Records in the audit log who sent which file, the result, and who triaged through it. */
export async function recordImports(
  transaction: Writer,
  actor: string,
  facts: ScanFacts,
  scans: readonly AppliedScan[],
  action = 'scan.imported',
): Promise<void> {
  const [first] = scans
  await recordAudit(transaction, {
    deploymentId: facts.deploymentId,
    at: facts.now,
    actor,
    action,
    target: facts.project,
    detail: {
      scanId: first?.scanId,
      ref: facts.ref,
      commit: facts.commit,
      kind: facts.kind,
      ...(facts.acceptEmpty ? { acceptEmpty: true } : {}),
      ...sumReports(scans.map(({ report }) => report)),
    },
  })
  await recordAudits(
    transaction,
    scans.flatMap(({ scanId, run, renamed }) =>
      renamed.map(({ from, to }) => ({
        deploymentId: facts.deploymentId,
        at: facts.now,
        actor,
        action: 'rule.renamed',
        target: to.path,
        detail: { from: from.path, to: to.path, project: facts.project, ...run.source, scanId },
      })),
    ),
  )
  await recordTexts(transaction, actor, facts, scans)
  const triaged = scans.flatMap((scan) => scan.triaged.map((each) => ({ ...each, scanId: scan.scanId })))
  await recordAudits(
    transaction,
    triaged.map(({ by, type, state, reason, count, scanId }) => ({
      deploymentId: facts.deploymentId,
      at: facts.now,
      actor: by.actor,
      action: 'findings.triaged',
      target: facts.project,
      detail: {
        issue_type: type,
        count,
        to: state === 'untriaged' ? null : state,
        reason,
        scanId,
        file: by.file,
      },
    })),
  )
}

/** The response to a file: its first scan, with all its scans and the sum of their reports. */
export async function toCreateScanResponse(
  services: Services,
  reader: Reader,
  deployment: Deployment,
  scanIds: readonly number[],
  repeated = false,
): Promise<CreateScanAnswer> {
  const rows = await scanRows(reader, deployment.id)
    .where('scan.id', 'in', scanIds)
    .orderBy('scan.id')
    .execute()
  const own = rows.filter(({ project_id: id }) => id === rows[0]?.project_id)
  // With several sources, prefer a scan that is held, since it needs attention.
  const row = own.find(({ hold_json }) => hold_json !== null) ?? own[0]
  if (!row) throw new Error('a file makes a scan at least')
  const urlOf = (id: number) => `${services.publicUrl()}/d/${deployment.slug}/scans/${id}`
  const sources = await reader
    .selectFrom('scan_source')
    .select(['id', 'tool', 'category'])
    .where('deployment_id', '=', deployment.id)
    .where('id', 'in', valuesOf([...new Set(rows.map((each) => each.source_id))]))
    .execute()
  const sourceOf = new Map(sources.map((source) => [source.id, source]))
  const scans = rows.map((each) => ({
    id: each.id,
    url: urlOf(each.id),
    project: each.project_name,
    tool: sourceOf.get(each.source_id)?.tool ?? null,
    category: sourceOf.get(each.source_id)?.category || null,
    status: fromCode(scanStatuses, each.status),
    report: assertReport(each),
  }))
  return {
    ...toScan(row),
    status: fromCode(scanStatuses, row.status),
    url: urlOf(row.id),
    repeated,
    report: sumReports(scans.map(({ report }) => report)),
    scans,
    ...outcomeOf(row),
  }
}

function assertReport(row: ScanRow): IngestReport {
  const report = reportOf(row)
  if (report === null) throw new Error(`the scan ${row.id} has no report`)
  return report
}
