import type { Reader } from '#server/db/database.ts'
import { referenceRefs } from '#server/records/projects/writes.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import type { ReportedFinding, ReportedRun } from '#server/reports/report/report.ts'
import type { Basis, Candidate } from '../../matching/candidates.ts'
import { shiftsOf } from '../../matching/file.ts'
import type { LineShifts } from '../../matching/line-shifts.ts'
import type { MatchContext } from '../../matching/match.ts'
import { matchInThread } from '../../matching/match-in-thread.ts'
import { groupBy, type Pairing } from '../../matching/pairing.ts'
import { type AppliedLate, newerFailedRuns } from '../state/late-scan.ts'
import type { Absence } from '../state/transitions.ts'
import { pairAsElsewhere } from './as-elsewhere.ts'
import { readCandidates, sourceTexts } from './candidates.ts'
import { followConfirmedRenames, type RulePaths } from './confirmed-renames.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { exclusionsIn, offeredFlaws, resolveAliases } from './exclusions.ts'
import { followReading, followRenames } from './followed-paths.ts'
import {
  hasFullScan,
  readOtherCategories,
  readOtherRefFlaws,
  readRefFindings,
  type StoredFinding,
} from './known-findings.ts'
import { isNamedMatch, type Offer } from './matches.ts'
import { completeFormerCode, completeOldEvidence, completeSalted, completeTokens } from './old-evidence.ts'
import { inParts, isOutside, maybeOutside } from './parts.ts'
import {
  addFormerRules,
  applyRenames,
  doubtOffered,
  findRenamedRules,
  type RenamedRule,
  type RuleOffer,
} from './renamed-rules.ts'
import { markRepeated } from './repeated-findings.ts'

/** The target of a run, before it has a scan. */
export interface PlanTarget extends AppliedLate {
  kind: 'full' | 'diff'
  /** Old paths of renamed files by their new ones, as version control says. */
  renamedFiles: ReadonlyMap<string, string>
}

/** The planned changes of a run to the findings of its source and ref. Nothing is written yet. */
export interface RunPlan {
  stored: readonly StoredFinding[]
  /** The reported finding that matches a stored one. */
  reportedOf(stored: number): ReportedFinding | undefined
  /** The new state of a stored finding that is not reported. */
  absenceOf(stored: number): Absence
  /** The basis of a reported finding's match; undefined for a finding that is new on this ref. */
  basisOf(finding: ReportedFinding): Basis | undefined
  /**
   * The same flaw on another ref, and the basis of the match; undefined for a finding that is new in the project. Of
   * known findings only those whose code changed may have one.
   */
  otherRefMatchOf(finding: ReportedFinding): { stored: StoredFinding; basis: Basis } | undefined
  offersOf(finding: ReportedFinding): readonly Offer[]
  /** The reported findings that are new on this ref, in file order. */
  newFindings: readonly ReportedFinding[]
  /** Fingerprints of a changed scheme, with those that they replace. */
  aliases: ReadonlyMap<string, string>
  renamedRules: readonly RenamedRule[]
  /** The rules of a stored finding that alone is renamed. */
  ruleRenameOf(stored: StoredFinding): RulePaths | undefined
}

/**
 * Matches a run with the findings that its source reported on the ref before, and new findings with the flaws of other
 * refs.
 * Source: docs/api.md#identity.
 */
