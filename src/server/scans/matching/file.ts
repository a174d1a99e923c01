import {
  type Basis,
  type Candidate,
  compareByLocation,
  fingerprintsDiffer,
  resourcesDiffer,
} from './candidates.ts'
import { type PairingRules, pairEqualMatches, supportOfMoves } from './equal-matches.ts'
import { likeliestOrder } from './likeliest-order.ts'
import { type Anchor, LineShifts } from './line-shifts.ts'
import { groupBy, type Pairing } from './pairing.ts'

/** The findings of one file, by their positions in a pairing. */
export interface FileFindings {
  known: readonly number[]
  reported: readonly number[]
}

type KeyOf = (candidate: Candidate) => string | null

/** Equal for findings of one rule with the same fingerprint; null for one without. */
export const fingerprintKey: KeyOf = ({ rule, fingerprint }) =>
  fingerprint === null ? null : JSON.stringify([rule, fingerprint.scheme, fingerprint.value])
/** Equal for findings of one rule with the same fingerprint under an unknown name; null for one without. */
export const otherFingerprintKey: KeyOf = ({ rule, otherFingerprint }) =>
  otherFingerprint === null ? null : JSON.stringify([rule, otherFingerprint.scheme, otherFingerprint.value])
/** Equal for findings of one rule with the same code, however it is formatted; null for one without. */
export const codeKey: KeyOf = ({ rule, code, tokens }) =>
  code === null ? null : JSON.stringify([rule, tokens ?? code])
/** Equal for findings of one rule with the same message. */
export const messageKey: KeyOf = ({ rule, message }) => JSON.stringify([rule, message])

/** Pairs the findings of a file whose fingerprint is the same. */
export function pairByFingerprint(pairing: Pairing, file: FileFindings, basis: Basis = 'fingerprint'): void {
  const before = groupBy(file.known, (each) => fingerprintKey(pairing.knownAt(each)))
  const after = groupBy(file.reported, (each) => fingerprintKey(pairing.reportedAt(each)))
  const repeated: { known: number[]; reported: number[] }[] = []
  for (const [key, known] of before) {
    const reported = after.get(key)
    if (reported === undefined) continue
    const [one, another] = known
    const [candidate, second] = reported
    if (one !== undefined && candidate !== undefined && another === undefined && second === undefined)
      pairing.pair(one, candidate, basis)
    else repeated.push({ known, reported })
  }
  if (repeated.length === 0) return
  const shifts = shiftsOf(pairing, file)
  const isLikely = likelyIn(pairing, file)
  // Equal fingerprints with different code are paired by code first.
  for (const group of repeated) {
    pairByKey(pairing, group, codeKey, shifts, { basis, isLikely })
    pairEqualMatches(pairing, group, shifts, { basis, isLikely })
  }
}

/**
 * Pairs the findings of a file that have the same code. If their fingerprints differ, the surrounding code changed:
 * then the code must be unique in the file, or on the expected line.
 */
export function pairByCode(pairing: Pairing, file: FileFindings, basis: Basis = 'code'): void {
  const differ = (known: readonly number[], reported: readonly number[]) =>
    basis === 'code' &&
    !pairing.schemeChanged &&
    known.some((k) => reported.some((r) => fingerprintsDiffer(pairing.knownAt(k), pairing.reportedAt(r))))
  const before = groupBy(file.known, (each) => codeKey(pairing.knownAt(each)))
  const after = groupBy(file.reported, (each) => codeKey(pairing.reportedAt(each)))
  const repeated: { known: number[]; reported: number[] }[] = []
  for (const [key, all] of before) {
    const known = all.filter(pairing.isFreeKnown)
    const reported = (after.get(key) ?? []).filter(pairing.isFreeReported)
    const [one] = known
    const [candidate] = reported
    if (one === undefined || candidate === undefined) continue
    const unique = all.length === 1 && after.get(key)?.length === 1
    if (unique) pairing.pair(one, candidate, differ(known, reported) ? 'fingerprint_changed' : basis)
    else repeated.push({ known, reported })
  }
  if (repeated.length === 0) return
  const shifts = shiftsOf(pairing, file)
  const isLikely = likelyIn(pairing, file)
  for (const group of repeated) {
    pairByOtherFingerprint(pairing, group, basis)
    const sameLineOnly = differ(group.known, group.reported)
    pairEqualMatches(
      pairing,
      group,
      shifts,
      sameLineOnly ? { basis: 'fingerprint_changed', sameLineOnly, isLikely } : { basis, isLikely },
    )
  }
}

