import { isBelow } from '../values/uris.ts'
import type { ReportedLocation, ReportedRun } from './report.ts'

/** Makes all paths of a run below a folder relative to it. @param folder as `folderPath` returns it */
export const relocateRun = (run: ReportedRun, folder: string): void =>
  renamePaths(run, (path) =>
    isBelow(path, folder) && path.length > folder.length ? path.slice(folder.length) : path,
  )

/** Changes all paths of a run. */
export function renamePaths(run: ReportedRun, rename: (path: string) => string): void {
  const move = (location: ReportedLocation | null) => {
    if (location) location.filePath = rename(location.filePath)
  }
  for (const finding of run.findings) {
    move(finding.location)
    for (const { location } of finding.dataFlow ?? []) move(location)
    if (finding.kind === 'supplyChain') move(finding.usage?.location ?? null)
  }
  const { coverage } = run
  for (const each of [...run.errors, ...coverage.failedParts])
    if (each.path !== null) each.path = rename(each.path)
  coverage.scannedPaths = coverage.scannedPaths?.map(rename) ?? null
  coverage.skippedPaths = coverage.skippedPaths.map(rename)
  const lockfiles = new Set(run.lockfiles?.map(({ path }) => path))
  for (const lockfile of run.lockfiles ?? []) {
    const path = rename(lockfile.path)
    // Each path is there once.
    if (!lockfiles.has(path)) lockfile.path = path
  }
}