export async function planRun(reader: Reader, target: PlanTarget, run: ReportedRun): Promise<RunPlan> {
  const { stored, candidates, paths, salt, resolve } = await readBoth(reader, target, run)
  const exclusions = await exclusionsIn(reader, target)
  const coverage = coverageOf(run, target.kind)
  const references = await referenceRefs(reader, target)
  const readOwnFlaws = once(() => readOtherRefFlaws(reader, target, references, 'own'))
  const { renamed, offers: ruleOffers } = await findRenamedRules(reader, target, {
    ...{ run, coverage, candidates, kind: target.kind },
    stored: inParts(stored, run.coverage),
    readOthers: readOwnFlaws,
  })
  applyRenames(renamed, stored, candidates)
  const renamedAlone = await followConfirmedRenames(reader, target.deploymentId, ruleOffers)
  addFormerRules(renamed, candidates)
  const isFirstOfCategory = stored.some(({ sourceId }) => sourceId !== target.sourceId)
  const kept = await keptByAny(reader, target, run, stored)
  const isCovered = (one: Candidate) =>
    !kept.has(one) && coverage.absenceOf(one.rule, one.path || null) !== 'kept'
  const isFileReported = ({ path }: Candidate) => paths.has(path)
  followRenames(stored, target.renamedFiles, paths)
  const pairing = await matchInThread(stored, candidates, {
    ...{ exclusions, isGone: isCovered, isFileReported },
    ...{ isAcrossRefs: false, isFirstFullScan: false, bumped: 'all' as const },
    texts: (known) => sourceTexts(reader, target.deploymentId, stored, run.findings, known),
  })
  const follow = (others: readonly StoredFinding[]) => {
    resolve(others)
    applyRenames(renamed, others, candidates)
  }
  await pairAsElsewhere(reader, target, { pairing, stored, isGone: isCovered, follow })
  doubtOffered(pairing, ruleOffers)

  const ownMatches: MatchedFindings = { pairing, stored, findings: run.findings }
  const indexes = new Map(run.findings.map((finding, index) => [finding, index]))
  const newFindings = unmatchedIn(ownMatches)
  // Changed code may be known from another ref, where somebody decided about it.
  const changed = run.findings.filter((_, index) => pairing.basisOf(index) === 'changed_code')
  const otherRefMatches = await matchOthers(reader, target, {
    ...{ references, paths, indexes, candidates, exclusions, salt },
    ...{ follow, ruleOffers, readOwnFlaws },
    ...{ findings: [...newFindings, ...changed] },
    ...{ isFirstOfCategory, isGone: isCovered, isFileReported },
  })
  await yieldToEventLoop()
  const otherRefMatchesByFinding = matchesIn(otherRefMatches)
  await yieldToEventLoop()
  const offers = offersIn(run.findings, [ownMatches, ...otherRefMatches])
  return {
    stored,
    reportedOf: (index) => run.findings[pairing.reportedOf(index)],
    absenceOf: absenceReader(ownMatches, run, coverage, kept),
    basisOf: (finding) => pairing.basisOf(indexes.get(finding) ?? -1),
    otherRefMatchOf: (finding) => otherRefMatchesByFinding.get(finding),
    offersOf: (finding) => offers.get(finding) ?? [],
    newFindings,
    aliases: aliasesIn(pairing),
    renamedRules: renamed,
    ruleRenameOf: (one) => renamedAlone.get(one),
  }
}

/**
 * The findings of which the run says nothing: those of the tool's other categories, which are read for a first scan,
 * those of other parts, and those that a newer failed run saw.
 */
async function keptByAny(
  reader: Reader,
  target: PlanTarget,
  { coverage }: ReportedRun,
  stored: readonly StoredFinding[],
): Promise<ReadonlySet<Candidate>> {
  const newer = await newerFailedRuns(reader, target)
  return new Set(
    stored.filter(
      (one) => one.sourceId !== target.sourceId || newer.has(one.lastSeenScanId) || isOutside(one, coverage),
    ),
  )
}

/** The findings that a source has on the ref, and those that the run reports, both with all that identifies them. */
async function readBoth(reader: Reader, target: PlanTarget, run: ReportedRun) {
  const stored = await readRefFindings(reader, target)
  const candidates = readCandidates(run.findings)
  await yieldToEventLoop()
  const salt = await readSalt(reader, target.deploymentId)
  completeFormerCode(salt, stored, run.findings, candidates)
  await completeOldEvidence(reader, target.deploymentId, stored, run.findings, candidates)
  completeSalted(salt, stored, run.findings, candidates)
  completeTokens(stored, candidates)
  const resolveAlias = await resolveAliases(reader, target)
  const offered = await offeredFlaws(reader, target)
  const paths = new Set(candidates.map(({ path }) => path))
  const resolve = (known: readonly StoredFinding[]) => {
    for (const one of known) {
      resolveAlias(one)
      one.offeredTo = offered.get(one.flawId) ?? null
    }
    followReading(known, run, paths)
    if (run.reportsEqualOnce) markRepeated(known, { candidates, findings: run.findings })
  }
  for (const one of candidates) resolveAlias(one)
  resolve(stored)
  await yieldToEventLoop()
  return { stored, candidates, paths, salt, resolve }
}

/** What matching with other refs and categories needs of a run. */
interface OthersContext extends Pick<MatchContext, 'exclusions' | 'isGone' | 'isFileReported'> {
  /** The findings that are matched. */
  findings: readonly ReportedFinding[]
  references: ReadonlySet<number>
  /** The files that have findings. */
  paths: ReadonlySet<string>
  indexes: ReadonlyMap<ReportedFinding, number>
  candidates: readonly Candidate[]
  salt: string
  /** Gives findings of other refs the ids under which the run reports their rules and advisories. */
  follow(others: readonly StoredFinding[]): void
  ruleOffers: readonly RuleOffer[]
  readOwnFlaws(): Promise<StoredFinding[]>
  /** Whether the run is the first of its category, which was matched with those of the others on the ref. */
  isFirstOfCategory: boolean
}

