import { artifactOf, buildOf, otherNames } from '#server/base/purl.ts'
import type { Basis, Dependency, Doubt } from './candidates.ts'
import type { FileFindings } from './file.ts'
import { groupBy, type Pairing } from './pairing.ts'

/**
 * Pairs vulnerable dependencies of a manifest with the same package and advisory: equal versions first, then a single
 * remaining pair, so that a version bump keeps the decision. Of several artifacts of a version, those with the same
 * package URL are paired first. Source: docs/api.md#identity.
 */
export function pairDependencies(
  pairing: Pairing,
  file: FileFindings,
  basis: Basis = 'dependency',
  isAnyVersion = true,
): void {
  const known = file.known.filter(
    (each) => pairing.isFreeKnown(each) && pairing.knownAt(each).dependency !== null,
  )
  const after = groupBy(file.reported.filter(pairing.isFreeReported), (each) =>
    nameOf(pairing.reportedAt(each).dependency),
  )
  for (const [name, some] of groupBy(known, (each) => nameOf(pairing.knownAt(each).dependency))) {
    const reported = after.get(name)
    if (reported) pairPackage(pairing, { known: some, reported }, basis, isAnyVersion)
  }
  for (const group of renamedByPurl(pairing, file)) pairPackage(pairing, group, basis, isAnyVersion)
}

/**
 * Findings whose package has another name only because one of the two scans gave no package URL: `log4j-core` and
 * `org.apache.logging.log4j:log4j-core`.
 */
function* renamedByPurl(pairing: Pairing, file: FileFindings): Generator<FileFindings> {
  const sides = { known: 'knownAt', reported: 'reportedAt' } as const
  const at = (side: keyof typeof sides, index: number) => pairing[sides[side]](index).dependency
  const free = {
    known: file.known.filter((each) => pairing.isFreeKnown(each) && at('known', each) !== null),
    reported: file.reported.filter((each) => pairing.isFreeReported(each) && at('reported', each) !== null),
  }
  if (free.known.length === 0 || free.reported.length === 0) return
  for (const [named, bare] of [
    ['reported', 'known'],
    ['known', 'reported'],
  ] as const) {
    const byName = groupBy(
      free[bare].filter((each) => at(bare, each)?.purl === null),
      (each) => nameOf(at(bare, each)),
    )
    if (byName.size === 0) continue
    const groups = new Map<string, number[]>()
    for (const each of free[named]) {
      const dependency = at(named, each)
      for (const name of new Set(dependency?.purl ? otherNames(dependency.purl) : [])) {
        if (name === dependency?.name || !byName.has(name)) continue
        const group = groups.get(name)
        if (group) group.push(each)
        else groups.set(name, [each])
      }
    }
    for (const [name, some] of groups) {
      const others = byName.get(name) ?? []
      yield named === 'known' ? { known: some, reported: others } : { known: others, reported: some }
    }
  }
}

/**
 * Pairs vulnerable dependencies of a manifest with fixed or removed ones. If the package has an open finding under an
 * id that is no longer reported, another version of it may be that finding under another id: such a pair is in doubt.
 */
export function pairClosedDependencies(
  pairing: Pairing,
  file: FileFindings,
  open: FileFindings,
  isAnyVersion = true,
): void {
  const unmatchedKnown = groupBy(open.known.filter(pairing.isFreeKnown), (each) =>
    nameOf(pairing.knownAt(each).dependency),
  )
  const isOther = (each: number) => unmatchedKnown.has(nameOf(pairing.reportedAt(each).dependency) ?? '')
  const sure = file.reported.filter((each) => !isOther(each))
  pairDependencies(pairing, { ...file, reported: sure }, 'dependency', isAnyVersion)
  const reported = file.reported.filter((each) => pairing.isFreeReported(each) && isOther(each))
  const versions = groupBy(reported, (each) => pairing.reportedAt(each).dependency?.version ?? null)
  for (const [version, some] of versions) {
    const known = file.known.filter((each) => pairing.knownAt(each).dependency?.version === version)
    pairDependencies(pairing, { known, reported: some }, 'dependency', isAnyVersion)
  }
  doubtPackages(pairing, { ...file, reported }, 'identical')
}

