import type { FailedPart, ReportedRun } from '#server/reports/report/report.ts'
import type { Absence } from '../state/transitions.ts'

/** The consequence of a run not reporting a finding. */
export interface Coverage {
  /** For a finding of a rule in a file; null for a finding without a file. */
  absenceOf(rule: string, path: string | null): Absence
  /** Whether lines of the file could not be scanned. */
  hasUnreadLines(path: string): boolean
  /** Whether the rule could not be applied to a line of the current file. */
  isUnreadLine(path: string, rule: string, line: number): boolean
}

/** The kind of a scan: a report that says that the tool looked only at what changed is one of a diff scan. */
export const scanKindOf = ({ coverage }: ReportedRun, sent: 'full' | 'diff'): 'full' | 'diff' =>
  coverage.isPartial ? 'diff' : sent

/** How a run is applied: only a full scan that succeeded says what is gone, so that a run that failed only adds. */
export const appliedKindOf = (run: ReportedRun, sent: 'full' | 'diff'): 'full' | 'diff' =>
  run.failure === null ? scanKindOf(run, sent) : 'diff'

/**
 * Evaluates absence: a scan that failed or did not look for findings, that failed on the file or the rule, or that
 * skipped the file, says nothing about it. A diff scan covers only the files that it lists. A full scan fixes absent
 * findings, but removes those it did not look for: the file is not in its list, or the rule was disabled. Source:
 * docs/api.md#lifecycle.
 */
export function coverageOf(run: ReportedRun, kind: 'full' | 'diff'): Coverage {
  const { coverage } = run
  const scanned = coverage.scannedPaths && new Set(coverage.scannedPaths)
  const isUnread = isUnreadIn(run)
  const off = new Set(coverage.disabledRules ?? [])
  const failedRules = new Set(coverage.failedRules)
  const forOneRule = new Set(
    coverage.failedParts.flatMap(({ path, rule, lines }) =>
      rule !== null && lines === null ? [JSON.stringify([path, rule])] : [],
    ),
  )
  const lines = new Map<string, FailedPart[]>()
  for (const part of coverage.failedParts)
    if (part.lines !== null) lines.set(part.path, [...(lines.get(part.path) ?? []), part])
  return {
    absenceOf(rule, path) {
      if (run.failure !== null || !coverage.findings) return 'kept'
      if (failedRules.has(rule)) return 'kept'
      if (path !== null && (isUnread(path) || forOneRule.has(JSON.stringify([path, rule])))) return 'kept'
      const isListed = scanned === null ? null : path !== null && scanned.has(path)
      if (kind === 'diff') return isListed === true && !off.has(rule) ? 'fixed' : 'kept'
      if (off.has(rule)) return 'removed'
      return path !== null && isListed === false ? 'removed' : 'fixed'
    },
    hasUnreadLines: (path) => lines.has(path),
    isUnreadLine: (path, rule, line) =>
      (lines.get(path) ?? []).some(
        (part) =>
          part.lines !== null &&
          (part.rule === null || part.rule === rule) &&
          part.lines.first <= line &&
          line <= part.lines.last,
      ),
  }
}

/** Tests whether the run failed on all of a file or skipped it. */
export function isUnreadIn({ coverage }: ReportedRun): (path: string) => boolean {
  const failed = coverage.failedParts.filter(({ rule, lines }) => rule === null && lines === null)
  const unreadPaths = new Set([...failed.map(({ path }) => path), ...coverage.skippedPaths])
  return (path) => isWithin(unreadPaths, path)
}

/** Whether the list contains the file or a folder above it. */
function isWithin(paths: ReadonlySet<string>, path: string): boolean {
  if (paths.size === 0) return false
  if (paths.has(path)) return true
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (paths.has(path.slice(0, slash)) || paths.has(path.slice(0, slash + 1))) return true
  }
  return false
}
