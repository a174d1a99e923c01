import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Database } from '#server/db/database.ts'
import { lastId } from '#server/db/ids.ts'
import { mergeQueueOf } from '#server/db/merge-queue.ts'
import { reviewOffers } from '#server/findings/flaws/offers.ts'
import { referenceRefs, setLatestScan, setRefReturned } from '#server/records/projects/writes.ts'
import { cancelHeldScans, setScanReport, setScanStatus } from '#server/records/scans/writes.ts'
import type { ReportedRun, ReportFormat, ScanReport } from '#server/reports/report/report.ts'
import { RunBuilder } from '#server/reports/report/run-builder.ts'
import type { ReportHead } from '#server/reports/report/stored-report.ts'
import { dependenciesOf, type ImportReport, importReport, noCounts } from '#server/reports/report/summary.ts'
import { formerPaths } from '#server/reports/values/renamed-files.ts'
import { reopenEnded } from '#server/triage/decisions/reopen-ignored.ts'
import { followPrimaryBranch } from '../primary-branch.ts'
import { joinRenamedRows } from '../resolve/renamed-rows.ts'
import { relocateReport } from './checkout.ts'
import { appliedKindOf, isUnreadIn, scanKindOf } from './plan/coverage.ts'
import { writeAliases } from './plan/exclusions.ts'
import { planRun, type RunPlan } from './plan/plan.ts'
import { areCurrent, type EarlierPlans, planBefore } from './plan/plan-before.ts'
import { ownersOfReport, type ReportedOwners } from './plan/reported-owners.ts'
import { prepareRun, type RunTarget } from './run.ts'
import { type ReportPart, reportToFollow, splitReport } from './split-report.ts'
import { type StagedFindings, stageFindings } from './staging/staging.ts'
import { decideHold } from './state/hold.ts'
import { isLate, lateReason } from './state/late-scan.ts'
import type { TriageGroup } from './state/reported-triage.ts'
import { endRetirement } from './state/retirement.ts'
import { readScope, replaceScope } from './state/scope.ts'
import { assignOwners } from './write/assign-owners.ts'
import { partialReason, replaceDependencies } from './write/dependencies.ts'
import { insertNew } from './write/insert-new.ts'
import { defaultBranch, internProject, internRef, internSource } from './write/intern-place.ts'
import { type StoredRename, writeRenames } from './write/rename-rules.ts'
import { ignoredAndActive } from './write/reported-end.ts'
import type { TextChange } from './write/rule-texts.ts'
import { insertScan, instantOf, type ScanFacts, type ScanStatus, timesOf } from './write/scan-row.ts'
import { updateKnown } from './write/update-known.ts'

/** A written scan of one source, and its result. */
export interface AppliedScan {
  scanId: number
  status: ScanStatus
  run: ReportedRun
  report: ImportReport
  triaged: readonly TriageGroup[]
  /** The rules that it shows to be renamed. */
  renamed: readonly StoredRename[]
  /** What it changes in the texts of rules, as its project's findings show them. */
  texts: readonly TextChange[]
  /** Of the project that it belongs to, with its ref. */
  facts: ScanFacts
}

/** The project and ref of a report, and the held scan that it applies. */
interface ReportTarget {
  project: { id: number; url: string | null; created_at: number; primary_branch: string | null }
  ref: { id: number; name: string; is_primary: number; deleted_at: number | null }
  heldScanId: number | null
  /** False for a file without any run. */
  hasRuns: boolean
}

const heldReason = 'held until the scan is applied'

/**
 * Writes the scans, findings and history of a report: one scan for each source. A failed run only adds what it found; one
 * that would fix much without proof of its coverage is held. Runs in the caller's transaction, so that a scan is written
 * completely or not at all.
 * @param prepared the result of `prepareReport`.
 * @param heldScanId the held scan whose report is now applied, which is updated instead of inserted.
 * @param from projects of which this one was split off, on the way to it.
 * @returns the scans in the order of the file, at least one, and then those of projects that were split off.
 * Source: docs/api.md#lifecycle.
 */
