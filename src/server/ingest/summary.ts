import type { LeftOut, ReportedRun, ScanReport } from './report.ts'

/** What the lifecycle made of a report. */
export type LifecycleCounts = { new: number; fixed: number; unchanged: number; reopened: number }

/** The `report` of the scans answer. Source: API decisions, Scans. */
export type ImportReport = LifecycleCounts & {
  read: number
  left_out: LeftOut[]
  /** How many the file names, in all its lockfiles; left out where it says nothing of them. */
  dependencies?: number
}

/** Joins what a file held with what came of it. */
export function importReport(report: ScanReport, counts: LifecycleCounts): ImportReport {
  const { new: fresh, fixed, unchanged, reopened } = counts
  const named = report.runs.filter((run) => run.lockfiles !== null)
  return {
    read: report.read,
    new: fresh,
    fixed,
    unchanged,
    reopened,
    left_out: report.leftOut,
    ...(named.length === 0 ? {} : { dependencies: named.reduce((sum, run) => sum + dependenciesOf(run), 0) }),
  }
}

/** How many dependencies a run names, in all its lockfiles. */
export function dependenciesOf({ lockfiles }: ReportedRun): number {
  return (lockfiles ?? []).reduce((sum, lockfile) => sum + lockfile.dependencies.length, 0)
}

const grouped = new Intl.NumberFormat('en')

/**
 * One line for the command line: `read 412: 398 new, 3 fixed, 10 unchanged, 1 came back; left out 2: 2 × result kind "pass"`,
 * with `read 1,115 dependencies and 412 findings` where the file names dependencies.
 * Source: API decisions, Import ("says what it read, what is new, fixed, unchanged, and what it left out and why").
 */
export function summaryLine(report: ImportReport): string {
  const parts = [
    `${grouped.format(report.new)} new`,
    `${grouped.format(report.fixed)} fixed`,
    `${grouped.format(report.unchanged)} unchanged`,
  ]
  if (report.reopened > 0) parts.push(`${grouped.format(report.reopened)} came back`)
  const named = report.dependencies
  const what = (count: number, one: string, many: string) =>
    `${grouped.format(count)} ${count === 1 ? one : many}`
  const said =
    named === undefined
      ? grouped.format(report.read)
      : `${what(named, 'dependency', 'dependencies')} and ${what(report.read, 'finding', 'findings')}`
  const line = `read ${said}: ${parts.join(', ')}`
  const leftOut = report.left_out.reduce((sum, each) => sum + each.count, 0)
  if (leftOut === 0) return `${line}; left out nothing`
  const reasons = report.left_out.map((each) => `${grouped.format(each.count)} × ${each.reason}`)
  return `${line}; left out ${grouped.format(leftOut)}: ${reasons.join(', ')}`
}

/** A refusal with its place: `report.json:3:19 (byte 33, /results/0): …`. The name of the file comes first. */
export function faultLine(
  file: string,
  fault: { message: string; line: number; column: number; byteOffset: number; path: string },
): string {
  const pointer = fault.path === '' ? '' : `, ${fault.path}`
  return `${file}:${fault.line}:${fault.column} (byte ${fault.byteOffset}${pointer}): ${fault.message}`
}
