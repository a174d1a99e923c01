import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Database } from '#server/db/database.ts'
import { setLatestScan } from '#server/projects/writes.ts'
import { cancelHeldScans, setScanReport, setScanStatus } from '#server/scans/writes.ts'
import type { ReportedRun, ReportFormat, ScanReport } from '../report/report.ts'
import { RunBuilder } from '../report/run-builder.ts'
import type { ReportHead } from '../report/stored-report.ts'
import { dependenciesOf, type ImportReport, importReport, noCounts } from '../report/summary.ts'
import { isUnreadIn } from './plan/coverage.ts'
import { writeAliases } from './plan/exclusions.ts'
import { planRun, type RunPlan } from './plan/plan.ts'
import { areCurrent, type EarlierPlans, planBefore } from './plan/plan-before.ts'
import { prepareRun, type RunPlace } from './run.ts'
import { type StagedFindings, stageFindings } from './staging/staging.ts'
import { decideHold } from './state/hold.ts'
import { isLate, lateReason } from './state/late-scan.ts'
import type { TriageGroup } from './state/reported-triage.ts'
import { endRetirement } from './state/retirement.ts'
import { partialReason, replaceDependencies } from './write/dependencies.ts'
import { insertNew } from './write/insert-new.ts'
import { defaultBranch, internProject, internRef, internSource } from './write/intern-place.ts'
import { insertScan, instantOf, type ScanFacts, type ScanStatus, timesOf } from './write/scan-row.ts'
import { updateKnown } from './write/update-known.ts'

/** A scan of one source that was written, and what came of it. */
export interface AppliedScan {
  scanId: number
  status: ScanStatus
  run: ReportedRun
  report: ImportReport
  triaged: readonly TriageGroup[]
}

/** Where the runs of a report belong. */
interface ReportPlace {
  project: { id: number; url: string | null; created_at: number }
  ref: { id: number; is_primary: number }
  heldScanId: number | null
  /** False for a file without any run. */
  speaks: boolean
}

const failedReason = 'from a failed run, which changes nothing'
const heldReason = 'held until the scan is applied'

/**
 * Brings the database up to date with a scan report: one scan for each source in it, their findings and history. A run
 * that failed changes nothing, one that would fix nearly everything without a proof is held.
 * Runs in the caller's transaction, so that a scan is there whole or not at all.
 * @param prepared what was worked out of it by `prepareReport`.
 * @param heldScanId the scan whose report was held and is now applied: it is not written anew.
 * @returns the scans in the order of the file, one at least.
 * Source: docs/api.md#lifecycle.
 */
export async function applyReport(
  transaction: ChangeTransaction,
  facts: ScanFacts,
  report: ScanReport,
  prepared: PreparedReport | null,
  heldScanId: number | null = null,
): Promise<AppliedScan[]> {
  const project = await internProject(transaction, {
    ...facts,
    name: facts.project,
    urlInFile: urlIn(report),
    since: projectCreatedAt(report, facts.now),
  })
  const ref = await internRef(transaction, project, facts.ref ?? project.primary_branch ?? defaultBranch)
  // A file without any run speaks for nobody, and so fixes nothing.
  const speaks = report.runs.length > 0
  const runs = speaks ? report.runs : [new RunBuilder(sourceUrl(report), null).finish()]
  const staged = prepared?.staged ?? null
  const plans =
    prepared && (await areCurrent(transaction, prepared.earlier, project.id)) ? prepared.earlier.plans : null
  const applied: AppliedScan[] = []
  for (const run of runs) {
    const plan = plans?.get(run)
    const scan = await applyRun(transaction, facts, { project, ref, heldScanId, speaks }, run, {
      staged,
      plan,
    })
    if (applied.length === 0) {
      // What the file holds beside its findings is told of its first scan.
      const findings = runs.reduce((sum, each) => sum + each.findings.length, 0)
      scan.report.read += report.read - findings
      scan.report.left_out.unshift(...report.leftOut)
    }
    await setScanReport(transaction, scan.scanId, scan.report)
    applied.push(scan)
  }
  const times = applied
    .filter(({ status }) => status === 'SCAN_STATUS_COMPLETED')
    .map(({ run }) => timesOf(run, facts).startedAt)
  if (times.length > 0)
    await setLatestScan(transaction, { projectId: project.id, refId: ref.id }, Math.max(...times))
  return applied
}

