import type { KnownFinding } from './candidates.ts'
import { pairDependencies } from './dependencies.ts'
import { type FileFindings, fingerprintKey } from './file.ts'
import { doubtAll, offerOnlyOnes } from './offers.ts'
import { groupBy, type Pairing } from './pairing.ts'
import { baseName, contentKey } from './renamed-files.ts'

/** What a scan says of the file of a stored finding. */
interface FileCoverage {
  isGone(known: KnownFinding): boolean
  isFileReported(known: KnownFinding): boolean
}

/**
 * Pairs findings that disappeared from one file with equal content that is new in another, if the content is unique:
 * equal content elsewhere may be a copy. What may have been moved and changed at once is offered.
 */
export function pairRelocated(pairing: Pairing, context: FileCoverage): void {
  const open = [...pairing.known.keys()].filter((each) => pairing.knownAt(each).open)
  const before = groupBy(open, (each) => contentKey(pairing, 'knownAt', each))
  const after = groupBy(pairing.reported.keys(), (each) => contentKey(pairing, 'reportedAt', each))
  for (const [key, all] of before) {
    const known = all.filter(pairing.isFreeKnown)
    const reported = after.get(key)?.filter(pairing.isFreeReported) ?? []
    const [one] = known
    const [result] = reported
    if (one === undefined || result === undefined) continue
    if (pairing.knownAt(one).dependency !== null) {
      pairMovedPackage(pairing, { known: all, reported: after.get(key) ?? [] }, context)
      doubtAll(pairing, known, reported)
      continue
    }
    const unique = all.length === 1 && after.get(key)?.length === 1
    // Within one file the earlier steps decide.
    const moved = pairing.knownAt(one).path !== pairing.reportedAt(result).path
    const isSure = unique && moved && context.isGone(pairing.knownAt(one))
    if (!isSure || !pairing.pair(one, result, 'relocated')) doubtAll(pairing, known, reported)
  }
  const isGone = (each: number) =>
    context.isGone(pairing.knownAt(each)) && !context.isFileReported(pairing.knownAt(each))
  const gone = open.filter(isGone)
  pairByUniqueFingerprint(pairing, open, new Set(gone))
  offerOnlyOnes(pairing, gone)
}

/**
 * Pairs findings of files that are gone by a fingerprint that is unique before and now, if the name of the file or the
 * line is the same too.
 */
function pairByUniqueFingerprint(pairing: Pairing, open: readonly number[], gone: ReadonlySet<number>): void {
  const after = groupBy(pairing.reported.keys(), (each) => fingerprintKey(pairing.reportedAt(each)))
  for (const [key, [one, another]] of groupBy(open, (each) => fingerprintKey(pairing.knownAt(each)))) {
    const [result, second] = after.get(key) ?? []
    if (one === undefined || result === undefined || another !== undefined || second !== undefined) continue
    if (!gone.has(one)) continue
    const [before, now] = [pairing.knownAt(one), pairing.reportedAt(result)]
    const isAlike =
      baseName(before.path) === baseName(now.path) || (before.line > 0 && before.line === now.line)
    if (isAlike) pairing.pair(one, result, 'relocated')
    else pairing.doubt(one, result, 'copied')
  }
}

/**
 * Pairs the advisories of one version of a package that disappeared from its only manifest and is in only one other.
 */
function pairMovedPackage(
  pairing: Pairing,
  { known, reported }: FileFindings,
  context: Pick<FileCoverage, 'isGone'>,
): void {
  const before = new Set(known.map((each) => pairing.knownAt(each).path))
  const after = new Set(reported.map((each) => pairing.reportedAt(each).path))
  const moved = before.size === 1 && after.size === 1 && before.isDisjointFrom(after)
  if (moved && known.every((each) => context.isGone(pairing.knownAt(each))))
    pairDependencies(pairing, { known, reported }, 'relocated')
}
