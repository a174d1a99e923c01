import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ReportedRun, ScanReport } from '#server/reports/report/report.ts'

/** A project whose results an upload for another project brings: those under a folder. */
interface SplitTarget {
  id: number
  name: string
  /** Ends with a slash. */
  prefix: string
}

export interface ReportPart {
  target: SplitTarget
  report: ScanReport
}

/**
 * Divides a report between a project and those that were split off from it, each result by the longest prefix of its path.
 * @param from projects that are on the way already, to which nothing returns.
 * Source: docs/decisions/0084-renamed-projects.md
 */
export async function splitReport(
  reader: Reader,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
  from: readonly number[],
  report: ScanReport,
): Promise<{ own: ScanReport; parts: ReportPart[] }> {
  const targets = await readTargets(reader, report, { deploymentId, projectId }, from)
  if (targets.length === 0) return { own: report, parts: [] }
  const targetOf = (path: string | null) =>
    path === null ? undefined : targets.find(({ prefix }) => path.startsWith(prefix))
  const parts = targets.map((target) => {
    const runs = report.runs.map((run) => runOf(run, (path) => targetOf(path) === target))
    return { target, report: { ...report, runs, leftOut: [], read: findingsIn(runs) } }
  })
  const runs = report.runs.map((run) => runOf(run, (path) => targetOf(path) === undefined))
  const moved = parts.reduce((sum, part) => sum + part.report.read, 0)
  return { own: { ...report, runs, read: report.read - moved }, parts }
}

async function readTargets(
  reader: Reader,
  report: ScanReport,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
  from: readonly number[],
): Promise<SplitTarget[]> {
  if (report.runs.length === 0) return []
  const rows = await reader
    .selectFrom('project_split as split')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'split.deployment_id')
        .onRef('project.id', '=', 'split.target_id'),
    )
    .select(['project.id', 'project.name', 'split.path_prefix as prefix'])
    .where('split.deployment_id', '=', deploymentId)
    .where('split.project_id', '=', projectId)
    .execute()
  const targets = rows.filter(({ id }) => id !== projectId && !from.includes(id))
  return targets.toSorted((a, b) => b.prefix.length - a.prefix.length)
}

function runOf(run: ReportedRun, isMine: (path: string | null) => boolean): ReportedRun {
  const { scannedPaths } = run.coverage
  return {
    ...run,
    findings: run.findings.filter(({ location }) => isMine(location?.filePath ?? null)),
    lockfiles: run.lockfiles?.filter(({ path }) => isMine(path)) ?? null,
    // Later scans are compared by the files that this one names.
    coverage: { ...run.coverage, scannedPaths: scannedPaths?.filter(isMine) ?? null },
  }
}

const findingsIn = (runs: readonly ReportedRun[]) => runs.reduce((sum, run) => sum + run.findings.length, 0)

interface FollowedPlace {
  deploymentId: number
  projectId: number
  prefix: string
  ref: string
  kind: 'full' | 'diff'
}

/**
 * The runs that are applied to a project that was split off; null if there are none. A run that names nothing under the
 * prefix says that nothing is there any more only if the project's results came with such uploads so far: a project with a
 * pipeline of its own is not emptied by one that no longer looks there.
 * @param mayEmpty false while the upload is held for its own project: whoever accepts it answers for all of it.
 */
export async function reportToFollow(
  reader: Reader,
  place: FollowedPlace,
  report: ScanReport,
  mayEmpty: boolean,
): Promise<ScanReport | null> {
  const runs: ReportedRun[] = []
  for (const run of report.runs) {
    const isFollowed =
      namesAnything(run, place.prefix) ||
      (mayEmpty && place.kind === 'full' && (await followsUploads(reader, place, run)))
    if (isFollowed) runs.push(run)
  }
  return runs.length === 0 ? null : { ...report, runs }
}

const namesAnything = (run: ReportedRun, prefix: string): boolean =>
  run.findings.length > 0 ||
  (run.lockfiles?.length ?? 0) > 0 ||
  (run.coverage.scannedPaths?.some((path) => path.startsWith(prefix)) ?? false)

/** Whether the newest full scan of a source on the ref came with an upload for the project that was split. */
async function followsUploads(
  reader: Reader,
  place: FollowedPlace,
  { source }: ReportedRun,
): Promise<boolean> {
  const newest = await reader
    .selectFrom('scan')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .innerJoin('scan_source', (join) =>
      join
        .onRef('scan_source.deployment_id', '=', 'scan.deployment_id')
        .onRef('scan_source.id', '=', 'scan.source_id'),
    )
    .select('scan.meta_json')
    .where('scan.deployment_id', '=', place.deploymentId)
    .where('scan.project_id', '=', place.projectId)
    .where('ref.name', '=', place.ref)
    .where('scan_source.tool', '=', source.tool)
    .where('scan_source.category', '=', source.category ?? '')
    .where('scan.kind', '=', toCode(scanKinds, 'full'))
    .where('scan.status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // parse: written by us with the scan.
  return newest !== undefined && 'split_from' in parseStored<object>(newest.meta_json)
}
