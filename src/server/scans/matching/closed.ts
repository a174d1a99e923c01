import {
  type Candidate,
  compareByLocation,
  comparesByPositionOnly,
  fingerprintsDiffer,
  type KnownFinding,
} from './candidates.ts'
import { pairInDoubt } from './equal-matches.ts'
import { codeKey, type FileFindings, fingerprintKey, messageKey, shiftsOf } from './file.ts'
import { doubtAll, offerOnlyOnes } from './offers.ts'
import { groupBy, type Pairing } from './pairing.ts'
import { contentKey } from './renamed-files.ts'

/** Pairs reported findings with fixed or removed ones of their file that have the same fingerprint or code. */
export function pairWithClosed(pairing: Pairing, all: FileFindings, by: 'fingerprint' | 'code'): void {
  const keyOf = by === 'fingerprint' ? fingerprintKey : codeKey
  const file = withoutOffered(pairing, all, keyOf)
  const reportedByKey = groupBy(file.reported.filter(pairing.isFreeReported), (each) =>
    keyOf(pairing.reportedAt(each)),
  )
  const known = groupBy(file.known.filter(pairing.isFreeKnown), (each) => keyOf(pairing.knownAt(each)))
  for (const [key, closed] of known) {
    const reported = (reportedByKey.get(key) ?? []).toSorted((a, b) =>
      compareByLocation(pairing.reportedAt(a), pairing.reportedAt(b)),
    )
    const differing = new Set(
      closed.filter((k) => by === 'code' && differFromAll(pairing, pairing.knownAt(k), reported)),
    )
    const known = closed
      .filter((each) => !differing.has(each))
      .toSorted((a, b) => compareByLocation(pairing.knownAt(a), pairing.knownAt(b)))
    // They may also be open findings that moved.
    if (reported.some((each) => pairing.mayBeOpen(each))) addAllDoubts(pairing, known, reported)
    else if (reported.length === known.length) {
      for (const [index, each] of known.entries()) {
        const candidate = reported[index]
        if (candidate !== undefined) pairing.pair(each, candidate, by)
      }
    } else if (reported.length > 0 && known.length > 0)
      pairInDoubt(pairing, { known, reported }, { start: 0, end: 0 }, { basis: by })
    // The tool may compute its fingerprints in another way since.
    addAllDoubts(pairing, [...differing], reported.filter(pairing.isFreeReported))
  }
}

/**
 * Leaves out fixed findings that are on offer to equal ones which stand: one of those may be it. What is reported with the same
 * content is in doubt.
 */
export function withoutOffered(
  pairing: Pairing,
  file: FileFindings,
  keyOf: (one: Candidate) => string | null,
): FileFindings {
  const isOffered = (each: number) => {
    const one = pairing.knownAt(each)
    return one.offeredTo === 'equal' && keyOf(one) !== null
  }
  const offered = file.known.filter(isOffered)
  if (offered.length === 0) return file
  const reported = groupBy(file.reported.filter(pairing.isFreeReported), (each) =>
    keyOf(pairing.reportedAt(each)),
  )
  for (const [key, known] of groupBy(offered, (each) => keyOf(pairing.knownAt(each))))
    addAllDoubts(pairing, known, reported.get(key) ?? [])
  return { known: file.known.filter((each) => !isOffered(each)), reported: file.reported }
}

function addAllDoubts(pairing: Pairing, known: readonly number[], reported: readonly number[]): void {
  for (const each of reported) for (const one of known.slice(-3)) pairing.doubt(one, each, 'identical')
}

function differFromAll(pairing: Pairing, known: Candidate, reported: readonly number[]): boolean {
  return (
    !pairing.schemeChanged && reported.every((each) => fingerprintsDiffer(known, pairing.reportedAt(each)))
  )
}

/**
 * Pairs reported findings with fixed or removed ones that had the same rule and message on the same line.
 * @param open the findings of the file that were open: where one moved, the line alone says nothing.
 */
export function pairWithClosedInPlace(pairing: Pairing, file: FileFindings, open: FileFindings): void {
  const shifts = shiftsOf(pairing, open)
  const placeOf = (one: Candidate) => `${one.line} ${messageKey(one)}`
  const reportedByKey = groupBy(file.reported.filter(pairing.isFreeReported), (each) =>
    placeOf(pairing.reportedAt(each)),
  )
  // Newest first, since the newest was last seen there.
  for (const one of file.known
    .filter(pairing.isFreeKnown)
    .toSorted((a, b) => pairing.knownAt(b).id - pairing.knownAt(a).id)) {
    const candidate = (reportedByKey.get(placeOf(pairing.knownAt(one))) ?? []).find(
      (each) =>
        pairing.isFreeReported(each) &&
        comparesByPositionOnly(pairing.knownAt(one), pairing.reportedAt(each)),
    )
    if (candidate === undefined) continue
    const { line, offeredTo } = pairing.knownAt(one)
    // It may also be an open finding that moved here, and the fixed one may be another one that moved away.
    if (pairing.mayBeOpen(candidate) || offeredTo !== null || shifts.expected(line) !== line)
      pairing.doubt(one, candidate, 'unconfirmed')
    else pairing.pair(one, candidate, 'position')
  }
}

/**
 * Offers what was decided of fixed findings for equal ones in other files, if nothing is left of their own: it may have
 * been renamed meanwhile.
 */
export function offerFromGoneFiles(pairing: Pairing, isGone: (known: KnownFinding) => boolean): void {
  const closed = [...pairing.known.keys()].filter((each) => {
    const one = pairing.knownAt(each)
    return !one.open && one.decision !== '' && pairing.isFreeKnown(each) && isGone(one)
  })
  if (closed.length === 0) return
  const isPackage = (each: number) => pairing.knownAt(each).dependency !== null
  offerOnlyOnes(pairing, closed.filter(isPackage))
  const after = groupBy([...pairing.reported.keys()].filter(pairing.isFreeReported), (each) =>
    contentKey(pairing, 'reportedAt', each),
  )
  const ofFiles = closed.filter((each) => !isPackage(each))
  for (const [key, known] of groupBy(ofFiles, (each) => contentKey(pairing, 'knownAt', each)))
    doubtAll(pairing, known, after.get(key) ?? [])
}