/**
 * Matches findings that are new for the source on the ref. Each category of a tool matches its own flaws on other refs
 * first; only unmatched findings may match another category, that of the same ref before others.
 */
async function matchOthers(
  reader: Reader,
  target: PlanTarget,
  context: OthersContext,
): Promise<MatchedFindings[]> {
  const { references, paths, indexes, candidates, exclusions, salt, follow, ruleOffers } = context
  const { readOwnFlaws, isFirstOfCategory, isGone, isFileReported } = context
  const otherRefMatches: MatchedFindings[] = []
  const readOthers = once(() => readOtherRefFlaws(reader, target, references, 'others'))
  // A branch may have as another flaw what stands on the primary branch, or on another ref that branches are made from.
  const ranked = (read: () => Promise<StoredFinding[]>) =>
    ranks.map((isOfRank) => ({ read: async () => (await read()).filter(isOfRank) }))
  const sources: { read(): Promise<StoredFinding[]>; isOnSameRef?: boolean }[] = [
    ...ranked(readOwnFlaws),
    {
      read: async () => (isFirstOfCategory ? [] : readOtherCategories(reader, target)),
      isOnSameRef: true,
    },
    { read: () => readOtherCategories(reader, target, 'closed'), isOnSameRef: true },
    ...ranked(readOthers),
  ]
  const isFirst = !(await hasFullScan(reader, target))
  for (const { read, isOnSameRef = false } of sources) {
    const last = otherRefMatches.at(-1)
    const findings = last ? unmatchedIn(last) : context.findings
    const all = findings.length === 0 ? [] : await read()
    // A source has a flaw only once on a ref, even if its row comes from another category.
    const matchedFlaws = new Set(otherRefMatches.flatMap(flawsIn))
    const others = all.filter(({ flawId }) => !matchedFlaws.has(flawId))
    if (others.length === 0) continue
    const remaining = findings.flatMap((finding) => candidates[indexes.get(finding) ?? -1] ?? [])
    completeFormerCode(salt, others, findings, remaining)
    await completeOldEvidence(reader, target.deploymentId, others, findings, remaining)
    completeSalted(salt, others, findings, remaining)
    completeTokens(others, remaining)
    follow(others)
    const ofReference = others.filter((one) => one.isOfReference)
    if (isFirst) followRenames(ofReference, target.renamedFiles, paths)
    const matched = await matchInThread(others, remaining, {
      exclusions,
      isAcrossRefs: true,
      isFirstFullScan: isFirst && target.kind === 'full' && !isOnSameRef,
      bumped: isOnSameRef ? 'all' : isFirst ? 'base' : 'none',
      isGone: isOnSameRef ? () => false : isGone,
      isFileReported,
      texts: (known) => sourceTexts(reader, target.deploymentId, others, findings, known),
    })
    if (isOnSameRef) releaseUncertain({ pairing: matched, stored: others, findings })
    doubtOffered(matched, ruleOffers)
    otherRefMatches.push({ pairing: matched, stored: others, findings })
  }
  return otherRefMatches
}

/** The refs of findings, those that others are most likely made from first. */
const ranks: readonly ((one: StoredFinding) => boolean)[] = [
  ({ isOnPrimary }) => isOnPrimary,
  ({ isOnPrimary, isOfReference }) => !isOnPrimary && isOfReference,
  ({ isOnPrimary, isOfReference }) => !isOnPrimary && !isOfReference,
]

/** Calls a function at most once. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= read()
    return result
  }
}

async function readSalt(reader: Reader, deploymentId: number): Promise<string> {
  const row = await reader
    .selectFrom('deployment')
    .select('secret_salt')
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  return row.secret_salt
}

/** Reported findings and their matches, in the orders of the pairing. */
interface MatchedFindings {
  pairing: Pairing
  stored: readonly StoredFinding[]
  findings: readonly ReportedFinding[]
}

/**
 * Undoes matches by evidence that may be wrong: two categories that scan the same ref both have what only looks alike.
 */
function releaseUncertain({ pairing, stored, findings }: MatchedFindings): void {
  for (const [index, finding] of findings.entries()) {
    const [one, basis] = [stored[pairing.knownOf(index)], pairing.basisOf(index)]
    if (one && basis && isNamedMatch(basis, { ...one, path: one.path || null }, finding))
      pairing.release(index)
  }
}

