import type { states, triageStates } from '#server/db/codes.ts'
import type { ReportedRun } from '../report.ts'

export type State = (typeof states)[number]
export type TriageState = (typeof triageStates)[number]

/** What scans and people last said of a finding. */
export interface Standing {
  state: State
  triage: TriageState
}

export interface Reported extends Standing {
  /** True where the finding had been fixed or removed before. */
  cameBack: boolean
  /** What the history says happened; null where nothing did. */
  event: 'reappeared' | 'muted' | 'unmuted' | null
}

/**
 * How a known finding stands after a scan that reports it; `suppressed` is the scanner's own suppression.
 * Source: API decisions, "Findings", Lifecycle.
 */
export function whenReported(before: Standing, suppressed: boolean): Reported {
  const state = suppressed ? 'muted' : 'unresolved'
  const cameBack = before.state === 'fixed' || before.state === 'removed'
  const taken = before.triage === 'reviewing' || before.triage === 'fixing'
  const event =
    before.state === state
      ? null
      : suppressed
        ? ('muted' as const)
        : cameBack
          ? ('reappeared' as const)
          : ('unmuted' as const)
  return { state, triage: cameBack && taken ? 'reopened' : before.triage, cameBack, event }
}

/** What becomes of a finding that a scan does not report. */
export type Absence = 'fixed' | 'removed' | 'kept'

/**
 * Judges what it means that a run does not report a finding of this rule in this file.
 * A scan that did not finish or looked for no findings, or that failed on the file or skipped it, says nothing of it. A diff scan speaks only
 * for the files that it lists. A full scan fixes, but removes where it did not look: the file is not among those it
 * lists, or the rule was switched off. Source: API decisions, "Findings", Lifecycle.
 */
export function absenceIn(
  run: ReportedRun,
  kind: 'full' | 'diff',
): (rulePath: string, path: string | null) => Absence {
  const { coverage } = run
  const scanned = coverage.scannedPaths && new Set(coverage.scannedPaths)
  const unread = unreadIn(run)
  const off = new Set(coverage.disabledRules ?? [])
  return (rulePath, path) => {
    if (run.executionSuccessful === false || !coverage.findings) return 'kept'
    if (path !== null && unread(path)) return 'kept'
    const listed = scanned === null ? null : path !== null && scanned.has(path)
    if (kind === 'diff') return listed === true && !off.has(rulePath) ? 'fixed' : 'kept'
    if (off.has(rulePath)) return 'removed'
    return path !== null && listed === false ? 'removed' : 'fixed'
  }
}

/** Tells of a file whether the run failed on it or skipped it, so that what it does not report is not known to be gone. */
export function unreadIn({ coverage }: ReportedRun): (path: string) => boolean {
  const unread = new Set([...coverage.failedPaths, ...coverage.skippedPaths])
  return (path) => isWithin(unread, path)
}

/** Whether the file or a folder above it is named. */
function isWithin(paths: ReadonlySet<string>, path: string): boolean {
  if (paths.size === 0) return false
  if (paths.has(path)) return true
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (paths.has(path.slice(0, slash)) || paths.has(path.slice(0, slash + 1))) return true
  }
  return false
}
