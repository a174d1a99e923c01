import type { ScanHold } from '#contract/answers/scans.ts'
import type { ReportedRun } from '../report.ts'
import { isPresent } from './given-standing.ts'
import type { RunPlan } from './plan.ts'

/** Fewer are not worth to hold a scan for. */
const leastFixed = 5
const leastShare = 0.05
/** Behind so many open findings none of the rules that ran is no chance. */
const manyOpen = 20

/** How long a scan is held. Milliseconds. */
export const heldFor = 7 * 24 * 3600_000

/**
 * Whether a full scan is to be held: it would fix nearly everything of its source, and nothing in the file shows that it
 * looked; or none of the rules behind what is open is among those that it ran. Source: docs/api.md#lifecycle.
 * @param now milliseconds since 1970.
 */
export function holdOf(run: ReportedRun, plan: RunPlan, now: number): ScanHold | null {
  const open = plan.stored.flatMap((one, index) => (one.isOpenFinding ? [{ one, index }] : []))
  const gone = open.filter(({ index }) => {
    const finding = plan.reportedOf(index)
    if (finding !== undefined) return !isPresent(finding)
    return plan.absenceOf(index) !== 'kept'
  })
  const hold = {
    would_fix: gone.length,
    open: open.length,
    expires_at: new Date(now + heldFor).toISOString(),
  }
  if (run.coverage.listsRules && gone.length >= manyOpen) {
    const listed = new Set(run.rules.map(({ path }) => path))
    if (!open.some(({ one }) => listed.has(one.rule))) return { reason: 'other_rules', ...hold }
  }
  const leavesNearlyNothing = open.length - gone.length < open.length * leastShare
  if (gone.length < leastFixed || !leavesNearlyNothing || provesCoverage(run)) return null
  return { reason: 'empty', ...hold }
}

/** Whether the file shows that the tool looked: it lists the files, or says that it ran well and with which rules. */
function provesCoverage({ coverage, executionSuccessful }: ReportedRun): boolean {
  const listsFiles = coverage.scannedPaths !== null && coverage.scannedPaths.length > 0
  return listsFiles || (executionSuccessful === true && coverage.listsRules)
}