/** Pairs equal matches whose fingerprint under an unknown name is the same and unique among them. */
function pairByOtherFingerprint(pairing: Pairing, { known, reported }: FileFindings, basis: Basis): void {
  const keyOf = (one: Candidate) =>
    pairing.otherFingerprints.moved.has(one.otherFingerprint?.scheme ?? '') ? otherFingerprintKey(one) : null
  const after = groupBy(reported.filter(pairing.isFreeReported), (each) => keyOf(pairing.reportedAt(each)))
  for (const [key, [one, another]] of groupBy(known.filter(pairing.isFreeKnown), (each) =>
    keyOf(pairing.knownAt(each)),
  )) {
    const [candidate, second] = after.get(key) ?? []
    if (one !== undefined && candidate !== undefined && another === undefined && second === undefined)
      pairing.pair(one, candidate, basis)
  }
}

/** Pairs the findings of a file by rule, message and line, if nothing better was reported for both. */
export function pairByPosition(pairing: Pairing, file: FileFindings, basis: Basis = 'position'): void {
  const keyOf = (one: Candidate) => (pairing.reworded.has(one.rule) ? one.rule : messageKey(one))
  const before = groupBy(file.known.filter(pairing.isFreeKnown), (each) => keyOf(pairing.knownAt(each)))
  const after = groupBy(file.reported.filter(pairing.isFreeReported), (each) =>
    keyOf(pairing.reportedAt(each)),
  )
  const groups = [...before].flatMap(([key, known]) => {
    const reported = after.get(key)
    if (reported === undefined) return []
    const weak = comparePlacesOnly(pairing, { known, reported })
    return weak ? [{ known, reported }] : []
  })
  if (groups.length === 0) return
  const isUnique = ({ known, reported }: FileFindings) => known.length === 1 && reported.length === 1
  const unique = groups.filter(isUnique)
  const anchorOf = ({ known, reported }: FileFindings): Anchor => ({
    before: pairing.knownAt(known[0] ?? 0).line,
    after: pairing.reportedAt(reported[0] ?? 0).line,
  })
  const support = supportOfGroups(pairing, groups)
  // Code that was moved within the file would be a wrong anchor, so others must have moved by the same distance.
  const anchors = unique.map(anchorOf).filter(({ before, after }) => (support.get(after - before) ?? 0) > 1)
  const repeated = groups.filter((each) => !isUnique(each))
  const isLikely = likelyIn(pairing, file)
  const isSameNumber = ({ known, reported }: FileFindings) => known.length === reported.length
  // Groups of unchanged size show how the others moved.
  for (const some of [repeated.filter(isSameNumber), repeated.filter((each) => !isSameNumber(each))]) {
    const shifts = new LineShifts([...anchorsOf(pairing, file), ...anchors])
    for (const group of some) {
      pairByOtherFingerprint(pairing, group, basis)
      pairEqualMatches(pairing, group, shifts, { basis, byPositionOnly: true, isLikely })
    }
  }
  // A move applies to the whole file if another match moved by the same distance.
  const moves = new Map<number, number>()
  for (const each of [...anchorsOf(pairing, file), ...unique.map(anchorOf)]) {
    const move = each.after - each.before
    moves.set(move, (moves.get(move) ?? 0) + 1)
  }
  for (const group of unique) {
    const [known, reported] = [group.known[0] ?? 0, group.reported[0] ?? 0]
    const { before, after } = anchorOf(group)
    const confirmed = before === after || (moves.get(after - before) ?? 0) > 1
    const isSure = confirmed && isLikely(known, reported)
    if (isSure || pairing.knownAt(known).isInterchangeable) pairing.pair(known, reported, basis)
    else pairing.doubt(known, reported, 'unconfirmed')
  }
}

/**
 * Returns a test of whether two findings of a file are the same in one of the likeliest explanations of all its
 * locations. Computed on first use, from the pairs at that time.
 */
