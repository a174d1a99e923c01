import type { IngestReport } from '#contract/responses/scans.ts'
import type { LeftOut, ReportedRun } from './report.ts'

/** The result of applying a report. */
export type LifecycleCounts = {
  /** New on the ref. */
  new: number
  /** Of the new ones, those that no other ref of the project has. */
  newInProject: number
  fixed: number
  removed: number
  unchanged: number
  reopened: number
  /** Matched by evidence that may be wrong, and recorded in the history. */
  moved: number
  /** Open, because they may be the same as triaged ones. */
  uncertain: number
}

/** Initial counts. */
export const noCounts = (): LifecycleCounts => ({
  new: 0,
  newInProject: 0,
  fixed: 0,
  removed: 0,
  unchanged: 0,
  reopened: 0,
  moved: 0,
  uncertain: 0,
})

/** The `report` of the scans response. Source: docs/api.md#scans. */
export type ImportReport = IngestReport

/** The result of one run of a file. */
export function importReport(
  run: Pick<ReportedRun, 'findings' | 'lockfiles'>,
  counts: LifecycleCounts,
  leftOut: LeftOut[],
): ImportReport {
  const { newInProject, ...numbers } = counts
  return {
    read: run.findings.length,
    ...numbers,
    new_in_project: newInProject,
    left_out: leftOut,
    ...(run.lockfiles === null ? {} : { dependencies: dependenciesOf(run) }),
  }
}

/** The result of a whole file. */
export function sumReports(reports: readonly ImportReport[]): ImportReport {
  const sum = importReport(emptyRunReport, noCounts(), [])
  const numbers = [
    'new',
    'new_in_project',
    'fixed',
    'removed',
    'unchanged',
    'reopened',
    'moved',
    'uncertain',
  ] as const
  for (const report of reports) {
    sum.read += report.read
    for (const name of numbers) sum[name] += report[name]
    sum.left_out.push(...report.left_out)
    if (report.dependencies !== undefined) sum.dependencies = (sum.dependencies ?? 0) + report.dependencies
  }
  return sum
}

const emptyRunReport: Pick<ReportedRun, 'findings' | 'lockfiles'> = { findings: [], lockfiles: null }

/** The number of dependencies of a run, in all its lockfiles. */
export function dependenciesOf({ lockfiles }: Pick<ReportedRun, 'lockfiles'>): number {
  return (lockfiles ?? []).reduce((sum, lockfile) => sum + lockfile.dependencies.length, 0)
}

const numberFormat = new Intl.NumberFormat('en')

/**
 * One line for the command line: `read 412: 398 new, 3 fixed, 10 unchanged, 1 reopened; left out 2: 2 × result kind
 * "pass"`, with `read 1,115 dependencies and 412 findings` if the file reports dependencies.
 * Source: docs/api.md#importing-a-report ("says what it read, what is new, fixed, unchanged, and what it left out and
 * why").
 */
export function summaryLine(report: ImportReport): string {
  const parts = [
    report.new_in_project === report.new
      ? `${numberFormat.format(report.new)} new`
      : `${numberFormat.format(report.new)} new on this branch (${numberFormat.format(report.new_in_project)} new in the project)`,
    `${numberFormat.format(report.fixed)} fixed`,
    `${numberFormat.format(report.unchanged)} unchanged`,
  ]
  const more = [
    [report.removed, 'removed'],
    [report.moved, 'moved'],
    [report.reopened, 'reopened'],
    [report.uncertain, 'uncertain'],
  ] as const
  for (const [count, what] of more) if (count > 0) parts.push(`${numberFormat.format(count)} ${what}`)
  const dependencyLabel = report.dependencies
  const what = (count: number, one: string, many: string) =>
    `${numberFormat.format(count)} ${count === 1 ? one : many}`
  const summaryParts =
    dependencyLabel === undefined
      ? numberFormat.format(report.read)
      : `${what(dependencyLabel, 'dependency', 'dependencies')} and ${what(report.read, 'finding', 'findings')}`
  const line = `read ${summaryParts}: ${parts.join(', ')}`
  const leftOut = report.left_out.reduce((sum, each) => sum + each.count, 0)
  if (leftOut === 0) return `${line}; nothing skipped`
  const reasons = report.left_out.map((each) => `${numberFormat.format(each.count)} × ${each.reason}`)
  return `${line}; skipped ${numberFormat.format(leftOut)}: ${reasons.join(', ')}`
}

/** A fault with its position: `report.json:3:19 (byte 33, /results/0): …`. The name of the file comes first. */
export function faultLine(
  file: string,
  fault: { message: string; line: number; column: number; byteOffset: number; path: string },
): string {
  const pointer = fault.path === '' ? '' : `, ${fault.path}`
  return `${file}:${fault.line}:${fault.column} (byte ${fault.byteOffset}${pointer}): ${fault.message}`
}
