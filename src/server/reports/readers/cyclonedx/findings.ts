import { getOrCreate } from '#lib/get-or-create.ts'
import { comparedVersion } from '#server/base/purl.ts'
import { statusOfVersion, type VersionStatus } from '#server/base/versions/listed-versions.ts'
import { ReadFault, startOfFile } from '../../input/fault.ts'
import { type ResultCount, yieldToEventLoop } from '../../input/reader.ts'
import type { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { ReportedLockfile } from '../../report/report.ts'
import type { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asObject, asObjects, type JsonObject } from '../../values/json-values.ts'
import { type Component, refIn } from './component.ts'
import type { LockfilePlaces } from './lockfiles.ts'
import { MergedFindings } from './merged-findings.ts'
import { ratedSeverity } from './ratings.ts'
import {
  type Affected,
  affectedOutsidePackages,
  fragmentOf,
  isAnalyzed,
  skipReasonOf,
  vulnerabilityFinding,
  vulnerabilityRule,
} from './vulnerability.ts'

/** The packages in the rest of the file. */
export type Packages = {
  components: readonly Component[]
  root: Component | null
  places: LockfilePlaces
  lockfiles: readonly ReportedLockfile[]
  /** The lockfile of packages that are in none. */
  path: string
}

/**
 * Adds a finding for each package that a vulnerability affects, in each lockfile that contains it. A repeated
 * vulnerability is merged with its equal, and counted as left out.
 * @throws ReadFault if a vulnerability is not an object, if there are too many, or if the file is a VEX document.
 */
export async function addVulnerabilities(
  vulnerabilities: ByteStore,
  packages: Packages,
  into: { builder: RunBuilder; leftOut: SkipCounter; count: ResultCount },
): Promise<void> {
  const affectedBy = createFinder(packages)
  const merged = new MergedFindings(into.builder, into.leftOut)
  for (const { bytes, place, index } of vulnerabilities.drain()) {
    into.count.checkTime()
    if (index % 250 === 249) await yieldToEventLoop()
    const fault = (message: string) => new ReadFault(message, place, `/vulnerabilities/${index}`)
    const vulnerability = asObject(parseBytes(bytes))
    if (!vulnerability) throw fault('a vulnerability must be an object')
    if (packages.components.length === 0 && isAnalyzed(vulnerability)) throw vexDocument()
    const reason = skipReasonOf(vulnerability)
    if (reason !== null) {
      into.leftOut.add(reason)
      continue
    }
    const rated = ratedSeverity(vulnerability)
    const rule = vulnerabilityRule(vulnerability, rated.severity)
    into.builder.rule(rule.path, () => rule)
    let first = true
    for (const { affected, status } of affectedBy(vulnerability)) {
      if (status === 'unaffected') {
        into.leftOut.add(skipReasons.unaffectedVersion)
        continue
      }
      // The vulnerability itself was counted when it was read.
      const problem = first ? undefined : into.count.countAnother()
      if (problem !== undefined) throw fault(problem)
      first = false
      const finding = vulnerabilityFinding(vulnerability, rule, affected, rated)
      if (status === 'unknown') finding.message = [finding.message, unknownVersion].join('\n\n')
      merged.add(vulnerability, finding)
    }
  }
}

/**
 * Decisions without the packages that they are about: as a scan, they would add a muted finding beside each open one, and
 * lose their justification.
 */
const vexDocument = () =>
  new ReadFault(
    'this is a CycloneDX VEX document: it contains decisions about vulnerabilities (`analysis`), but no components. Import it with `POST …/vex` or `gatehouse vex import`, which apply the decisions to existing findings',
    startOfFile,
    '/vulnerabilities',
  )

const maxVersions = 1_000

/** Such a version counts as affected. */
const unknownVersion = 'The scan does not know whether this version is affected.'

/** Finds what a vulnerability affects: by reference; without references, the subject of the file. */
function createFinder({ components, root, places, lockfiles, path }: Packages) {
  const positions = new Map<string, number>()
  for (const [position, { ref }] of components.entries()) {
    if (ref !== null && !positions.has(ref)) positions.set(ref, position)
  }
  const inLockfiles = new Map(lockfiles.map((lockfile) => [lockfile.path, lockfile.dependencies]))
  const itself = (component: Component | null): Affected => ({
    ecosystem: component?.dependency?.ecosystem ?? null,
    name: component?.name ?? 'unknown',
    version: component?.version ?? '',
    transitivity: 'unknown',
    path,
    purl: component?.purl ?? null,
  })
  const affectedBy = function* (ref: string): Generator<Affected> {
    const position = positions.get(ref) ?? positions.get(ref.startsWith('urn:cdx:') ? fragmentOf(ref) : ref)
    if (position === undefined) {
      yield ref === root?.ref ? itself(root) : affectedOutsidePackages(ref, path)
      return
    }
    const placesOfPackage = places.of(position)
    if (placesOfPackage.length === 0) yield itself(components[position] ?? null)
    for (const [lockfile, at] of placesOfPackage) {
      const dependency = inLockfiles.get(lockfile)?.[at]
      if (dependency) yield { ...dependency, path: lockfile, purl: components[position]?.purl ?? null }
    }
  }
  return function* (
    vulnerability: JsonObject,
  ): Generator<{ affected: Affected; status: VersionStatus['status'] }> {
    const versions = new Map<string, JsonObject[]>()
    for (const { ref, versions: listed } of asObjects(vulnerability['affects'])) {
      const name = refIn(ref)
      if (name === null) continue
      const all = getOrCreate(versions, name, () => [])
      all.push(...asObjects(listed).slice(0, maxVersions - all.length))
    }
    if (versions.size === 0) yield { affected: itself(root), status: null }
    for (const [ref, listed] of versions) {
      for (const affected of affectedBy(ref)) yield { affected, status: statusOf(listed, affected) }
    }
  }
}

/** The status of a package's version; a range that cannot be read may affect it. */
function statusOf(
  listed: readonly JsonObject[],
  { version, ecosystem, purl }: Affected,
): VersionStatus['status'] {
  if (version === '' || listed.length === 0) return null
  const { status, isUnsure } = statusOfVersion(listed, comparedVersion(version, purl), ecosystem ?? 'generic')
  return status === 'unaffected' && isUnsure ? 'affected' : status
}
