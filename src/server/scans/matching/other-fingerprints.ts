import type { Candidate } from './candidates.ts'
import { codeKey, type FileFindings, otherFingerprintKey } from './file.ts'
import { groupBy, type OtherFingerprints, type Pairing } from './pairing.ts'

/**
 * Judges fingerprints under unknown names by how their values went from the stored findings to the reported ones, since
 * some are computed from a line or a column. Source: docs/api.md#identity.
 */
export function judgeOtherFingerprints(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
): OtherFingerprints {
  const result = {
    moved: new Set<string>(),
    elsewhere: { known: new Set<number>(), reported: new Set<number>() },
  }
  const [kept, changed] = [new Set<string>(), new Set<string>()]
  const all = {
    known: [...files.values()].flatMap(({ known }) => known),
    reported: [...files.values()].flatMap(({ reported }) => reported),
  }
  for (const [one, other] of uniquePairs(pairing, all, otherFingerprintKey)) {
    const [before, after] = [pairing.knownAt(one), pairing.reportedAt(other)]
    if (before.path === after.path && before.line === after.line) continue
    result.elsewhere.known.add(one)
    result.elsewhere.reported.add(other)
  }
  for (const file of files.values()) {
    for (const [one, other] of uniquePairs(pairing, file, otherFingerprintKey))
      if (pairing.knownAt(one).line !== pairing.reportedAt(other).line)
        result.moved.add(schemeOf(pairing.knownAt(one)))
    for (const [one, other] of uniquePairs(pairing, file, codeKey)) {
      const [before, after] = [pairing.knownAt(one), pairing.reportedAt(other)]
      const scheme = schemeOf(before)
      if (scheme === '' || scheme !== schemeOf(after) || before.line === after.line) continue
      const isSame = before.otherFingerprint?.value === after.otherFingerprint?.value
      ;(isSame ? kept : changed).add(scheme)
    }
  }
  return { ...result, stable: kept.difference(changed).intersection(result.moved) }
}

/**
 * Pairs the findings of a file by fingerprints under unknown names that stayed with equal code whose line changed. That
 * says nothing of what other code does, so that a changed finding keeps no decision that hides it.
 */
export function pairByStableFingerprint(pairing: Pairing, file: FileFindings): void {
  for (const [one, other] of uniquePairs(pairing, file, otherFingerprintKey)) {
    const [before, after] = [pairing.knownAt(one), pairing.reportedAt(other)]
    if (!pairing.otherFingerprints.stable.has(schemeOf(before))) continue
    if (codeKey(before) === codeKey(after)) pairing.pair(one, other, 'code')
    else pairing.pairChanged(one, other)
  }
}

const schemeOf = ({ otherFingerprint }: Candidate) => otherFingerprint?.scheme ?? ''

/** The pairs of open findings of a file with a key that is unique on both sides. */
function uniquePairs(
  pairing: Pairing,
  { known, reported }: FileFindings,
  keyOf: (one: Candidate) => string | null,
): [known: number, reported: number][] {
  const after = groupBy(reported, (each) => keyOf(pairing.reportedAt(each)))
  const before = groupBy(known, (each) => keyOf(pairing.knownAt(each)))
  return [...before].flatMap(([key, [one, another]]): [number, number][] => {
    const [candidate, second] = after.get(key) ?? []
    const isUnique = another === undefined && second === undefined
    return one !== undefined && candidate !== undefined && isUnique ? [[one, candidate]] : []
  })
}
