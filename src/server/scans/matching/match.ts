import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import type { Candidate, KnownFinding } from './candidates.ts'
import { offerFromGoneFiles, pairWithClosed, pairWithClosedInPlace, withoutOffered } from './closed.ts'
import { doubtPackages, pairClosedDependencies, pairDependencies } from './dependencies.ts'
import { exclusionKey } from './exclusion-key.ts'
import { type FileFindings, fingerprintKey, pairByCode, pairByFingerprint, pairByPosition } from './file.ts'
import { judgeOtherFingerprints, pairByStableFingerprint } from './other-fingerprints.ts'
import { offerFromOtherRefs, pairRenamedSinceReference, stoodInBase } from './other-refs.ts'
import { groupBy, Pairing } from './pairing.ts'
import { pairRelocated } from './relocated.ts'
import { pairRenamedFiles } from './renamed-files.ts'
import type { SourceTexts } from './renamed-identifiers.ts'
import { pairReplacedArchives } from './replaced-archives.ts'
import { doubtOtherResources, pairByResource, pairMovedResources } from './resources.ts'
import { pairSecrets, secretKey } from './secrets.ts'
import { doubtChanged, pairSimilarCode } from './similar-code.ts'

/** For each flaw the keys of reported findings that a person excluded from it. */
export type Exclusions = ReadonlyMap<number, ReadonlySet<string>>

export interface MatchContext {
  exclusions: Exclusions
  /** Whether the stored findings are those of other refs. */
  isAcrossRefs: boolean
  /** Whether files of the other refs may have been renamed: no full scan of the source on this ref came before. */
  isFirstFullScan: boolean
  /**
   * Of which stored findings another version of the package may be reported: of all on this ref; of other refs, of those that
   * this one was made with, as long as no full scan came before.
   */
  bumped: 'all' | 'base' | 'none'
  /** Whether the scan reports any finding in the file of a finding. */
  isFileReported(known: KnownFinding): boolean
  /** Whether the scan covers the finding's location, so that the finding is gone if it has no match. */
  isGone(known: KnownFinding): boolean
  /** Reads the source text of findings by their positions in the lists. */
  texts(known: readonly number[], reported: readonly number[]): Promise<SourceTexts>
}

/** Returns a test of whether a person excluded a reported finding from a stored finding's flaw. */
export const isApart =
  (exclusions: Exclusions) =>
  (known: KnownFinding, reported: Candidate): boolean => {
    const excluded = exclusions.get(known.flawId)
    if (excluded === undefined) return false
    const rules = [reported.rule, ...(reported.formerRules ?? [])]
    // What was excluded before its resource was known stays so.
    const keys = rules.flatMap((rule) => [
      { ...reported, rule },
      { ...reported, rule, resource: null },
    ])
    return keys.some((one) => excluded.has(exclusionKey(one)))
  }

interface FilesByPath {
  open: Map<string, FileFindings>
  closed: Map<string, FileFindings>
}

const isCode = ({ dependency, secret }: Candidate) => dependency === null && secret === null

/** Files matched between two turns of the event loop. */
const filesPerTurn = 100

/**
 * Matches the findings of a scan with the known ones of its source and ref: one to one, the strongest evidence first,
 * never by position alone. Source: docs/api.md#identity.
 */
export async function matchFindings(
  known: readonly KnownFinding[],
  reported: readonly Candidate[],
  context: MatchContext,
): Promise<Pairing> {
  const pairing = new Pairing(known, reported, {
    isAcrossRefs: context.isAcrossRefs,
    isApart: isApart(context.exclusions),
  })
  if (known.length === 0 || reported.length === 0) return pairing
  const all = filesOf(
    pairing,
    () => true,
    () => true,
  )
  await pairPackages(pairing, all, context.bumped)
  await inFiles(all.open, (file) => pairSecrets(pairing, file))
  await inFiles(all.closed, (file, path) =>
    pairSecrets(pairing, withoutOffered(pairing, file, secretKey), 'secret', all.open.get(path)?.known),
  )
  // Stored findings may be from before the reader distinguished dependencies and secrets from code.
  const code = filesOf(pairing, isCode, ({ secret }) => secret === null)
  await inFiles(code.open, (file) => pairByResource(pairing, file))
  await inFiles(all.open, (file) => pairByFingerprint(pairing, file))
  pairing.schemeChanged = hasNewScheme(pairing, 2)
  pairing.schemeSurelyChanged = hasNewScheme(pairing, minRewrittenScore + 1)
  pairing.reworded = rewordedRules(pairing)
  await inFiles(all.closed, (file) => pairWithClosed(pairing, file, 'fingerprint'))
  pairing.otherFingerprints = judgeOtherFingerprints(pairing, code.open)
  await inFiles(code.open, (file) => pairByCode(pairing, file))
  await inFiles(code.open, (file) => pairByStableFingerprint(pairing, file))
  await inFiles(code.closed, (file) => pairByResource(pairing, file))
  await inFiles(code.closed, (file) => pairWithClosed(pairing, file, 'code'))
  const isGone = (one: KnownFinding) => context.isGone(one) && !context.isFileReported(one)
  const renamed = pairMovedFiles(pairing, all.open, isGone, context).map(({ known, reported }) => ({
    known: known.filter((each) => isCode(pairing.knownAt(each))),
    reported: reported.filter((each) => isCode(pairing.reportedAt(each))),
  }))
  await pairSimilar(pairing, [...code.open.values(), ...renamed], context)
  await inFiles(code.open, (file) => pairByPosition(pairing, file))
  await inFiles(code.closed, (file, path) =>
    pairWithClosedInPlace(pairing, file, code.open.get(path) ?? { known: [], reported: [] }),
  )
  pairMovedResources(pairing, context)
  if (context.isAcrossRefs) offerFromOtherRefs(pairing, all.open, isGone)
  else pairRelocated(pairing, context)
  offerFromGoneFiles(pairing, isGone)
  await inFiles(code.open, (file) => doubtOtherResources(pairing, file))
  await inFiles(code.open, (file) => doubtChanged(pairing, file))
  for (const file of renamed) doubtChanged(pairing, file)
  return pairing
}