/** The flaws that have a match. */
const flawsIn = ({ pairing, stored, findings }: MatchedFindings): number[] =>
  findings.flatMap((_, index) => stored[pairing.knownOf(index)]?.flawId ?? [])

/** The unmatched findings, in order. */
const unmatchedIn = ({ pairing, findings }: MatchedFindings): ReportedFinding[] =>
  findings.filter((_, index) => pairing.isFreeReported(index))

function matchesIn(
  matched: readonly MatchedFindings[],
): Map<ReportedFinding, { stored: StoredFinding; basis: Basis }> {
  const matches = new Map<ReportedFinding, { stored: StoredFinding; basis: Basis }>()
  for (const { pairing, stored, findings } of matched) {
    if (stored.length === 0) continue
    for (const [index, finding] of findings.entries()) {
      const [one, basis] = [stored[pairing.knownOf(index)], pairing.basisOf(index)]
      if (one && basis) matches.set(finding, { stored: one, basis })
    }
  }
  return matches
}

/**
 * The new state of findings that are not reported. Lines that could not be parsed are tracked to their current
 * position.
 */
function absenceReader(
  { pairing, stored }: MatchedFindings,
  run: ReportedRun,
  coverage: Coverage,
  kept: ReadonlySet<Candidate>,
): (stored: number) => Absence {
  const isRecognized = (index: number) => pairing.reportedOf(index) >= 0
  const alwaysKept = kept.union(maybeOutside(stored, run.coverage, isRecognized))
  const inFiles = () => ({
    known: groupBy(pairing.known.keys(), (each) => pairing.knownAt(each).path),
    reported: groupBy(pairing.reported.keys(), (each) => pairing.reportedAt(each).path),
  })
  // Few runs have partially read files, so this is computed on demand.
  let files: ReturnType<typeof inFiles> | undefined
  const shiftsIn = new Map<string, LineShifts>()
  return (index) => {
    const one = pairing.knownAt(index)
    if (alwaysKept.has(one)) return 'kept'
    const { rule, path, line } = one
    const absence = coverage.absenceOf(rule, path || null)
    if (absence === 'kept' || !coverage.hasUnreadLines(path)) return absence
    files ??= inFiles()
    const { known, reported } = files
    const shifts =
      shiftsIn.get(path) ??
      shiftsOf(pairing, { known: known.get(path) ?? [], reported: reported.get(path) ?? [] })
    shiftsIn.set(path, shifts)
    const isUnread = [line, shifts.expected(line)].some((each) => coverage.isUnreadLine(path, rule, each))
    return isUnread ? 'kept' : absence
  }
}

function offersIn(
  findings: readonly ReportedFinding[],
  matched: readonly MatchedFindings[],
): Map<ReportedFinding, Offer[]> {
  const offers = new Map<ReportedFinding, Offer[]>()
  if (findings.length === 0) return offers
  const recognized = new Set<ReportedFinding>()
  for (const { pairing, stored, findings: reportedFindings } of matched) {
    for (const [index, finding] of reportedFindings.entries())
      if (!pairing.isFreeReported(index)) recognized.add(finding)
    for (const { known, reported, doubt } of pairing.doubts) {
      const [one, finding] = [stored[known], reportedFindings[reported]]
      if (!one || !finding) continue
      // A recognized finding is no longer uncertain, unless it is identical to a triaged one.
      if (recognized.has(finding) && (doubt !== 'identical' || one.decision === '')) continue
      offers.set(finding, [...(offers.get(finding) ?? []), { stored: one, doubt }])
    }
  }
  // What another ref has is a doubt no more, unless this one decided about what it may be.
  for (const [finding, some] of offers)
    if (recognized.has(finding))
      offers.set(
        finding,
        some.filter(({ stored: { decision } }) => decision !== ''),
      )
  return offers
}

/** New fingerprints of findings whose fingerprint scheme changed, with the former ones. */
function aliasesIn(pairing: Pairing): Map<string, string> {
  const aliases = new Map<string, string>()
  if (!pairing.schemeChanged) return aliases
  for (const index of pairing.reported.keys()) {
    const known = pairing.knownOf(index)
    // What does something else is another flaw on refs that have the old code.
    if (known < 0 || pairing.basisOf(index) === 'changed_code') continue
    const [before, after] = [pairing.knownAt(known).fingerprint, pairing.reportedAt(index).fingerprint]
    if (before === null || after === null || before.scheme !== after.scheme) continue
    if (before.value !== after.value && !aliases.has(after.value)) aliases.set(after.value, before.value)
  }
  return aliases
}
