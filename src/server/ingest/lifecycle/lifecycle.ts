import { code, scanKinds, scanStatuses } from '#server/db/codes.ts'
import type { Database, Writer } from '#server/db/database.ts'
import type { ReportedProduct, ReportedRun, ScanReport } from '../report.ts'
import { RunBuilder } from '../run-builder.ts'
import { dependenciesOf, type ImportReport, importReport, type LifecycleCounts } from '../summary.ts'
import { partialReason, replaceDependencies } from './dependencies.ts'
import { isPresent } from './given-standing.ts'
import { internProject, internRef, internSource, usualBranch } from './intern-place.ts'
import { updateKnown } from './known.ts'
import { isLate, lateReason } from './late-scan.ts'
import { insertNew } from './new.ts'
import { unreadIn } from './rules.ts'
import { prepareRun, type RunPlace } from './run.ts'
import { type Staged, stageFindings } from './staging.ts'

/** What is said of a scan beside its report. Instants are milliseconds since 1970. */
export interface ScanFacts {
  deploymentId: number
  /** Name of the project, made where it is not there. */
  project: string
  url: string | null
  /** A whole ref such as `refs/heads/main`; null for the primary branch. */
  ref: string | null
  commit: string | null
  kind: 'full' | 'diff'
  /** Given where an older scan is sent later; its findings then date from it. */
  startedAt: number | null
  /** The Scan's `meta` without branch, commit and repository. */
  meta: Record<string, unknown>
  digest: string | null
  now: number
}

export interface AppliedScan {
  scanId: number
  report: ImportReport
}

/**
 * Brings the database up to date with a scan report: one scan for each source in it, their findings and history.
 * Runs in the caller's transaction, so that a scan is there whole or not at all.
 * @param staged what was put aside of it by `stageReport`.
 * @returns the first source's scan, and what came of all of them.
 * Source: API decisions, "Findings" (Lifecycle), "Rules and policies", "Scans".
 */
export async function applyReport(
  transaction: Writer,
  facts: ScanFacts,
  report: ScanReport,
  staged: Staged | null,
): Promise<AppliedScan> {
  const project = await internProject(transaction, {
    ...facts,
    name: facts.project,
    urlInFile: urlIn(report),
  })
  const ref = await internRef(transaction, project, facts.ref ?? project.primary_branch ?? usualBranch)
  const counts: LifecycleCounts = { new: 0, fixed: 0, unchanged: 0, reopened: 0 }
  const runs = report.runs.length > 0 ? report.runs : [new RunBuilder(sourceOf(report), null).finish()]
  let firstScan: number | null = null
  let latest = 0
  const leftOut = [...report.leftOut]
  for (const run of runs) {
    const sourceId = await internSource(transaction, facts.deploymentId, run.source)
    const times = timesOf(run, facts)
    latest = Math.max(latest, times.startedAt)
    const late =
      facts.startedAt !== null &&
      (await isLate(transaction, { refId: ref.id, sourceId, startedAt: facts.startedAt }))
    const scanId = await insertScan(transaction, {
      facts,
      run,
      times,
      place: { projectId: project.id, refId: ref.id, sourceId },
      first: firstScan === null,
    })
    firstScan ??= scanId
    if (late) {
      const said = run.findings.length + dependenciesOf(run)
      if (said > 0) leftOut.push({ reason: lateReason, count: said })
      continue
    }
    const place: RunPlace = {
      deploymentId: facts.deploymentId,
      projectId: project.id,
      refId: ref.id,
      onPrimary: ref.is_primary === 1,
      sourceId,
      scanId,
      // A file without any run speaks for nobody, and so fixes nothing.
      kind: report.runs.length > 0 ? facts.kind : 'diff',
      at: instantOf(run, facts),
    }
    const prepared = await prepareRun(transaction, place, run)
    const known = await updateKnown(transaction, prepared, counts)
    counts.new += await insertNew(transaction, prepared, known, staged)
    if (place.kind === 'full' && run.executionSuccessful !== false && run.lockfiles !== null) {
      const { startedAt, commit } = facts
      const of = { ...place, startedAt, commit, url: project.url, unread: unreadIn(run) }
      await replaceDependencies(transaction, of, run.lockfiles)
    } else if (dependenciesOf(run) > 0) {
      leftOut.push({ reason: partialReason, count: dependenciesOf(run) })
    }
  }
  await transaction
    .updateTable('project')
    .set({ latest_scan_at: Math.max(latest, project.latest_scan_at ?? 0) })
    .where('id', '=', project.id)
    .execute()
  await transaction
    .updateTable('ref')
    .set({ latest_scan_at: Math.max(latest, ref.latest_scan_at ?? 0) })
    .where('id', '=', ref.id)
    .execute()
  if (firstScan === null) throw new Error('a report has a run at least')
  const said = importReport({ ...report, leftOut }, counts)
  await transaction
    .updateTable('scan')
    .set({ report_json: JSON.stringify(said) })
    .where('id', '=', firstScan)
    .execute()
  return { scanId: firstScan, report: said }
}

