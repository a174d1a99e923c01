import { byPlace, type Candidate, comparesByPositionOnly, fingerprintsDiffer } from './candidates.ts'
import { pairInDoubt } from './equal-matches.ts'
import { codeKey, type FileFindings, fingerprintKey, messageKey } from './file.ts'
import { grouped, type Pairing } from './pairing.ts'

/** Pairs reported findings with fixed or removed ones of their file that have the same fingerprint or code. */
export function pairWithClosed(pairing: Pairing, file: FileFindings, by: 'fingerprint' | 'code'): void {
  const keyOf = by === 'fingerprint' ? fingerprintKey : codeKey
  const after = grouped(file.reported.filter(pairing.isFreeReported), (each) => keyOf(pairing.r(each)))
  const before = grouped(file.known.filter(pairing.isFreeKnown), (each) => keyOf(pairing.k(each)))
  for (const [key, closed] of before) {
    const reported = (after.get(key) ?? []).toSorted((a, b) => byPlace(pairing.r(a), pairing.r(b)))
    const known = closed
      .filter((k) => by === 'fingerprint' || !differFromAll(pairing, pairing.k(k), reported))
      .toSorted((a, b) => byPlace(pairing.k(a), pairing.k(b)))
    if (reported.length === 0 || known.length === 0) continue
    // They may as well be open ones that moved.
    if (reported.some((each) => pairing.mayBeOpen(each))) doubtAll(pairing, known, reported)
    else if (reported.length === known.length) {
      for (const [index, each] of known.entries()) {
        const found = reported[index]
        if (found !== undefined) pairing.pair(each, found, by)
      }
    } else pairInDoubt(pairing, { known, reported }, { start: 0, end: 0 }, { basis: by })
  }
}

function doubtAll(pairing: Pairing, known: readonly number[], reported: readonly number[]): void {
  for (const each of reported) for (const one of known.slice(-3)) pairing.doubt(one, each, 'identical')
}

function differFromAll(pairing: Pairing, known: Candidate, reported: readonly number[]): boolean {
  return !pairing.schemeChanged && reported.every((each) => fingerprintsDiffer(known, pairing.r(each)))
}

/** Pairs reported findings with fixed or removed ones that had the same rule and message on the same line. */
export function pairWithClosedInPlace(pairing: Pairing, file: FileFindings): void {
  const placeOf = (one: Candidate) => `${one.line} ${messageKey(one)}`
  const after = grouped(file.reported.filter(pairing.isFreeReported), (each) => placeOf(pairing.r(each)))
  // The newest first: it is the one that was last seen there.
  for (const one of file.known
    .filter(pairing.isFreeKnown)
    .toSorted((a, b) => pairing.k(b).id - pairing.k(a).id)) {
    const found = (after.get(placeOf(pairing.k(one))) ?? []).find(
      (each) => pairing.isFreeReported(each) && comparesByPositionOnly(pairing.k(one), pairing.r(each)),
    )
    if (found === undefined) continue
    // It may as well be an open one that moved here.
    if (pairing.mayBeOpen(found)) pairing.doubt(one, found, 'unconfirmed')
    else pairing.pair(one, found, 'position')
  }
}
