import { type Basis, type Candidate, type KnownFinding, resourcesDiffer } from './candidates.ts'
import {
  codeKey,
  type FileFindings,
  messageKey,
  pairByCode,
  pairByFingerprint,
  pairByPosition,
} from './file.ts'
import { doubtAll } from './offers.ts'
import { groupBy, type Pairing } from './pairing.ts'

const maxOffered = 3

/** Equal for findings of one rule about the same resource; null for one without. */
const resourceKey = ({ rule, resource }: Candidate) =>
  resource === null ? null : JSON.stringify([rule, resource])

/**
 * Pairs the findings of a file that are about the same resource: rule, path and resource are the identity of a finding in
 * infrastructure code. Source: docs/api.md#identity.
 */
export function pairByResource(pairing: Pairing, file: FileFindings, basis?: Basis): void {
  const after = groupBy(file.reported.filter(pairing.isFreeReported), (each) =>
    resourceKey(pairing.reportedAt(each)),
  )
  if (after.size === 0) return
  for (const [key, known] of groupBy(file.known.filter(pairing.isFreeKnown), (each) =>
    resourceKey(pairing.knownAt(each)),
  ))
    pairEqualResources(pairing, { known, reported: after.get(key) ?? [] }, basis)
}

/** Pairs all findings of one rule about one resource: a single one even if its code changed, others by their content. */
function pairEqualResources(pairing: Pairing, group: FileFindings, basis?: Basis): void {
  const [one] = group.known
  const [candidate] = group.reported
  if (one === undefined || candidate === undefined) return
  if (group.known.length === 1 && group.reported.length === 1) {
    // One that was fixed comes back, unless an open one may have moved here.
    if (pairing.knownAt(one).open || !pairing.mayBeOpen(candidate))
      pairing.pair(one, candidate, basis ?? 'resource')
    else pairing.doubt(one, candidate, 'identical')
    return
  }
  // Of several fixed ones the steps after this decide.
  if (!pairing.knownAt(one).open) return
  pairByFingerprint(pairing, group, basis)
  pairByCode(pairing, group, basis)
  pairByPosition(pairing, group, basis)
}

/**
 * Pairs the findings about a resource that disappeared from the only file that had it with those in the only file that has
 * it now. Among other refs, and where it is or was in several files, triaged ones are in doubt.
 * @param context.isGone whether the scan covers the location of a finding.
 */
export function pairMovedResources(
  pairing: Pairing,
  { isGone }: { isGone(known: KnownFinding): boolean },
): void {
  const open = pairing.known.keys().filter((each) => pairing.knownAt(each).open)
  const before = groupBy(open, (each) => resourceKey(pairing.knownAt(each)))
  if (before.size === 0) return
  const after = groupBy(pairing.reported.keys(), (each) => resourceKey(pairing.reportedAt(each)))
  for (const [key, known] of before) {
    const reported = after.get(key) ?? []
    const [from, ...otherFiles] = new Set(known.map((each) => pairing.knownAt(each).path))
    const [to, ...otherTargets] = new Set(reported.map((each) => pairing.reportedAt(each).path))
    // Within one file the earlier steps decide.
    const isMove = otherFiles.length === 0 && otherTargets.length === 0 && from !== to
    const isGoneFile =
      known.every((each) => pairing.isFreeKnown(each) && isGone(pairing.knownAt(each))) &&
      reported.every(pairing.isFreeReported)
    if (isMove && isGoneFile && !pairing.isAcrossRefs)
      pairEqualResources(pairing, { known, reported }, 'relocated')
    doubtAll(pairing, known, reported)
  }
}

/**
 * Records for each finding about a resource that disappeared those about new resources of the file that have its code, or
 * are the only ones of its rule: the resource may have been renamed.
 */
export function doubtOtherResources(pairing: Pairing, file: FileFindings): void {
  const isOfResource = (one: Candidate) => one.resource !== null
  const known = file.known.filter((each) => pairing.isFreeKnown(each) && isOfResource(pairing.knownAt(each)))
  const reported = file.reported.filter(
    (each) => pairing.isFreeReported(each) && isOfResource(pairing.reportedAt(each)),
  )
  if (known.length === 0 || reported.length === 0) return
  const contentOf = (one: Candidate) => codeKey(one) ?? messageKey(one)
  const byContent = groupBy(reported, (each) => contentOf(pairing.reportedAt(each)))
  const byRule = groupBy(reported, (each) => pairing.reportedAt(each).rule)
  for (const one of known) {
    const finding = pairing.knownAt(one)
    const ofRule = byRule.get(finding.rule) ?? []
    const equal = byContent.get(contentOf(finding) ?? '') ?? []
    for (const each of [...equal.slice(0, maxOffered), ...(ofRule.length <= maxOffered ? ofRule : [])])
      if (resourcesDiffer(finding, pairing.reportedAt(each))) pairing.doubt(one, each, 'resource')
  }
}