/**
 * Puts aside what a large report brings, so that the transaction that applies it is short; null where it is not large.
 * To be dropped afterwards, whatever comes of it.
 */
export function stageReport(
  database: Database,
  facts: ScanFacts,
  report: ScanReport,
): Promise<Staged | null> {
  const at = (run: ReportedRun) => instantOf(run, facts)
  return stageFindings(database, report.runs, { ...facts, at })
}

const formatTools = {
  semgrep: 'Semgrep',
  sarif: 'SARIF',
  findings: 'Findings API',
  cyclonedx: 'CycloneDX',
} as const

/** The source that stands for a report; a file without any run speaks for no tool, only for its format. */
export function sourceOf(report: ScanReport): { tool: string; category: string | null } {
  return report.runs[0]?.source ?? { tool: formatTools[report.format], category: null }
}

function urlIn(report: ScanReport): string | null {
  return report.runs.find((run) => run.revision?.repositoryUrl)?.revision?.repositoryUrl ?? null
}

/** Clients ask for what is new since they last asked, so that a finding dates from its arrival here. */
const instantOf = (run: ReportedRun, facts: ScanFacts) =>
  facts.startedAt === null ? facts.now : timesOf(run, facts).completedAt

/** When the run was: as it was given, else as the file says, else now; never in the future. */
function timesOf(
  run: ReportedRun,
  facts: ScanFacts,
): { startedAt: number; completedAt: number; total: number | null } {
  const instant = (text: string | null) => (text === null ? null : Math.min(Date.parse(text), facts.now))
  const [began, ended] = [instant(run.startedAt), instant(run.completedAt)]
  const took = began !== null && ended !== null && ended >= began ? ended - began : null
  const startedAt = facts.startedAt ?? began ?? ended ?? facts.now
  return {
    startedAt,
    completedAt: Math.min(startedAt + (took ?? 0), facts.now),
    total: took === null ? null : Math.round(took / 1000),
  }
}

const productNames: Record<ReportedProduct, string> = {
  code: 'PRODUCT_SAST',
  supplyChain: 'PRODUCT_SCA',
  secret: 'PRODUCT_SECRETS',
}

async function insertScan(
  transaction: Writer,
  scan: {
    facts: ScanFacts
    run: ReportedRun
    times: ReturnType<typeof timesOf>
    place: { projectId: number; refId: number; sourceId: number }
    /** The file is told again by its first scan. */
    first: boolean
  },
): Promise<number> {
  const { facts, run, times, place, first } = scan
  const found = { code: 0, supplyChain: 0, secret: 0 }
  for (const finding of run.findings) if (isPresent(finding)) found[finding.kind] += 1
  const products = new Set<ReportedProduct>(run.findings.map((finding) => finding.kind))
  for (const rule of run.rules) products.add(rule.product)
  if (run.lockfiles !== null) products.add('supplyChain')
  if (products.size === 0) products.add('code')
  const { id } = await transaction
    .insertInto('scan')
    .values({
      deployment_id: facts.deploymentId,
      project_id: place.projectId,
      ref_id: place.refId,
      source_id: place.sourceId,
      kind: code(scanKinds, facts.kind),
      status: code(
        scanStatuses,
        run.executionSuccessful === false ? 'SCAN_STATUS_ERROR' : 'SCAN_STATUS_COMPLETED',
      ),
      started_at: times.startedAt,
      completed_at: times.completedAt,
      enabled_products_json: JSON.stringify([...products].map((product) => productNames[product])),
      exit_code: run.exitCode,
      has_logs: 0,
      findings_code: found.code,
      findings_supply_chain: found.supplyChain,
      findings_secrets: found.secret,
      total_time: times.total,
      commit: facts.commit,
      meta_json: JSON.stringify({ ...facts.meta, config: configOf(run) }),
      file_digest: first ? facts.digest : null,
      report_json: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What ran: the tool, its version, the category. */
function configOf({ tool, source }: ReportedRun): string {
  const parts = [tool.name, tool.version, source.category && `(${source.category})`]
  return parts.filter((part) => part).join(' ')
}