export function likelyIn(pairing: Pairing, file: FileFindings): (known: number, reported: number) => boolean {
  const weigh = () => {
    const before = file.known.toSorted((a, b) => compareByLocation(pairing.knownAt(a), pairing.knownAt(b)))
    const after = file.reported.toSorted((a, b) =>
      compareByLocation(pairing.reportedAt(a), pairing.reportedAt(b)),
    )
    const isLikely = likeliestOrder(
      before.map((each) => pairing.knownAt(each).line),
      after.map((each) => pairing.reportedAt(each).line),
      (i, j) => changeOf(pairing, before[i] ?? 0, after[j] ?? 0),
    )
    const places = [before, after].map((side) => new Map(side.map((each, index) => [each, index])))
    return (known: number, reported: number) =>
      isLikely?.([places[0]?.get(known) ?? -1, places[1]?.get(reported) ?? -1]) ?? true
  }
  let weighed: ReturnType<typeof weigh> | undefined
  return (known, reported) => {
    weighed ??= weigh()
    return weighed(known, reported)
  }
}

/** The cost of the change of a finding if the two are the same; null if they are not. */
function changeOf(pairing: Pairing, known: number, reported: number): number | null {
  if (pairing.reportedOf(known) === reported) return 0
  const [one, other] = [pairing.knownAt(known), pairing.reportedAt(reported)]
  if (one.rule !== other.rule || resourcesDiffer(one, other)) return null
  const content = one.code === null || other.code === null ? messageKey : codeKey
  const fingerprint = !pairing.schemeChanged && fingerprintsDiffer(one, other) ? 1 / 4 : 0
  return (content(one) === content(other) ? 0 : 1) + fingerprint
}

/**
 * Whether nothing better than rule, path, message and line was reported for any two; in one pass, since there may be
 * many.
 */
function comparePlacesOnly(pairing: Pairing, { known, reported }: FileFindings): boolean {
  const hasCode =
    known.some((each) => pairing.knownAt(each).code !== null) &&
    reported.some((each) => pairing.reportedAt(each).code !== null)
  const before = new Set(known.map((each) => pairing.knownAt(each).fingerprint?.scheme))
  const hasFingerprint = reported.some((each) => {
    const scheme = pairing.reportedAt(each).fingerprint?.scheme
    return scheme !== undefined && before.has(scheme)
  })
  return !hasCode && (pairing.schemeSurelyChanged || !hasFingerprint)
}

/** For each line offset the number of findings of the groups that may have moved by it. */
function supportOfGroups(pairing: Pairing, groups: readonly FileFindings[]): Map<number, number> {
  const all = new Map<number, number>()
  for (const group of groups) {
    if (group.known.length * group.reported.length > maxCompared) continue
    for (const [move, count] of supportOfMoves(pairing, group)) all.set(move, (all.get(move) ?? 0) + count)
  }
  return all
}

/** Larger groups are not used to determine how a file moved. */
const maxCompared = 10_000

function pairByKey(
  pairing: Pairing,
  file: FileFindings,
  keyOf: KeyOf,
  shifts: LineShifts,
  rules: PairingRules,
): void {
  const before = groupBy(file.known.filter(pairing.isFreeKnown), (each) => keyOf(pairing.knownAt(each)))
  const after = groupBy(file.reported.filter(pairing.isFreeReported), (each) =>
    keyOf(pairing.reportedAt(each)),
  )
  for (const [key, known] of before)
    pairEqualMatches(pairing, { known, reported: after.get(key) ?? [] }, shifts, rules)
}

/** How the lines of a file moved, derived from the existing matches and from content that is unique in the file. */
export function shiftsOf(pairing: Pairing, file: FileFindings, keyOf: KeyOf = codeKey): LineShifts {
  return new LineShifts(anchorsOf(pairing, file, keyOf))
}

function anchorsOf(pairing: Pairing, file: FileFindings, keyOf: KeyOf = codeKey): Anchor[] {
  const anchors = file.known.flatMap((each): Anchor[] => {
    const reported = pairing.reportedOf(each)
    return reported < 0
      ? []
      : [{ before: pairing.knownAt(each).line, after: pairing.reportedAt(reported).line }]
  })
  const after = groupBy(file.reported, (each) => keyOf(pairing.reportedAt(each)))
  for (const [key, known] of groupBy(file.known, (each) => keyOf(pairing.knownAt(each)))) {
    const reported = after.get(key)
    const [one] = known
    const [candidate] = reported ?? []
    if (one === undefined || candidate === undefined || known.length > 1 || reported?.length !== 1) continue
    anchors.push({ before: pairing.knownAt(one).line, after: pairing.reportedAt(candidate).line })
  }
  return anchors
}
