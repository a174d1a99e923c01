import type { Candidate, KnownFinding } from './candidates.ts'
import { pairDependencies } from './dependencies.ts'
import type { FileFindings } from './file.ts'
import type { Pairing } from './pairing.ts'

/**
 * Pairs the vulnerable package of an archive with that of the archive that took its place: their paths differ only in
 * the version of the package (`lib/log4j-core-2.14.1.jar`), and there is one of each. So a version bump keeps the
 * decision, as in a manifest. Source: docs/api.md#identity.
 * @param files open findings by path.
 * @param isGone whether the scan covers the location of a finding.
 */
export function pairReplacedArchives(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
  isGone: (known: KnownFinding) => boolean,
): void {
  const gone = [...files.values()].filter(
    ({ known, reported }) =>
      reported.length === 0 && known.length > 0 && known.every((each) => isGone(pairing.knownAt(each))),
  )
  const added = [...files.values()].filter(({ known, reported }) => known.length === 0 && reported.length > 0)
  if (gone.length === 0 || added.length === 0) return
  const before = Map.groupBy(gone, ({ known }) => archiveKey(known.map((each) => pairing.knownAt(each))))
  const after = Map.groupBy(added, ({ reported }) =>
    archiveKey(reported.map((each) => pairing.reportedAt(each))),
  )
  for (const [key, [old, ...rivals]] of before) {
    const [replacement, ...others] = after.get(key) ?? []
    if (
      key === null ||
      old === undefined ||
      replacement === undefined ||
      rivals.length > 0 ||
      others.length > 0
    )
      continue
    pairDependencies(pairing, { known: old.known, reported: replacement.reported }, 'renamed')
  }
}

/** The package and the path without its version; null if the file contains several, or does not name the version. */
function archiveKey(findings: readonly Candidate[]): string | null {
  const [first] = findings
  const dependency = first?.dependency
  if (!first || !dependency || dependency.version === '' || !first.path.includes(dependency.version))
    return null
  const { ecosystem, name, version } = dependency
  const isAlone = findings.every(
    (each) => each.dependency?.name === name && each.dependency.version === version,
  )
  return isAlone ? JSON.stringify([ecosystem, name, first.path.replaceAll(version, '')]) : null
}