async function applyRun(
  transaction: ChangeTransaction,
  facts: ScanFacts,
  { project, ref, heldScanId, speaks }: ReportPlace,
  run: ReportedRun,
  { staged, plan: earlier }: { staged: StagedFindings | null; plan: RunPlan | undefined },
): Promise<AppliedScan> {
  const sourceId = await internSource(transaction, facts.deploymentId, run.source)
  const place = { projectId: project.id, refId: ref.id, sourceId }
  const write = (status: ScanStatus, hold: ReturnType<typeof decideHold> = null) =>
    insertScan(transaction, { facts, run, status, hold, place })
  const unapplied = async (
    status: ScanStatus,
    reason: string,
    hold: ReturnType<typeof decideHold> = null,
  ) => {
    const count = run.findings.length + dependenciesOf(run)
    const leftOut = count > 0 ? [{ reason, count }] : []
    const emptyReport = importReport(run, noCounts(), leftOut)
    return { scanId: await write(status, hold), status, run, report: emptyReport, triaged: [] }
  }
  if (run.failure !== null) return unapplied('SCAN_STATUS_ERROR', failedReason)
  const { startedAt } = facts
  if (
    startedAt !== null &&
    (await isLate(transaction, { ...place, deploymentId: facts.deploymentId, startedAt }))
  )
    return unapplied('SCAN_STATUS_COMPLETED', lateReason)
  const kind = speaks ? facts.kind : 'diff'
  const plan =
    (kind === facts.kind && earlier) ||
    (await planRun(transaction, { ...place, deploymentId: facts.deploymentId, kind }, run))
  const hold = facts.acceptEmpty || kind === 'diff' ? null : decideHold(run, plan, facts.now)
  if (hold) return unapplied('SCAN_STATUS_PENDING', heldReason, hold)
  if (heldScanId !== null)
    await setScanStatus(transaction, [heldScanId], 'SCAN_STATUS_COMPLETED', { hold_json: null })
  await discardHeldScans(transaction, place)
  const scanId = heldScanId ?? (await write('SCAN_STATUS_COMPLETED'))
  const of: RunPlace = {
    ...place,
    deploymentId: facts.deploymentId,
    onPrimary: ref.is_primary === 1,
    scanId,
    kind,
    at: instantOf(run, facts),
  }
  await endRetirement(transaction, of)
  const counts = await applyPlan(transaction, { facts, project, place: of }, run, plan, staged)
  return { scanId, status: 'SCAN_STATUS_COMPLETED', run, ...counts }
}

/** Writes what a run makes of findings and dependencies. */
async function applyPlan(
  transaction: ChangeTransaction,
  { facts, project, place }: { facts: ScanFacts; project: ReportPlace['project']; place: RunPlace },
  run: ReportedRun,
  plan: RunPlan,
  staged: StagedFindings | null,
): Promise<Pick<AppliedScan, 'report' | 'triaged'>> {
  const counts = noCounts()
  const times = { from: project.created_at, until: facts.now }
  const prepared = await prepareRun(transaction, place, run, times)
  await updateKnown(transaction, prepared, plan, counts)
  await insertNew(transaction, prepared, plan, counts, staged)
  await writeAliases(transaction, place, plan.aliases)
  const { leftOut, triaged } = prepared.triage
  if (place.kind === 'full' && run.lockfiles !== null) {
    const { startedAt, commit } = facts
    const of = { ...place, startedAt, commit, url: project.url, unread: isUnreadIn(run) }
    await replaceDependencies(transaction, of, run.lockfiles)
  } else if (dependenciesOf(run) > 0) leftOut.push({ reason: partialReason, count: dependenciesOf(run) })
  return { report: importReport(run, counts, leftOut), triaged }
}

/**
 * Since when a project exists that a report makes: since its earliest finding, where the report is another service's
 * answer, sent by somebody who may triage; else from now on.
 */
function projectCreatedAt({ runs }: ScanReport, now: number): number {
  let earliest = now
  for (const { findings } of runs) {
    for (const { given: input } of findings)
      if (input?.sentBy && input.createdAt !== null)
        earliest = Math.min(earliest, Date.parse(input.createdAt))
  }
  return earliest
}

/** A newer scan that was applied says more than one that is held. */
async function discardHeldScans(
  transaction: ChangeTransaction,
  place: { projectId: number; refId: number; sourceId: number },
) {
  const heldScans = await cancelHeldScans(transaction, place)
  if (heldScans.length === 0) return
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('kind', '=', 'held')
    .where('key', 'in', heldScans.map(String))
    .execute()
}

/** What was worked out of a report before the transaction that applies it. */
export interface PreparedReport {
  staged: StagedFindings | null
  earlier: EarlierPlans
}

/**
 * Matches a report with what is stored, and puts aside what a large one brings, so that the transaction that applies it
 * is short. `staged` is to be dropped afterwards, whatever comes of it.
 */
export async function prepareReport(
  database: Database,
  facts: ScanFacts,
  report: ScanReport,
): Promise<PreparedReport> {
  const at = (run: ReportedRun) => instantOf(run, facts)
  const staged = await stageFindings(database, report.runs, { ...facts, at })
  try {
    // What a first run writes may be the flaws of the runs after it, which are matched in the transaction.
    return { staged, earlier: await planBefore(database, report.runs.slice(0, 1), facts) }
  } catch (error) {
    await staged?.discard().catch(() => undefined)
    throw error
  }
}

const formatTools: Record<ReportFormat, string> = {
  semgrep: 'Semgrep',
  sarif: 'SARIF',
  findings: 'Findings API',
  cyclonedx: 'CycloneDX',
}

/** The source that stands for a report; a file without any run speaks for no tool, only for its format. */
export function sourceUrl(report: Pick<ReportHead, 'format' | 'runs'>): {
  tool: string
  category: string | null
} {
  return report.runs[0]?.source ?? { tool: formatTools[report.format], category: null }
}

function urlIn(report: ScanReport): string | null {
  return report.runs.find((run) => run.revision?.repositoryUrl)?.revision?.repositoryUrl ?? null
}
