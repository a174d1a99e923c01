import { type Basis, type Candidate, compareByLocation } from './candidates.ts'
import { pairEqualMatches } from './equal-matches.ts'
import { type FileFindings, likelyIn, shiftsOf } from './file.ts'
import type { LineShifts } from './line-shifts.ts'
import { groupBy, type Pairing } from './pairing.ts'

/** What a secret is known by: its type and value; null where the value was masked or not sent. */
export function secretKey(of: { secret: { type: string; value: string | null } | null }): string | null {
  return of.secret?.value == null ? null : JSON.stringify([of.secret.type, of.secret.value])
}

/**
 * Pairs secrets of a file: those of one value as equal matches, and those without a value only where they stood before.
 * Source: docs/api.md#identity.
 * @param open where those of `file` are fixed, the open ones of the same file.
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

/** As many places of one value as before: their order says which is which, and the lines between them do not. */
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
 * A masked value says nothing: only the same rule at an unchanged place is the same secret. Those of `open` that nothing
 * was paired with come before fixed ones.
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
    // Two values that were both sent are known to differ.
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

/** Whether open secrets that are not found elsewhere are so many that none of those reported here need be a fixed one. */
function mayAllBeOpen(pairing: Pairing, group: FileFindings, open: readonly number[]): boolean {
  const rules = new Set(group.known.map((each) => pairing.knownAt(each).rule))
  const missing = open.filter((each) => {
    const { secret, rule } = pairing.knownAt(each)
    return pairing.isFreeKnown(each) && secret !== null && rules.has(rule)
  })
  return missing.length > 0 && group.reported.length <= missing.length
}

/** Reported ones on the line of a known one may still be that one. */
function doubtInPlace(pairing: Pairing, { known, reported }: FileFindings): void {
  for (const each of reported)
    for (const one of known)
      if (pairing.knownAt(one).line === pairing.reportedAt(each).line) pairing.doubt(one, each, 'unconfirmed')
}
