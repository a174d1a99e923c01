import type { ScanCoverage, ScanHold } from '#contract/responses/scans.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import { insertScanRow } from '#server/records/scans/writes.ts'
import type { ReportedProduct, ReportedRun } from '#server/reports/report/report.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import { isPresent } from '../state/reported-state.ts'

/** The facts of a scan in addition to its report. Instants are milliseconds since 1970. */
export interface ScanFacts {
  deploymentId: number
  /** Name of the project, which is created if it does not exist. */
  project: string
  url: string | null
  /** A full ref such as `refs/heads/main`; null for the primary branch. */
  ref: string | null
  commit: string | null
  kind: 'full' | 'diff'
  /** The files that version control knows under other paths on the base; none where the client does not say. */
  renamedFiles: readonly RenamedFile[]
  /** Set if an older scan is uploaded later; its findings are then dated by it. */
  startedAt: number | null
  /** The `meta` of the API's Scan object, without branch, commit and repository. */
  meta: Record<string, unknown>
  /** SHA-256 of the file, or of its parts together. */
  digest: string | null
  /** Whether to apply a scan that would otherwise be held. */
  acceptEmpty: boolean
  now: number
}

/** The final status of a scan: applied, failed with the tool's own errors, or held until somebody confirms it. */
export type ScanStatus = 'SCAN_STATUS_COMPLETED' | 'SCAN_STATUS_ERROR' | 'SCAN_STATUS_PENDING'

export interface ScanTimes {
  startedAt: number
  completedAt: number
  /** Seconds. */
  total: number | null
}

/** A finding is dated by its upload, because clients poll for findings that are new since their last request. */
export const instantOf = (run: ReportedRun, facts: ScanFacts): number =>
  facts.startedAt === null ? facts.now : timesOf(run, facts).completedAt

/** The times of the run: as given in the request, else from the file, else now; never in the future. */
export function timesOf(run: ReportedRun, facts: Pick<ScanFacts, 'startedAt' | 'now'>): ScanTimes {
  const instant = (text: string | null) => (text === null ? null : Math.min(Date.parse(text), facts.now))
  const [began, ended] = [instant(run.startedAt), instant(run.completedAt)]
  const duration = began !== null && ended !== null && ended >= began ? ended - began : null
  const startedAt = facts.startedAt ?? began ?? ended ?? facts.now
  return {
    startedAt,
    completedAt: Math.min(startedAt + (duration ?? 0), facts.now),
    total: duration === null ? null : Math.round(duration / 1000),
  }
}

const productNames: Record<ReportedProduct, string> = {
  code: 'PRODUCT_SAST',
  supplyChain: 'PRODUCT_SCA',
  secret: 'PRODUCT_SECRETS',
}

/** Inserts the scan of one source. @returns its id. */
export async function insertScan(
  transaction: ChangeTransaction,
  scan: {
    facts: ScanFacts
    run: ReportedRun
    status: ScanStatus
    hold: ScanHold | null
    refSource: { projectId: number; refId: number; sourceId: number }
  },
): Promise<number> {
  const { facts, run, status, hold, refSource } = scan
  const times = timesOf(run, facts)
  const counts = { code: 0, supplyChain: 0, secret: 0 }
  for (const finding of run.findings) if (isPresent(finding)) counts[finding.kind] += 1
  return insertScanRow(transaction, {
    project_id: refSource.projectId,
    ref_id: refSource.refId,
    source_id: refSource.sourceId,
    kind: toCode(scanKinds, facts.kind),
    status: toCode(scanStatuses, status),
    started_at: times.startedAt,
    completed_at: times.completedAt,
    enabled_products_json: JSON.stringify(productsOf(run).map((product) => productNames[product])),
    exit_code: run.exitCode,
    has_logs: 0,
    findings_code: counts.code,
    findings_supply_chain: counts.supplyChain,
    findings_secrets: counts.secret,
    total_time: times.total,
    commit: facts.commit,
    meta_json: JSON.stringify({ ...facts.meta, config: configOf(run) }),
    file_digest: facts.digest,
    report_json: null,
    coverage_json: JSON.stringify(coverageOf(run)),
    errors_json: JSON.stringify({ failure: run.failure, errors: run.errors }),
    hold_json: hold && JSON.stringify(hold),
  })
}

function productsOf(run: ReportedRun): ReportedProduct[] {
  const products = new Set<ReportedProduct>(run.findings.map((finding) => finding.kind))
  for (const rule of run.rules) products.add(rule.product)
  if (run.lockfiles !== null) products.add('supplyChain')
  if (products.size === 0) products.add('code')
  return [...products]
}

/** The numbers of files and rules that were scanned. */
function coverageOf({ coverage, rules }: ReportedRun): ScanCoverage {
  const failedFiles = coverage.failedParts.filter(({ rule, lines }) => rule === null && lines === null)
  const failed = new Set(failedFiles.map(({ path }) => path))
  const partial = new Set(coverage.failedParts.map(({ path }) => path).filter((path) => !failed.has(path)))
  return {
    files: coverage.scannedPaths?.length ?? null,
    skipped_files: coverage.skippedPaths.length,
    failed_files: failed.size,
    partial_files: partial.size,
    rules: coverage.listsRules ? rules.length : null,
    rules_off: coverage.disabledRules?.length ?? 0,
    failed_rules: coverage.failedRules.length,
  }
}

/** The tool, its version and the category as text. */
function configOf({ tool, source }: ReportedRun): string {
  const parts = [tool.name, tool.version, source.category && `(${source.category})`]
  return parts.filter((part) => part).join(' ')
}
