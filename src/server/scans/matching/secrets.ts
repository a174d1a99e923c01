import { type Basis, type Candidate, compareByLocation } from './candidates.ts'
import { pairEqualMatches } from './equal-matches.ts'
import { type FileFindings, likelyIn, shiftsOf } from './file.ts'
import type { LineShifts } from './line-shifts.ts'
import { groupBy, type Pairing } from './pairing.ts'

/** The key of a secret: its type and value; null if the value was masked or not reported. */
export function secretKey(of: { secret: { type: string; value: string | null } | null }): string | null {
  return of.secret?.value == null ? null : JSON.stringify([of.secret.type, of.secret.value])
}

/**
 * Pairs secrets of a file: those of one value as equal matches, and those without a value only at an unchanged
 * location.
 * Source: docs/api.md#identity.
 * @param open the open findings of the same file, if those of `file` are fixed.
 */
export function pairSecrets(
  pairing: Pairing,
  file: FileFindings,
  basis: Basis = 'secret',
  open: readonly number[] = [],
): void {
  const after = groupBy(file.reported, (each) => secretKey(pairing.reportedAt(each)))
  const before = groupBy(file.known, (each) => secretKey(pairing.knownAt(each)))
  const repeated: FileFindings[] = []
  for (const [key, known] of before) {
    const reported = after.get(key)
    const [one, candidate] = [known[0], reported?.[0]]
    if (one === undefined || candidate === undefined || reported === undefined) continue
    if (known.length === 1 && reported.length === 1) pairing.pair(one, candidate, basis)
    else repeated.push({ known, reported })
  }
  const shifts = shiftsOf(pairing, file, (one) => secretKey(one))
  for (const group of repeated) {
    if (group.known.length === group.reported.length) pairInOrder(pairing, group, basis)
    else pairEqualMatches(pairing, group, shifts, { basis })
  }
  if (basis === 'secret') pairMasked(pairing, file, shifts, { basis, open })
}

/** Pairs equal numbers of locations of one value in order; the lines between them are irrelevant. */
function pairInOrder(pairing: Pairing, { known, reported }: FileFindings, basis: Basis): void {
  const after = reported.toSorted((a, b) => compareByLocation(pairing.reportedAt(a), pairing.reportedAt(b)))
  for (const [index, one] of known
    .toSorted((a, b) => compareByLocation(pairing.knownAt(a), pairing.knownAt(b)))
    .entries()) {
    const candidate = after[index]
    if (candidate !== undefined) pairing.pair(one, candidate, basis)
  }
}

/**
 * A masked value does not identify a secret: only the same rule at an unchanged location does. Unpaired findings of
 * `open` take precedence over fixed ones.
 */
function pairMasked(
  pairing: Pairing,
  file: FileFindings,
  shifts: LineShifts,
  { basis, open }: { basis: Basis; open: readonly number[] },
): void {
  const isMasked = (one: Candidate) => one.secret?.value == null
  const known = file.known.filter(pairing.isFreeKnown)
  const reported = file.reported.filter(
    (each) => pairing.isFreeReported(each) && pairing.reportedAt(each).secret !== null,
  )
  const after = groupBy(reported, (each) => pairing.reportedAt(each).rule)
  const isLikely = likelyIn(pairing, file)
  for (const [rule, some] of groupBy(known, (each) => pairing.knownAt(each).rule)) {
    const others = after.get(rule) ?? []
    // Two values that were both reported are known to differ.
    const comparable =
      some.some((each) => isMasked(pairing.knownAt(each))) ||
      others.some((each) => isMasked(pairing.reportedAt(each)))
    if (!comparable || others.length === 0) continue
    const group = { known: some, reported: others }
    if (mayAllBeOpen(pairing, group, open)) doubtInPlace(pairing, group)
    else
      pairEqualMatches(pairing, group, shifts, { basis, byPositionOnly: true, unmovedOnly: true, isLikely })
  }
}

/**
 * Whether there are enough unpaired open secrets to account for all those reported here, so that none need be a fixed
 * one.
 */
function mayAllBeOpen(pairing: Pairing, group: FileFindings, open: readonly number[]): boolean {
  const rules = new Set(group.known.map((each) => pairing.knownAt(each).rule))
  const missing = open.filter((each) => {
    const { secret, rule } = pairing.knownAt(each)
    return pairing.isFreeKnown(each) && secret !== null && rules.has(rule)
  })
  return missing.length > 0 && group.reported.length <= missing.length
}

/** Records a doubt for reported findings on the line of a known one. */
function doubtInPlace(pairing: Pairing, { known, reported }: FileFindings): void {
  for (const each of reported)
    for (const one of known)
      if (pairing.knownAt(one).line === pairing.reportedAt(each).line) pairing.doubt(one, each, 'unconfirmed')
}
