import { ReadFault } from '../../input/fault.ts'
import { type ResultCount, yieldToEventLoop } from '../../input/reader.ts'
import type { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { ReportedLockfile, ReportedSupplyChainFinding, Severity } from '../../report/report.ts'
import type { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { cvssScores } from '../../values/cvss.ts'
import { asName, asNames, asObject, asObjects, asUrls, type JsonObject } from '../../values/json-values.ts'
import { type Component, refIn } from './component.ts'
import type { LockfilePlaces } from './lockfiles.ts'
import {
  type Affected,
  affectedOutsidePackages,
  fragmentOf,
  skipReasonOf,
  vulnerabilityFinding,
  vulnerabilityRule,
} from './vulnerability.ts'

/** The packages in the rest of the file. */
export type Packages = {
  components: readonly Component[]
  root: Component | null
  places: readonly LockfilePlaces[]
  lockfiles: readonly ReportedLockfile[]
  /** The lockfile of packages that are in none. */
  path: string
}

/**
 * Adds a finding for each package that a vulnerability affects, in each lockfile that contains it. A repeated
 * vulnerability is merged with its equal, and counted as left out.
 * @throws ReadFault if a vulnerability is not an object, or if there are too many.
 */
export async function addVulnerabilities(
  vulnerabilities: ByteStore,
  packages: Packages,
  into: { builder: RunBuilder; leftOut: SkipCounter; count: ResultCount },
): Promise<void> {
  const affectedBy = createFinder(packages)
  const known = new Map<string, ReportedSupplyChainFinding>()
  for (const { bytes, place, index } of vulnerabilities.drain()) {
    into.count.checkTime()
    if (index % 250 === 249) await yieldToEventLoop()
    const fault = (message: string) => new ReadFault(message, place, `/vulnerabilities/${index}`)
    const vulnerability = asObject(parseBytes(bytes))
    if (!vulnerability) throw fault('a vulnerability must be an object')
    const reason = skipReasonOf(vulnerability)
    if (reason !== null) {
      into.leftOut.add(reason)
      continue
    }
    const rule = vulnerabilityRule(vulnerability)
    into.builder.rule(rule.path, () => rule)
    let first = true
    for (const affected of affectedBy(vulnerability)) {
      // The vulnerability itself was counted when it was read.
      const problem = first ? undefined : into.count.countAnother()
      if (problem !== undefined) throw fault(problem)
      first = false
      const finding = vulnerabilityFinding(vulnerability, rule, affected)
      const key = keyOf(vulnerability, finding)
      const equal = known.get(key)
      if (equal === undefined) {
        known.set(key, finding)
        into.builder.add(finding)
      } else {
        addToPackages(equal, finding)
        into.leftOut.add(skipReasons.duplicateEntry)
      }
    }
  }
}

/** The key for merging: id, package, version and lockfile; without an id the content. */
function keyOf(vulnerability: JsonObject, finding: ReportedSupplyChainFinding): string {
  const parts = [finding.matchBasedId, finding.foundDependency.ecosystem]
  return JSON.stringify(asName(vulnerability['id']) === null ? [...parts, finding.message] : parts)
}

/** Merges repeated findings to the more severe result: the higher severity, and open unless both are suppressed. */
function addToPackages(one: ReportedSupplyChainFinding, other: ReportedSupplyChainFinding): void {
  if (severities.indexOf(other.severity) > severities.indexOf(one.severity)) one.severity = other.severity
  one.suppressed &&= other.suppressed
  one.epss ??= other.epss
  one.cvss = cvssScores([...one.cvss, ...other.cvss])
  one.advisoryIds = asNames([...one.advisoryIds, ...other.advisoryIds])
  one.references = asUrls([...one.references, ...other.references])
  const fixes = [...one.fixRecommendations, ...other.fixRecommendations]
  one.fixRecommendations = [...new Map(fixes.map((fix) => [JSON.stringify(fix), fix])).values()].slice(0, 20)
}

const severities: readonly Severity[] = ['low', 'medium', 'high', 'critical']

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
  })
  const affectedBy = function* (ref: string): Generator<Affected> {
    const position = positions.get(ref) ?? positions.get(ref.startsWith('urn:cdx:') ? fragmentOf(ref) : ref)
    if (position === undefined) {
      yield ref === root?.ref ? itself(root) : affectedOutsidePackages(ref, path)
      return
    }
    const placesOfPackage = places[position]
    if (!placesOfPackage || placesOfPackage.size === 0) yield itself(components[position] ?? null)
    for (const [lockfile, at] of placesOfPackage ?? []) {
      const dependency = inLockfiles.get(lockfile)?.[at]
      if (dependency) yield { ...dependency, path: lockfile }
    }
  }
  return function* (vulnerability: JsonObject): Generator<Affected> {
    const refs = new Set(asObjects(vulnerability['affects']).flatMap(({ ref }) => refIn(ref) ?? []))
    if (refs.size === 0) yield itself(root)
    for (const ref of refs) yield* affectedBy(ref)
  }
}
