import type { ScanHold } from '#contract/responses/scans.ts'
import type { ReportedRun } from '../../report/report.ts'
import type { RunPlan } from '../plan/plan.ts'
import { isPresent } from './reported-state.ts'

/** Scans that would fix fewer findings are not held. */
const minFixedFindings = 5
const minFixedShare = 0.05
/** With this many open findings, it is not by chance that none of their rules ran. */
const manyOpenFindings = 20

/** How long a scan is held, in milliseconds. */
export const holdPeriod = 7 * 24 * 3600_000

/**
 * Decides whether a full scan is held: it would fix nearly everything of its source, and nothing in the file shows its
 * coverage; or it ran none of the rules of the open findings. Source: docs/api.md#lifecycle.
 * @param now milliseconds since 1970.
 */
export function decideHold(run: ReportedRun, plan: RunPlan, now: number): ScanHold | null {
  const open = plan.stored.flatMap((one, index) => (one.isOpenFinding ? [{ one, index }] : []))
  const missing = open.filter(({ index }) => {
    const finding = plan.reportedOf(index)
    if (finding !== undefined) return !isPresent(finding)
    return plan.absenceOf(index) !== 'kept'
  })
  const hold = {
    would_fix: missing.length,
    open: open.length,
    expires_at: new Date(now + holdPeriod).toISOString(),
  }
  if (run.coverage.listsRules && missing.length >= manyOpenFindings) {
    const listedRules = new Set(run.rules.map(({ path }) => path))
    if (!open.some(({ one }) => listedRules.has(one.rule))) return { reason: 'other_rules', ...hold }
  }
  const fixesNearlyAll = open.length - missing.length < open.length * minFixedShare
  if (missing.length < minFixedFindings || !fixesNearlyAll || provesCoverage(run)) return null
  return { reason: 'empty', ...hold }
}

/** Whether the file proves the tool's coverage: it lists the files, or reports success and the rules it ran. */
function provesCoverage({ coverage, executionSuccessful }: ReportedRun): boolean {
  const listsFiles = coverage.scannedPaths !== null && coverage.scannedPaths.length > 0
  return listsFiles || (executionSuccessful === true && coverage.listsRules)
}
