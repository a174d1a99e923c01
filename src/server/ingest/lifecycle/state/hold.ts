import type { ScanHold } from '#contract/responses/scans.ts'
import type { ReportedRun } from '../../report/report.ts'
import type { RunPlan } from '../plan/plan.ts'
import { isPresent } from './reported-state.ts'

/** Fewer are not worth to hold a scan for. */
const minFixedFindings = 5
const minFixedShare = 0.05
/** Behind so many open findings none of the rules that ran is no chance. */
const manyOpenFindings = 20

/** How long a scan is held. Milliseconds. */
export const holdPeriod = 7 * 24 * 3600_000

/**
 * Whether a full scan is to be held: it would fix nearly everything of its source, and nothing in the file shows that it
 * looked; or none of the rules behind what is open is among those that it ran. Source: docs/api.md#lifecycle.
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

/** Whether the file shows that the tool looked: it lists the files, or says that it ran well and with which rules. */
function provesCoverage({ coverage, executionSuccessful }: ReportedRun): boolean {
  const listsFiles = coverage.scannedPaths !== null && coverage.scannedPaths.length > 0
  return listsFiles || (executionSuccessful === true && coverage.listsRules)
}
