import { getOrCreate } from '#lib/get-or-create.ts'
import { joinRenamedFiles } from '../values/renamed-files.ts'
import { LockfileCollector } from './lockfile-collector.ts'
import type { Coverage, ReportedFinding, ReportedLockfile, ReportedRun, ScanReport } from './report.ts'
import { SkipCounter } from './run-builder.ts'
import { skipReasons } from './skip-reasons.ts'

/** Joins the reports of several files of one scan: runs of one source become one run. */
export function mergeReports(reports: readonly ScanReport[]): ScanReport {
  const [first] = reports
  if (!first) throw new Error('there is no report to merge')
  const leftOut = new SkipCounter()
  for (const each of reports.flatMap((report) => report.leftOut)) leftOut.add(each.reason, each.count)
  const bySource = new Map<string, ReportedRun[]>()
  for (const run of reports.flatMap((report) => report.runs))
    getOrCreate(bySource, JSON.stringify([run.source.tool, run.source.category]), () => []).push(run)
  const runs = [...bySource.values()].map((some) => mergeRuns(some, leftOut))
  return {
    format: first.format,
    runs,
    read: reports.reduce((sum, { read }) => sum + read, 0),
    leftOut: leftOut.list(),
  }
}

function mergeRuns(runs: readonly ReportedRun[], leftOut: SkipCounter): ReportedRun {
  const [first] = runs
  if (!first) throw new Error('there is no run to merge')
  if (runs.length === 1) return first
  const earliest = (times: (string | null)[]) => times.filter((time) => time !== null).sort()[0] ?? null
  const latest = (times: (string | null)[]) =>
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  return {
    ...first,
    startedAt: earliest(runs.map((run) => run.startedAt)),
    completedAt: latest(runs.map((run) => run.completedAt)),
    exitCode: runs.find((run) => run.exitCode)?.exitCode ?? first.exitCode,
    failure: runs.find((run) => run.failure !== null)?.failure ?? null,
    errors: runs.flatMap((run) => run.errors),
    revision: runs.find((run) => run.revision !== null)?.revision ?? null,
    formerPaths: joinRenamedFiles(runs.map((run) => run.formerPaths ?? [])),
    credentialHashes: runs.flatMap((run) => run.credentialHashes ?? []),
    rules: [...new Map(runs.flatMap((run) => run.rules).map((rule) => [rule.path, rule])).values()],
    findings: mergeFindings(runs, leftOut),
    lockfiles: mergeLockfiles(runs),
    coverage: mergeCoverage(runs),
  }
}

/**
 * Merges the findings of all runs; those that an earlier run reported at the same location are left out, and equal ids
 * are numbered consecutively.
 */
function mergeFindings(runs: readonly ReportedRun[], leftOut: SkipCounter): ReportedFinding[] {
  const ids = new Set<string>()
  const places = new Set<string>()
  const merged: ReportedFinding[] = []
  for (const { findings } of runs) {
    const own: string[] = []
    for (const finding of findings) {
      const { rulePath, location, message, evidence } = finding
      const resource = finding.kind === 'code' ? finding.resource : null
      const place = JSON.stringify([
        rulePath,
        location,
        message,
        evidence.code,
        evidence.fingerprint,
        resource,
      ])
      if (places.has(place)) {
        leftOut.add(skipReasons.duplicateOfOtherFile)
        continue
      }
      own.push(place)
      merged.push({ ...finding, matchBasedId: uniqueId(finding.matchBasedId, ids) })
    }
    for (const place of own) places.add(place)
  }
  return merged
}

function uniqueId(id: string, ids: Set<string>): string {
  let free = id
  for (let index = 0; ids.has(free); index++) free = `${id.replace(/_\d+$/, '')}_${index}`
  ids.add(free)
  return free
}

function mergeLockfiles(runs: readonly ReportedRun[]): ReportedLockfile[] | null {
  if (runs.every(({ lockfiles }) => lockfiles === null)) return null
  const collector = new LockfileCollector()
  for (const lockfile of runs.flatMap(({ lockfiles }) => lockfiles ?? [])) {
    collector.open(lockfile.path, lockfile.located)
    const positions = lockfile.dependencies.map((each) =>
      collector.add(lockfile.path, { ...each, requires: null }),
    )
    for (const [index, { requires }] of lockfile.dependencies.entries()) {
      const position = positions[index]
      if (requires === null || typeof position !== 'number') continue
      const others = requires.flatMap((each) => {
        const other = positions[each]
        return typeof other === 'number' ? [other] : []
      })
      collector.relate(lockfile.path, position, others)
    }
  }
  return collector.lockfiles
}

/** Whether a run has findings and says that they are not all of them, unlike a list of dependencies, which has none. */
const isIncomplete = ({ coverage, findings, errors }: ReportedRun) =>
  !coverage.findings && findings.length + errors.length > 0

function mergeCoverage(runs: readonly ReportedRun[]): Coverage {
  const all = runs.map((run) => run.coverage)
  const lists = all.map(({ scannedPaths }) => scannedPaths)
  const parts = all.map((each) => each.parts)
  const disabled = all.flatMap(({ disabledRules }) => disabledRules ?? [])
  return {
    findings: all.some(({ findings }) => findings) && !runs.some(isIncomplete),
    isPartial: all.some(({ isPartial }) => isPartial),
    ...(all[0]?.partOf ? { partOf: all[0].partOf } : {}),
    ...(parts.includes(undefined) ? {} : { parts: [...new Set(parts.flatMap((some) => some ?? []))] }),
    // All must list their files: one without a list covers everything.
    scannedPaths: lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))],
    skippedPaths: [...new Set(all.flatMap(({ skippedPaths }) => skippedPaths))],
    failedParts: all.flatMap(({ failedParts }) => failedParts),
    disabledRules: all.every(({ disabledRules }) => disabledRules === null) ? null : disabled,
    failedRules: [...new Set(all.flatMap(({ failedRules }) => failedRules))],
    listsRules: all.every(({ listsRules }) => listsRules),
  }
}
