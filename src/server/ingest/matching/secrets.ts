import { type Basis, byPlace, type Candidate } from './candidates.ts'
import { pairEqualMatches } from './equal-matches.ts'
import { type FileFindings, likelyIn, shiftsOf } from './file.ts'
import type { LineShifts } from './line-shifts.ts'
import { grouped, type Pairing } from './pairing.ts'

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
  const after = grouped(file.reported, (each) => secretKey(pairing.r(each)))
  const before = grouped(file.known, (each) => secretKey(pairing.k(each)))
  const repeated: FileFindings[] = []
  for (const [key, known] of before) {
    const reported = after.get(key)
    const [one, found] = [known[0], reported?.[0]]
    if (one === undefined || found === undefined || reported === undefined) continue
    if (known.length === 1 && reported.length === 1) pairing.pair(one, found, basis)
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
  const after = reported.toSorted((a, b) => byPlace(pairing.r(a), pairing.r(b)))
  for (const [index, one] of known.toSorted((a, b) => byPlace(pairing.k(a), pairing.k(b))).entries()) {
    const found = after[index]
    if (found !== undefined) pairing.pair(one, found, basis)
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
    (each) => pairing.isFreeReported(each) && pairing.r(each).secret !== null,
  )
  const after = grouped(reported, (each) => pairing.r(each).rule)
  const isLikely = likelyIn(pairing, file)
  for (const [rule, some] of grouped(known, (each) => pairing.k(each).rule)) {
    const others = after.get(rule) ?? []
    // Two values that were both sent are known to differ.
    const comparable =
      some.some((each) => isMasked(pairing.k(each))) || others.some((each) => isMasked(pairing.r(each)))
    if (!comparable || others.length === 0) continue
    const group = { known: some, reported: others }
    if (mayAllBeOpen(pairing, group, open)) doubtInPlace(pairing, group)
    else
      pairEqualMatches(pairing, group, shifts, { basis, byPositionOnly: true, unmovedOnly: true, isLikely })
  }
}

/** Whether open secrets that are not found elsewhere are so many that none of those reported here need be a fixed one. */
function mayAllBeOpen(pairing: Pairing, group: FileFindings, open: readonly number[]): boolean {
  const rules = new Set(group.known.map((each) => pairing.k(each).rule))
  const missing = open.filter((each) => {
    const { secret, rule } = pairing.k(each)
    return pairing.isFreeKnown(each) && secret !== null && rules.has(rule)
  })
  return missing.length > 0 && group.reported.length <= missing.length
}

/** Reported ones on the line of a known one may still be that one. */
function doubtInPlace(pairing: Pairing, { known, reported }: FileFindings): void {
  for (const each of reported)
    for (const one of known)
      if (pairing.k(one).line === pairing.r(each).line) pairing.doubt(one, each, 'unconfirmed')
}