/** Offers what was decided of the same packages and advisories of a manifest, in other versions or under other ids. */
export function doubtPackages(pairing: Pairing, file: FileFindings, doubt: Doubt): void {
  const known = groupBy(file.known.filter(pairing.isFreeKnown), (each) =>
    nameOf(pairing.knownAt(each).dependency),
  )
  for (const each of file.reported.filter(pairing.isFreeReported))
    for (const one of known.get(nameOf(pairing.reportedAt(each).dependency) ?? '') ?? [])
      if (haveSameAdvisory(pairing, one, each)) pairing.doubt(one, each, doubt)
}

const nameOf = (dependency: Dependency | null) => dependency?.name ?? null

/** Findings of one package in one manifest. */
function pairPackage(pairing: Pairing, candidate: FileFindings, basis: Basis, isAnyVersion: boolean): void {
  const rest = (): FileFindings => ({
    known: candidate.known.filter(pairing.isFreeKnown),
    reported: candidate.reported.filter(pairing.isFreeReported),
  })
  const usageOf = ({ code, flow }: { code: string | null; flow: string | null }) => `${code} ${flow}`
  type Side = 'knownAt' | 'reportedAt'
  const versionAt = (index: number, side: Side) => `${pairing[side](index).dependency?.version}`
  const usageAt = (index: number, side: Side) => usageOf(pairing[side](index))
  const purlAt = (index: number, side: Side) => pairing[side](index).dependency?.purl ?? null
  const hasPurl =
    candidate.known.some((each) => purlAt(each, 'knownAt') !== null) &&
    candidate.reported.some((each) => purlAt(each, 'reportedAt') !== null)
  const artifactAt = (index: number, side: Side) => artifactOf(purlAt(index, side))
  const buildAt = (index: number, side: Side) => buildOf(purlAt(index, side))
  const artifacts = hasPurl ? [purlAt, artifactAt, buildAt] : []
  // The keys in order of precedence: the same version and usage location, then the same version, then the same usage;
  // each first in the same artifact.
  const ofVersion: ((index: number, side: Side) => string)[] = [
    (index, side) =>
      `${versionAt(index, side)} ${pairing[side](index).fingerprint?.value} ${usageAt(index, side)}`,
    (index, side) => `${versionAt(index, side)} ${usageAt(index, side)}`,
    versionAt,
  ]
  const withArtifact = (keys: typeof ofVersion) =>
    artifacts.flatMap((of) =>
      keys.map((keyOf) => (index: number, side: Side) => `${of(index, side)} ${keyOf(index, side)}`),
    )
  for (const keyOf of [...withArtifact(ofVersion), ...ofVersion, ...(isAnyVersion ? [usageAt] : [])]) {
    const { known, reported } = rest()
    if (known.length === 0 || reported.length === 0) break
    const after = groupBy(reported, (each) => keyOf(each, 'reportedAt'))
    for (const [key, some] of groupBy(known, (each) => keyOf(each, 'knownAt')))
      pairSameAdvisories(pairing, { known: some, reported: after.get(key) ?? [] }, basis)
  }
  offerArtifacts(pairing, candidate)
  const { known, reported } = rest()
  if (!isAnyVersion) return
  // How the package is used tells versions of it apart, if each is used in another way.
  const after = groupBy(reported, (each) => pairing.reportedAt(each).flow)
  for (const [flow, some] of groupBy(known, (each) => pairing.knownAt(each).flow)) {
    const others = after.get(flow) ?? []
    const isOnly = (side: 'knownAt' | 'reportedAt', all: readonly number[]) =>
      new Set(all.map((each) => pairing[side](each).dependency?.version)).size === 1
    if (isOnly('knownAt', some) && isOnly('reportedAt', others))
      pairSameAdvisories(pairing, { known: some, reported: others }, basis)
  }
  for (const keyOf of artifacts.slice(1)) {
    const { known, reported } = rest()
    const after = groupBy(reported, (each) => keyOf(each, 'reportedAt'))
    for (const [key, some] of groupBy(known, (each) => keyOf(each, 'knownAt')))
      if (key !== '') pairSingle(pairing, { known: some, reported: after.get(key) ?? [] }, basis)
  }
  pairSingle(pairing, rest(), basis)
}