export async function applyReport(
  transaction: ChangeTransaction,
  sent: ScanFacts,
  whole: ScanReport,
  prepared: PreparedReport | null,
  heldScanId: number | null = null,
  from: readonly number[] = [],
): Promise<AppliedScan[]> {
  const project = await internProject(transaction, {
    ...sent,
    name: sent.project,
    urlInFile: urlIn(whole),
    since: projectCreatedAt(whole, sent.now),
  })
  const refName = sent.ref ?? project.primary_branch ?? defaultBranch
  const facts = { ...sent, project: project.name, ref: refName }
  const ref = await internRef(transaction, project, refName, facts.now)
  const { own: report, parts } = await splitReport(
    transaction,
    { deploymentId: sent.deploymentId, projectId: project.id },
    from,
    whole,
  )
  // A file without runs reports for no source, so it fixes nothing.
  const hasRuns = report.runs.length > 0
  const runs = hasRuns ? report.runs : [new RunBuilder(sourceUrl(report), null).finish()]
  const isWhole = parts.length === 0
  const staged = (isWhole && prepared?.staged) || null
  const plans =
    prepared && isWhole && (await areCurrent(transaction, prepared.earlier, project.id))
      ? prepared.earlier.plans
      : null
  const applied: AppliedScan[] = []
  for (const run of runs) {
    const earlier = { staged, plan: plans?.get(run), owners: prepared?.owners ?? null }
    const scan = await applyRun(transaction, facts, { project, ref, heldScanId, hasRuns }, run, earlier)
    if (applied.length === 0) {
      // Entries of the file that are not findings are counted in its first scan.
      const findings = runs.reduce((sum, each) => sum + each.findings.length, 0)
      scan.report.read += report.read - findings
      scan.report.left_out.unshift(...report.leftOut)
    }
    await setScanReport(transaction, scan.scanId, scan.report)
    applied.push(scan)
  }
  const own = [...applied]
  applied.push(...(await applyParts(transaction, facts, parts, { from: [...from, project.id], own })))
  const times = own
    .filter(({ status }) => status === 'SCAN_STATUS_COMPLETED')
    .map(({ run }) => timesOf(run, facts).startedAt)
  if (times.length > 0) {
    await setLatestScan(transaction, { projectId: project.id, refId: ref.id }, Math.max(...times))
    if (ref.is_primary === 0 && refName === project.primary_branch)
      await followPrimaryBranch(transaction, project, { actor: null, at: facts.now })
  }
  return applied
}

/** Applies the parts of a report that belong to projects which were split off. */
async function applyParts(
  transaction: ChangeTransaction,
  facts: ScanFacts & { ref: string },
  parts: readonly ReportPart[],
  { from, own }: { from: readonly number[]; own: readonly AppliedScan[] },
): Promise<AppliedScan[]> {
  const isHeld = own.some(({ status }) => status === 'SCAN_STATUS_PENDING')
  const applied: AppliedScan[] = []
  for (const { target, report } of parts) {
    const meta = { ...facts.meta, split_from: facts.project }
    const place = { ...facts, project: target.name, url: null, digest: null, meta }
    const followed = { ...place, projectId: target.id, prefix: target.prefix }
    const part = await reportToFollow(transaction, followed, report, !isHeld)
    if (part) applied.push(...(await applyReport(transaction, place, part, null, null, from)))
  }
  return applied
}