async function pairPackages(
  pairing: Pairing,
  { open, closed }: FilesByPath,
  bumped: MatchContext['bumped'],
): Promise<void> {
  const isAny = bumped === 'all'
  const openOf = (path: string) => open.get(path) ?? { known: [], reported: [] }
  await inFiles(open, (file) => pairDependencies(pairing, file, 'dependency', isAny))
  await inFiles(closed, (file, path) => pairClosedDependencies(pairing, file, openOf(path), isAny))
  if (bumped === 'base') {
    const isOfBase = stoodInBase(pairing)
    const ofBase = ({ known, reported }: FileFindings) => ({ known: known.filter(isOfBase), reported })
    await inFiles(open, (file) => pairDependencies(pairing, ofBase(file)))
    await inFiles(closed, (file, path) => pairClosedDependencies(pairing, ofBase(file), openOf(path)))
  }
  if (isAny) return
  await inFiles(open, (file) => doubtPackages(pairing, file, 'version'))
  await inFiles(closed, (file) => doubtPackages(pairing, file, 'version'))
}

/** @returns the findings of each renamed file, before and after. */
function pairMovedFiles(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
  isGone: (known: KnownFinding) => boolean,
  { isAcrossRefs, isFirstFullScan }: MatchContext,
): FileFindings[] {
  if (isAcrossRefs) return isFirstFullScan ? pairRenamedSinceReference(pairing, files, isGone) : []
  const renamed = pairRenamedFiles(pairing, files, isGone)
  pairReplacedArchives(pairing, files, isGone)
  return renamed
}

function filesOf(
  pairing: Pairing,
  isKnown: (one: KnownFinding) => boolean,
  isReported: (one: Candidate) => boolean,
): FilesByPath {
  const reported = groupBy(
    pairing.reported.keys().filter((each) => isReported(pairing.reportedAt(each))),
    (each) => pairing.reportedAt(each).path,
  )
  const side = (open: boolean) => {
    const some = pairing.known.keys().filter((each) => {
      const one = pairing.knownAt(each)
      return one.open === open && !one.isRepeated && isKnown(one)
    })
    const known = groupBy(some, (each) => pairing.knownAt(each).path)
    const paths = new Set([...known.keys(), ...(open ? reported.keys() : [])])
    return new Map(
      [...paths].map((path) => [path, { known: known.get(path) ?? [], reported: reported.get(path) ?? [] }]),
    )
  }
  return { open: side(true), closed: side(false) }
}

async function inFiles(
  files: ReadonlyMap<string, FileFindings>,
  pair: (file: FileFindings, path: string) => void,
) {
  let done = 0
  for (const [path, file] of files) {
    if (file.known.length === 0 || file.reported.length === 0) continue
    pair(file, path)
    if (++done % filesPerTurn === 0) await yieldToEventLoop()
  }
}

/** Up to this many findings may all have been rewritten between two scans. */
const minRewrittenScore = 4

/** Whether both sides have fingerprints of one scheme, at least `least` each, and none in common. */
function hasNewScheme({ known, reported }: Pairing, least: number): boolean {
  const schemes = new Map<string, { before: Set<string>; after: Set<string> }>()
  const of = (scheme: string) => {
    const result = schemes.get(scheme) ?? { before: new Set(), after: new Set() }
    schemes.set(scheme, result)
    return result
  }
  for (const one of known)
    if (one.fingerprint && one.open) of(one.fingerprint.scheme).before.add(fingerprintKey(one) ?? '')
  for (const one of reported)
    if (one.fingerprint) of(one.fingerprint.scheme).after.add(fingerprintKey(one) ?? '')
  return [...schemes.values()].some(
    ({ before, after }) => before.size >= least && after.size >= least && before.isDisjointFrom(after),
  )
}

/** Rules with several findings that all had one message, and now all have another one: the tool changed the text. */
function rewordedRules({ known, reported }: Pairing): Set<string> {
  const messagesOf = (some: readonly Candidate[]) => {
    const result = new Map<string, { message: string; count: number; alike: boolean }>()
    for (const { rule, message } of some) {
      const before = result.get(rule)
      if (!before) result.set(rule, { message, count: 1, alike: true })
      else
        Object.assign(before, { count: before.count + 1, alike: before.alike && before.message === message })
    }
    return result
  }
  const before = messagesOf(known.filter(({ open }) => open))
  const after = messagesOf(reported)
  const reworded = [...before].filter(([rule, old]) => {
    const now = after.get(rule)
    return now?.alike && old.alike && old.message !== now.message && Math.max(old.count, now.count) > 1
  })
  return new Set(reworded.map(([rule]) => rule))
}

async function pairSimilar(pairing: Pairing, files: readonly FileFindings[], context: MatchContext) {
  const remaining = files
    .map(({ known, reported }) => ({
      known: known.filter(pairing.isFreeKnown),
      reported: reported.filter(pairing.isFreeReported),
      file: { known, reported },
    }))
    .filter(({ known, reported }) => known.length > 0 && reported.length > 0)
  const texts = await context.texts(
    remaining.flatMap(({ known }) => known),
    remaining.flatMap(({ reported }) => reported),
  )
  const readFile = ({ known, reported }: FileFindings) => context.texts(known, reported)
  for (const { file } of remaining) await pairSimilarCode(pairing, file, texts, readFile)
}
