import { isMachinePath } from '#lib/urls/absolute-path.ts'
import type { Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import { relocateRun } from '#server/reports/report/relocate-run.ts'
import type { ReportedRun, ScanReport } from '#server/reports/report/report.ts'

/** The share of files that must be known for a folder to be the checkout. */
const minKnown = 0.8
/** Further files of a report, and further levels of folders, are not compared. */
const maxFiles = 10_000
const maxLevels = 64

/**
 * Makes the absolute paths of a report relative by a folder that all those of a run share, if nearly all of what is left
 * are files of the project that other scans named. Of several folders it is the outermost.
 * Source: docs/api.md#importing-a-report.
 */
export async function relocateReport(
  reader: Reader,
  target: { deploymentId: number; project: string },
  report: ScanReport,
): Promise<void> {
  let known: ReadonlySet<string> | undefined
  for (const run of report.runs) {
    const paths = absolutePathsOf(run)
    if (paths.length === 0) continue
    known ??= await filesOfProject(reader, target)
    const folder = checkoutIn(paths, known)
    if (folder !== null) relocateRun(run, folder)
  }
}

function absolutePathsOf({ findings }: ReportedRun): string[] {
  const paths = new Set<string>()
  for (const { location } of findings)
    if (location !== null && isMachinePath(location.filePath)) paths.add(location.filePath)
  return [...paths]
}

/** The outermost folder of all files whose remaining paths are known; null if there is none. */
export function checkoutIn(paths: readonly string[], known: ReadonlySet<string>): string | null {
  if (known.size === 0) return null
  const compared = paths.slice(0, maxFiles)
  return (
    sharedFolders(paths).find((folder) => {
      const count = compared.filter((path) => known.has(path.slice(folder.length))).length
      return count >= compared.length * minKnown
    }) ?? null
  )
}

/** The folders that hold all files, from the root. */
function sharedFolders([first = '', ...others]: readonly string[]): string[] {
  let shared = first.slice(0, first.lastIndexOf('/') + 1)
  for (const path of others)
    while (!path.startsWith(shared)) shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1)
  const ends = [...shared.matchAll(/\//g)].slice(0, maxLevels)
  return ends.map(({ index }) => shared.slice(0, index + 1))
}

/** Findings that are read at once: other requests are answered in between. */
const batchSize = 2_000

/** The relative paths of the findings and lockfiles of a project. */
async function filesOfProject(
  reader: Reader,
  { deploymentId, project }: { deploymentId: number; project: string },
): Promise<ReadonlySet<string>> {
  const id = projectIdNamed(deploymentId, project)
  const files = new Set<string>()
  const add = (rows: readonly { path: string | null }[]) => {
    for (const { path } of rows) if (path !== null && !isMachinePath(path)) files.add(path)
  }
  const lockfiles = reader
    .selectFrom('lockfile')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'lockfile.deployment_id').onRef('ref.id', '=', 'lockfile.ref_id'),
    )
    .select('lockfile.path')
    .where('lockfile.deployment_id', '=', deploymentId)
    .where('ref.project_id', '=', id)
  add(await lockfiles.execute())
  const sources = await reader
    .selectFrom('finding')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .select(['finding.ref_id', 'finding.source_id'])
    .distinct()
    .where('finding.deployment_id', '=', deploymentId)
    .where('ref.project_id', '=', id)
    .execute()
  for (const source of sources) {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows: { id: number; path: string | null }[] = await reader
        .selectFrom('finding')
        .select(['id', 'path'])
        .where('deployment_id', '=', deploymentId)
        .where('ref_id', '=', source.ref_id)
        .where('source_id', source.source_id === null ? 'is' : '=', source.source_id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      add(rows)
      last = rows.length < batchSize ? undefined : rows.at(-1)?.id
      await yieldToEventLoop()
    }
  }
  return files
}