async function applyRun(
  transaction: ChangeTransaction,
  sent: ScanFacts,
  { project, ref, heldScanId, hasRuns }: ReportTarget,
  run: ReportedRun,
  { plan: earlier, ...earlierWork }: EarlierWork & { plan: RunPlan | undefined },
): Promise<AppliedScan> {
  const facts = { ...sent, kind: scanKindOf(run, sent.kind) }
  const sourceId = await internSource(transaction, facts.deploymentId, run.source)
  const refSource = { projectId: project.id, refId: ref.id, sourceId }
  const write = (status: ScanStatus, hold: ReturnType<typeof decideHold> = null) =>
    insertScan(transaction, { facts, run, status, hold, refSource })
  const unapplied = async (
    status: ScanStatus,
    reason: string,
    hold: ReturnType<typeof decideHold> = null,
  ) => {
    const count = run.findings.length + dependenciesOf(run)
    const leftOut = count > 0 ? [{ reason, count }] : []
    const emptyReport = importReport(run, noCounts(), leftOut)
    const applied = { run, report: emptyReport, triaged: [], renamed: [], texts: [], facts: sent }
    return { scanId: await write(status, hold), status, ...applied }
  }
  const status = run.failure === null ? 'SCAN_STATUS_COMPLETED' : 'SCAN_STATUS_ERROR'
  if (run.failure !== null && run.findings.length === 0) return unapplied(status, partialReason)
  const { deploymentId, startedAt } = facts
  if (startedAt !== null && (await isLate(transaction, { ...refSource, deploymentId, startedAt })))
    return unapplied(status, lateReason)
  const kind = hasRuns ? appliedKindOf(run, sent.kind) : 'diff'
  const late = { deploymentId, startedAt, heldScanId }
  const renamedFiles = formerPaths(facts.renamedFiles)
  const plan = earlier ?? (await planRun(transaction, { ...refSource, ...late, kind, renamedFiles }, run))
  const hold =
    facts.acceptEmpty || kind === 'diff'
      ? null
      : decideHold(run, plan, await readScope(transaction, refSource), facts.now)
  if (hold) return unapplied('SCAN_STATUS_PENDING', heldReason, hold)
  if (heldScanId !== null)
    await setScanStatus(transaction, [heldScanId], 'SCAN_STATUS_COMPLETED', { hold_json: null })
  // A run that failed does not replace a full scan that waits to be accepted.
  if (run.failure === null) await discardHeldScans(transaction, refSource)
  if (ref.deleted_at !== null) await setRefReturned(transaction, ref.id, { restored: false })
  if (kind === 'full') await replaceScope(transaction, refSource, run.coverage.scannedPaths)
  const scanId = heldScanId ?? (await write(status))
  const target: RunTarget = {
    ...refSource,
    deploymentId,
    onPrimary: ref.is_primary === 1,
    onMergeQueue: mergeQueueOf(ref.name) !== null,
    scanId,
    kind,
    ...textsOf(project, ref, kind === 'full' && run.failure === null),
    at: instantOf(run, facts),
  }
  await endRetirement(transaction, target)
  const counts = await applyPlan(transaction, { facts, project, target }, run, plan, earlierWork)
  return { scanId, status, run, facts: sent, ...counts }
}

/**
 * Whether what a scan says about rules is that of its project, or kept for when its branch becomes the primary one.
 * @param isWhole whether it is a full scan that did not fail.
 */
function textsOf(project: ReportTarget['project'], ref: ReportTarget['ref'], isWhole: boolean) {
  // A branch that is set as the primary one becomes it with its first full scan.
  const isPrimary = ref.is_primary === 1 || ref.name === project.primary_branch
  const isBranch = ref.name.startsWith('refs/heads/') && mergeQueueOf(ref.name) === null
  return { isProjects: isWhole && isPrimary, isKept: isWhole && !isPrimary && isBranch }
}