/** Offers what was decided of an artifact for others of the same version that are new beside it. */
function offerArtifacts(pairing: Pairing, { known, reported }: FileFindings): void {
  const stayed = known.filter((each) => !pairing.isFreeKnown(each)).slice(0, maxArtifacts)
  if (stayed.length === 0) return
  for (const each of reported.filter(pairing.isFreeReported)) {
    const { dependency } = pairing.reportedAt(each)
    if (dependency === null || dependency.purl === null) continue
    for (const one of stayed)
      if (
        pairing.knownAt(one).dependency?.version === dependency.version &&
        haveSameAdvisory(pairing, one, each)
      )
        pairing.doubt(one, each, 'identical')
  }
}

/** The most artifacts of a package that are compared with each new one. */
const maxArtifacts = 100

/** Pairs findings with the same first id first; an alias is used only if exactly one finding has it on each side. */
function pairSameAdvisories(pairing: Pairing, { known, reported }: FileFindings, basis: Basis): void {
  const ownId = (side: 'knownAt' | 'reportedAt', index: number) =>
    pairing[side](index).dependency?.advisories[0]
  for (const one of known) {
    const isSame = (each: number) =>
      pairing.isFreeReported(each) &&
      ownId('knownAt', one) === ownId('reportedAt', each) &&
      haveSameAdvisory(pairing, one, each)
    const candidate = reported.find(isSame)
    if (candidate === undefined) continue
    if (isAmbiguous(pairing, { known, reported: reported.filter(isSame) }, one)) {
      for (const each of reported.filter(isSame)) pairing.doubt(one, each, 'identical')
    } else pairing.pair(one, candidate, basis)
  }
  pairSingle(
    pairing,
    { known: known.filter(pairing.isFreeKnown), reported: reported.filter(pairing.isFreeReported) },
    basis,
  )
}

/**
 * Whether a finding of one artifact may be several of others, or several that were decided in another way may be one. A
 * finding without a package URL stood for all artifacts, so that it stays with the first.
 */
function isAmbiguous(pairing: Pairing, { known, reported }: FileFindings, one: number): boolean {
  const { dependency, decision } = pairing.knownAt(one)
  if (dependency === null || dependency.purl === null) return false
  const after = new Set(reported.map((each) => pairing.reportedAt(each).dependency?.purl))
  if (after.size > 1 && !after.has(dependency.purl)) return true
  const rivals = known.filter(
    (each) =>
      pairing.isFreeKnown(each) &&
      pairing.knownAt(each).decision !== decision &&
      pairing.knownAt(each).dependency?.purl !== dependency.purl &&
      haveSameAdvisory(pairing, each, reported[0] ?? 0),
  )
  return rivals.length > 0
}

/** Pairs the remaining findings of each advisory if exactly one is left on both sides; otherwise they are in doubt. */
function pairSingle(pairing: Pairing, { known, reported }: FileFindings, basis: Basis): void {
  for (const one of known) {
    const candidates = reported.filter((each) => haveSameAdvisory(pairing, one, each))
    const [candidate] = candidates
    const rivals =
      candidate === undefined ? [] : known.filter((each) => haveSameAdvisory(pairing, each, candidate))
    if (candidate !== undefined && candidates.length === 1 && rivals.length === 1)
      pairing.pair(one, candidate, basis)
    else
      for (const each of candidates) if (pairing.isFreeReported(each)) pairing.doubt(one, each, 'identical')
  }
}

/** Whether one lists the other by its own id; two that only share a third id are different advisories. */
export function haveSameAdvisory(pairing: Pairing, known: number, reported: number): boolean {
  const [one, other] = [pairing.knownAt(known).dependency, pairing.reportedAt(reported).dependency]
  if (one === null || other === null) return false
  if (differ(one.ecosystem, other.ecosystem) || differ(one.distribution, other.distribution)) return false
  const [a, b] = [one.advisories[0], other.advisories[0]]
  if (a === undefined || b === undefined)
    return pairing.knownAt(known).rule === pairing.reportedAt(reported).rule
  return one.advisories.includes(b) || other.advisories.includes(a)
}

/** Whether two words differ; what is not known differs from nothing. */
const differ = (one: string | null, other: string | null): boolean =>
  [one, other].every((each) => each !== null && each !== 'generic') && one !== other
