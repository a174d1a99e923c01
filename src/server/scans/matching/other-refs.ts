import type { Candidate, KnownFinding } from './candidates.ts'
import { codeKey, type FileFindings, fingerprintKey } from './file.ts'
import { doubtAll, offerOnlyOnes } from './offers.ts'
import { groupBy, type Pairing } from './pairing.ts'
import { contentKey, doubtSimilarFiles, pairContents, shapeOf } from './renamed-files.ts'
import { secretKey } from './secrets.ts'

/** Shorter code is often written twice. */
const minDistinctiveTokens = 8

/**
 * Pairs findings of the primary branch, or of another ref that branches are made from, with those of files that were
 * renamed before the first scan of this ref: whole files with two findings or more that all agree, and single findings
 * with code that nobody writes twice. Source: docs/api.md#identity.
 * @param files open findings by path; the stored ones are those of other refs.
 * @param isGone whether this ref has no finding in the file of a stored one, although the scan covers it.
 * @returns the findings of each renamed file, before and after.
 */
export function pairRenamedSinceReference(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
  isGone: (known: KnownFinding) => boolean,
): FileFindings[] {
  const stood = filesOfBase(pairing)
  const missing = [...files].flatMap(([path, { known, reported }]) => {
    const ofReference = known.filter((each) => pairing.knownAt(each).isOfReference)
    const isMissing = path !== '' && reported.length === 0 && stood.has(path)
    return isMissing && ofReference.every((each) => isGone(pairing.knownAt(each))) ? [ofReference] : []
  })
  if (missing.length === 0) return []
  const renamed = pairAgreeingFiles(pairing, files, missing)
  pairDistinctive(pairing, missing.flat())
  return renamed
}

/**
 * Whether a finding was there when this ref was made: it is no younger, on its ref, than another one that is found here
 * too, or than the first ones of that ref. What came to the other ref later says nothing of this one.
 */
export function stoodInBase(pairing: Pairing): (each: number) => boolean {
  const newest = new Map<number, number>()
  const first = new Map<number, number>()
  const ofReference = [...pairing.known.keys()].filter((each) => pairing.knownAt(each).isOfReference)
  for (const each of ofReference) {
    const { refId, firstSeenScanId } = pairing.knownAt(each)
    first.set(refId, Math.min(first.get(refId) ?? firstSeenScanId, firstSeenScanId))
    if (!pairing.isFreeKnown(each)) newest.set(refId, Math.max(newest.get(refId) ?? 0, firstSeenScanId))
  }
  return (each) => {
    const { isOfReference, refId, firstSeenScanId } = pairing.knownAt(each)
    return (
      isOfReference === true && firstSeenScanId <= Math.max(newest.get(refId) ?? 0, first.get(refId) ?? 0)
    )
  }
}

/** The files that were there when this ref was made. */
const filesOfBase = (pairing: Pairing): ReadonlySet<string> =>
  new Set([...pairing.known.keys()].filter(stoodInBase(pairing)).map((each) => pairing.knownAt(each).path))

/** Pairs the findings of a file with those of the only one that has equal ones, two or more of them. */
function pairAgreeingFiles(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
  missing: readonly (readonly number[])[],
): FileFindings[] {
  const renamed: FileFindings[] = []
  const signatureOf = (side: 'knownAt' | 'reportedAt', positions: readonly number[]) => {
    const keys = positions.map((each) => contentKey(pairing, side, each))
    if (keys.length < 2) return null
    return keys.includes(null) ? shapeOf(pairing, side, positions) : JSON.stringify(keys.sort())
  }
  const added = [...files.values()].filter(
    ({ known, reported }) =>
      reported.length > 1 && !known.some((each) => pairing.knownAt(each).isOfReference),
  )
  const before = Map.groupBy(missing, (known) => signatureOf('knownAt', known))
  const after = Map.groupBy(added, ({ reported }) => signatureOf('reportedAt', reported))
  for (const [signature, [known, ...rivals]] of before) {
    const [file, ...others] = after.get(signature) ?? []
    if (signature === null || !known || !file || rivals.length > 0 || others.length > 0) continue
    const pair = { known, reported: file.reported }
    pairContents(pairing, pair)
    renamed.push(pair)
  }
  return renamed
}

/** Pairs findings that are unique in their rule on both sides by long code, a fingerprint, or the value of a secret. */
function pairDistinctive(pairing: Pairing, gone: readonly number[]): void {
  const all = [...pairing.known.keys()].filter((each) => {
    const { open, isOfReference } = pairing.knownAt(each)
    return open && isOfReference
  })
  const isGone = new Set(gone)
  const keys: ((one: Candidate) => string | null)[] = [
    (one) => (one.dependency ? null : one.secret ? secretKey(one) : codeKey(one)),
    fingerprintKey,
  ]
  for (const [index, keyOf] of keys.entries()) {
    const after = groupBy(pairing.reported.keys(), (each) => keyOf(pairing.reportedAt(each)))
    for (const [key, [one, another]] of groupBy(all, (each) => keyOf(pairing.knownAt(each)))) {
      const [result, second] = after.get(key) ?? []
      if (one === undefined || result === undefined || another !== undefined || second !== undefined) continue
      const { secret, tokenCount } = pairing.reportedAt(result)
      const isDistinctive = index > 0 || secret !== null || tokenCount >= minDistinctiveTokens
      if (isDistinctive && isGone.has(one)) pairing.pair(one, result, 'renamed')
    }
  }
}

/** Offers what was decided on other refs for equal findings in other files. */
export function offerFromOtherRefs(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
  isGone: (known: KnownFinding) => boolean,
): void {
  const open = [...pairing.known.keys()].filter(
    (each) => pairing.knownAt(each).open && pairing.isFreeKnown(each),
  )
  const after = groupBy([...pairing.reported.keys()].filter(pairing.isFreeReported), (each) =>
    contentKey(pairing, 'reportedAt', each),
  )
  for (const [key, known] of groupBy(open, (each) => contentKey(pairing, 'knownAt', each)))
    doubtAll(pairing, known, after.get(key) ?? [])
  const gone = open.filter((each) => pairing.knownAt(each).isOfReference && isGone(pairing.knownAt(each)))
  offerOnlyOnes(pairing, gone)
  const ofPaths = [...files]
  doubtSimilarFiles(
    pairing,
    ofPaths.filter(([path, { reported }]) => path !== '' && reported.length === 0),
    ofPaths.filter(([path, { known }]) => path !== '' && known.length === 0),
  )
}
