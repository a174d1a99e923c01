import type { Basis, Dependency, Doubt } from './candidates.ts'
import type { FileFindings } from './file.ts'
import { groupBy, type Pairing } from './pairing.ts'

/**
 * Pairs vulnerable dependencies of a manifest with the same package and advisory: equal versions first, then a single
 * remaining pair, so that a version bump keeps the decision. Source: docs/api.md#identity.
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
  // The keys in order of precedence: the same version and usage location, then the same version, then the same usage.
  const keys: ((index: number, side: 'knownAt' | 'reportedAt') => string)[] = [
    (index, side) => {
      const one = pairing[side](index)
      return `${one.dependency?.version} ${one.fingerprint?.value} ${usageOf(one)}`
    },
    (index, side) => `${pairing[side](index).dependency?.version} ${usageOf(pairing[side](index))}`,
    (index, side) => `${pairing[side](index).dependency?.version}`,
    ...(isAnyVersion
      ? [(index: number, side: 'knownAt' | 'reportedAt') => usageOf(pairing[side](index))]
      : []),
  ]
  for (const keyOf of keys) {
    const { known, reported } = rest()
    const after = groupBy(reported, (each) => keyOf(each, 'reportedAt'))
    for (const [key, some] of groupBy(known, (each) => keyOf(each, 'knownAt')))
      pairSameAdvisories(pairing, { known: some, reported: after.get(key) ?? [] }, basis)
  }
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
  pairSingle(pairing, rest(), basis)
}

/** Pairs findings with the same first id first; an alias is used only if exactly one finding has it on each side. */
function pairSameAdvisories(pairing: Pairing, { known, reported }: FileFindings, basis: Basis): void {
  const ownId = (side: 'knownAt' | 'reportedAt', index: number) =>
    pairing[side](index).dependency?.advisories[0]
  for (const one of known) {
    const candidate = reported.find(
      (each) =>
        pairing.isFreeReported(each) &&
        ownId('knownAt', one) === ownId('reportedAt', each) &&
        haveSameAdvisory(pairing, one, each),
    )
    if (candidate !== undefined) pairing.pair(one, candidate, basis)
  }
  pairSingle(
    pairing,
    { known: known.filter(pairing.isFreeKnown), reported: reported.filter(pairing.isFreeReported) },
    basis,
  )
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
  if (one.ecosystem !== null && other.ecosystem !== null && one.ecosystem !== other.ecosystem) return false
  const [a, b] = [one.advisories[0], other.advisories[0]]
  if (a === undefined || b === undefined)
    return pairing.knownAt(known).rule === pairing.reportedAt(reported).rule
  return one.advisories.includes(b) || other.advisories.includes(a)
}