/** Writes the changes of a run to findings and dependencies. */
async function applyPlan(
  transaction: ChangeTransaction,
  { facts, project, target }: { facts: ScanFacts; project: ReportTarget['project']; target: RunTarget },
  run: ReportedRun,
  plan: RunPlan,
  { staged, owners }: EarlierWork,
): Promise<Pick<AppliedScan, 'report' | 'triaged' | 'renamed' | 'texts'>> {
  const counts = noCounts()
  const times = { from: project.created_at, until: facts.now }
  const prepared = await prepareRun(transaction, target, run, times, plan.renamedRules)
  const newestBefore = await lastId(transaction, transaction.deploymentId, 'finding')
  const { moved, joined, ended } = await updateKnown(transaction, prepared, plan, counts)
  ended.push(...(await insertNew(transaction, prepared, plan, counts, staged)))
  ended.push(...(await ignoredAndActive(transaction, prepared)))
  await reopenEnded(transaction, ended, facts.now)
  const hasKnownFlaws = plan.newFindings.some((finding) => plan.otherRefMatchOf(finding) !== undefined)
  await assignOwners(transaction, target, { newestBefore, moved, joined, hasKnownFlaws }, owners)
  await writeAliases(transaction, target, plan.aliases)
  if (moved.length > 0 && (await referenceRefs(transaction, target)).has(target.refId))
    await joinRenamedRows(transaction, { ids: moved, scanId: target.scanId, at: target.at })
  const isFull = target.kind === 'full'
  await reviewOffers(transaction, { projectId: target.projectId, scanId: target.scanId, isFull })
  await writeRenames(transaction, target, prepared.renames)
  const renamed = prepared.renames.filter(({ isNew }) => isNew)
  const { leftOut, triaged } = prepared.triage
  if (target.kind === 'full' && run.lockfiles !== null) {
    const { startedAt, commit } = facts
    const dependencyTarget = { ...target, startedAt, commit, url: project.url, unread: isUnreadIn(run) }
    await replaceDependencies(transaction, dependencyTarget, run.lockfiles)
  } else if (dependenciesOf(run) > 0) leftOut.push({ reason: partialReason, count: dependenciesOf(run) })
  const { texts } = prepared
  return { report: importReport(run, counts, leftOut), triaged, renamed, texts }
}

/**
 * The creation time of a project that a report creates: that of its earliest finding if the report is a response of
 * another service, uploaded by somebody who may triage; else now.
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

/** Discards held scans of a source once a newer scan is applied. */
async function discardHeldScans(
  transaction: ChangeTransaction,
  refSource: { projectId: number; refId: number; sourceId: number },
) {
  const heldScans = await cancelHeldScans(transaction, refSource)
  if (heldScans.length === 0) return
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('kind', '=', 'held')
    .where('key', 'in', heldScans.map(String))
    .execute()
}

/** The work on findings that is done before the transaction of their report. */
interface EarlierWork {
  staged: StagedFindings | null
  owners: ReportedOwners | null
}

/** The work on a report that is done before its transaction. */
export interface PreparedReport extends EarlierWork {
  earlier: EarlierPlans
}

/**
 * Makes the paths of a report relative, matches it with the stored findings and with `CODEOWNERS`, and stages the findings
 * of a large one, so that the transaction is short. The caller must discard `staged` afterwards, even after an error.
 */
export async function prepareReport(
  database: Database,
  facts: ScanFacts,
  report: ScanReport,
): Promise<PreparedReport> {
  await relocateReport(database.read, facts, report)
  const at = (run: ReportedRun) => instantOf(run, facts)
  const staged = await stageFindings(database, report.runs, { ...facts, at })
  try {
    // Later runs may match findings of the first one, so they are matched in the transaction.
    const earlier = await planBefore(database, report.runs.slice(0, 1), facts)
    return { staged, earlier, owners: await ownersOfReport(database.read, facts, report) }
  } catch (error) {
    await staged?.discard().catch(() => undefined)
    throw error
  }
}

const formatTools: Record<ReportFormat, string> = {
  snyk: 'Snyk Open Source',
  checkov: 'Checkov',
  spdx: 'SPDX',
  trivy: 'Trivy',
  semgrep: 'Semgrep',
  sarif: 'SARIF',
  findings: 'Findings API',
  cyclonedx: 'CycloneDX',
  grype: 'Grype',
  'npm-audit': 'npm audit',
  gitleaks: 'Gitleaks',
  bandit: 'Bandit',
  'osv-scanner': 'OSV-Scanner',
  trufflehog: 'TruffleHog',
  gitlab: 'GitLab',
  'dependency-check': 'Dependency-Check',
  dependabot: 'Dependabot',
  'code-scanning': 'GitHub code scanning',
  gatehouse: 'unknown tool',
}

/** The source of a report; a file without runs names no tool, only its format. */
export function sourceUrl(report: Pick<ReportHead, 'format' | 'runs'>): {
  tool: string
  category: string | null
} {
  return report.runs[0]?.source ?? { tool: formatTools[report.format], category: null }
}

function urlIn(report: ScanReport): string | null {
  return report.runs.find((run) => run.revision?.repositoryUrl)?.revision?.repositoryUrl ?? null
}
