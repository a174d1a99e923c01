import type { ScanHold } from '#contract/responses/scans.ts'
import type { ReportedRun } from '#server/reports/report/report.ts'
import type { RunPlan } from '../plan/plan.ts'
import { isPresent } from './reported-state.ts'
import { isOtherScope, type Scope } from './scope.ts'

/** Scans that would fix fewer findings are not held. */
const minFixedFindings = 5
const minFixedShare = 0.05
/** With this many open findings, it is not by chance that none of their rules ran. */
const manyOpenFindings = 20

/** How long a scan is held, in milliseconds. */
export const holdPeriod = 7 * 24 * 3600_000

/**
 * Decides whether a full scan is held: it ran none of the rules of the open findings; or some would go, and it named
 * other files than the earlier scan; or, if not both name their files, nearly all would go. Source: docs/api.md#lifecycle.
 * @param earlier the files of the newest applied full scan of the source on the ref.
 * @param now milliseconds since 1970.
 */
export function decideHold(
  run: ReportedRun,
  plan: RunPlan,
  earlier: Scope | null,
  now: number,
): ScanHold | null {
  const present = plan.stored.flatMap((one, index) => (one.open && !one.isRepeated ? [{ one, index }] : []))
  const gone = present.filter(({ index }) => {
    const finding = plan.reportedOf(index)
    if (finding !== undefined) return !isPresent(finding)
    return plan.absenceOf(index) !== 'kept'
  })
  const open = present.filter(({ one }) => one.isOpenFinding)
  const missing = gone.filter(({ one }) => one.isOpenFinding)
  const hold = {
    would_fix: missing.length,
    open: open.length,
    expires_at: new Date(now + holdPeriod).toISOString(),
  }
  if (run.coverage.listsRules && missing.length >= manyOpenFindings) {
    const listedRules = new Set(run.rules.map(({ path }) => path))
    if (!open.some(({ one }) => listedRules.has(one.rule))) return { reason: 'other_rules', ...hold }
  }
  const { scannedPaths } = run.coverage
  if (earlier !== null && scannedPaths !== null) {
    // Whatever people decided of them goes with them.
    const isHeld = gone.length >= minFixedFindings && isOtherScope(earlier, scannedPaths, plan)
    return isHeld ? { ...hold, reason: 'other_scope', would_fix: gone.length, open: present.length } : null
  }
  if (missing.length < minFixedFindings) return null
  const fixesNearlyAll = open.length - missing.length < open.length * minFixedShare
  return fixesNearlyAll ? { reason: 'empty', ...hold } : null
}
