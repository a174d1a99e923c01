import { type Basis, compareByLocation, type Doubt } from './candidates.ts'
import type { LineRange, LineShifts } from './line-shifts.ts'
import { groupBy, type Pairing } from './pairing.ts'

/** Stored and reported findings of one file that differ only in their locations and surrounding lines. */
export interface EqualMatches {
  known: readonly number[]
  reported: readonly number[]
}

export interface PairingRules {
  basis: Basis
  /** Only rule, path and message are equal, so a move must be confirmed by another match in the file. */
  byPositionOnly?: boolean
  /** Only matches whose location is unchanged. */
  unmovedOnly?: boolean
  /** Only matches whose line moved like the surrounding file, since other evidence shows that they differ. */
  sameLineOnly?: boolean
  /** Whether a pair belongs to one of the likeliest explanations of the file; only then is a triaged finding paired. */
  isLikely?: (known: number, reported: number) => boolean
}

/** With more equal matches than this, only those on the expected lines are certain. */
const maxAligned = 500
const maxOffered = 3

/**
 * Pairs equal matches of a file: by their surrounding lines if these are distinctive, else in order within each range
 * between two certain locations. If their number changed and two histories are possible, triaged findings keep the
 * likeliest match and the others are in doubt. Source: docs/api.md#identity.
 */
export function pairEqualMatches(
  pairing: Pairing,
  matches: EqualMatches,
  shifts: LineShifts,
  rules: PairingRules,
): void {
  if (!rules.sameLineOnly) pairBySurroundings(pairing, matches, rules.basis)
  const known = groupBy(matches.known.filter(pairing.isFreeKnown), (each) =>
    String(shifts.stretchBefore(pairing.knownAt(each).line)),
  )
  const reported = groupBy(matches.reported.filter(pairing.isFreeReported), (each) =>
    String(shifts.stretchAfter(pairing.reportedAt(each).line)),
  )
  for (const [stretch, some] of known) {
    const others = reported.get(stretch) ?? []
    some.sort((a, b) => compareByLocation(pairing.knownAt(a), pairing.knownAt(b)))
    others.sort((a, b) => compareByLocation(pairing.reportedAt(a), pairing.reportedAt(b)))
    pairInStretch(pairing, { known: some, reported: others }, shifts.stretch(Number(stretch)), rules)
  }
  if (!rules.sameLineOnly) pairAcrossStretches(pairing, matches, rules)
}

/** Lines around a match, or a data flow into it, that are unique in the file identify the match. */
function pairBySurroundings(pairing: Pairing, { known, reported }: EqualMatches, basis: Basis): void {
  const keyOf = ({ context, flow }: { context: string | null; flow: string | null }) =>
    context === null && flow === null ? null : `${context} ${flow}`
  const before = groupBy(known.filter(pairing.isFreeKnown), (each) => keyOf(pairing.knownAt(each)))
  const after = groupBy(reported.filter(pairing.isFreeReported), (each) => keyOf(pairing.reportedAt(each)))
  for (const [key, [one, another]] of before) {
    const [candidate, second] = after.get(key) ?? []
    if (one !== undefined && candidate !== undefined && another === undefined && second === undefined)
      pairing.pair(one, candidate, basis)
  }
}

function pairInStretch(
  pairing: Pairing,
  matches: EqualMatches,
  stretch: LineRange,
  rules: PairingRules,
): void {
  const lineCountChanged = matches.known.length !== matches.reported.length
  const settled = stretch.start === stretch.end
  const certain = settled
    ? pairsMovedBy(pairing, matches, stretch.start)
    : rules.sameLineOnly || lineCountChanged
      ? pairsOfOneEdit(pairing, matches, stretch)
      : []
  for (const [known, reported] of certain) assign(pairing, known, reported, rules)
  if (rules.sameLineOnly) return
  const known = matches.known.filter(pairing.isFreeKnown)
  const reported = matches.reported.filter(pairing.isFreeReported)
  if (rules.byPositionOnly && lineCountChanged) doubtOthers(pairing, matches.known, reported)
  if (known.length === 0 || reported.length === 0) return
  const pairInLineOrder = known.length === reported.length && !(settled && certain.length > 0)
  if (pairInLineOrder && !lineCountChanged && known.length <= maxAligned)
    pairInOrder(pairing, { known, reported }, stretch, rules)
  else pairInDoubt(pairing, { known, reported }, stretch, rules)
}

/**
 * The pairs whose line moved by a given number of lines. Several on one line are paired in order; if their number
 * changed, only a pair that is alone in its column is certain.
 */
function pairsMovedBy(pairing: Pairing, { known, reported }: EqualMatches, by: number): [number, number][] {
  const at = groupBy(reported, (each) => String(pairing.reportedAt(each).line))
  const lines = groupBy(known, (each) => String(pairing.knownAt(each).line + by))
  return [...lines].flatMap(([line, before]) => {
    const after = at.get(line) ?? []
    return before.length === after.length
      ? pairInLineOrder(before, after)
      : pairInColumnOrder(pairing, before, after)
  })
}

const pairInLineOrder = (known: readonly number[], reported: readonly number[]) =>
  known.flatMap((each, index): [number, number][] => {
    const candidate = reported[index]
    return candidate === undefined ? [] : [[each, candidate]]
  })

function pairInColumnOrder(
  pairing: Pairing,
  known: readonly number[],
  reported: readonly number[],
): [number, number][] {
  const after = groupBy(reported, (each) => String(pairing.reportedAt(each).column))
  const before = groupBy(known, (each) => String(pairing.knownAt(each).column))
  return [...before].flatMap(([column, some]) => {
    const others = after.get(column) ?? []
    return some.length === 1 && others.length === 1 ? pairInLineOrder(some, others) : []
  })
}

/**
 * The pairs that moved like the start or the end of their range, if one edit explains most of them and every possible
 * location of that edit results in the same pairs.
 */
function pairsOfOneEdit(pairing: Pairing, matches: EqualMatches, stretch: LineRange): [number, number][] {
  const { known } = matches
  const ends = stretch.end === null ? [stretch.start] : [stretch.start, stretch.end]
  if (known.length > maxAligned) return pairsMovedBy(pairing, matches, stretch.start)
  if (ends.length === 1) {
    const support = supportOfMoves(pairing, matches)
    const most = Math.max(...support.values())
    return support.get(stretch.start) === most ? pairsMovedBy(pairing, matches, stretch.start) : []
  }
  let best: [number, number][][] = []
  for (let edit = 0; edit <= known.length; edit++) {
    const pairsAbove = pairsMovedBy(pairing, { ...matches, known: known.slice(0, edit) }, ends[0] ?? 0)
    const usedReported = new Set(pairsAbove.map(([, reported]) => reported))
    const rest = matches.reported.filter((each) => !usedReported.has(each))
    const pairsBelow = pairsMovedBy(pairing, { known: known.slice(edit), reported: rest }, ends[1] ?? 0)
    const pairs = [...pairsAbove, ...pairsBelow]
    if (pairs.length > (best[0]?.length ?? 0)) best = [pairs]
    else if (pairs.length === best[0]?.length) best.push(pairs)
  }
  const [first = [], ...others] = best.map((pairs) => JSON.stringify(pairs))
  return others.every((each) => each === first) ? (best[0] ?? []) : []
}

/**
 * Pairs equal numbers of matches in order. If only positions are known, a pair is certain if it moved like an end of
 * its range or like its neighbor, and no larger number of others would have moved.
 */
function pairInOrder(pairing: Pairing, matches: EqualMatches, stretch: LineRange, rules: PairingRules): void {
  const { known, reported } = matches
  const moveOf = (index: number) =>
    pairing.reportedAt(reported[index] ?? 0).line - pairing.knownAt(known[index] ?? 0).line
  const moves = known.map((_, index) => moveOf(index))
  const runOf = (index: number) => {
    let [first, last] = [index, index]
    while (first > 0 && moves[first - 1] === moves[index]) first--
    while (last + 1 < moves.length && moves[last + 1] === moves[index]) last++
    return last - first + 1
  }
  const support = rules.byPositionOnly ? supportOfMoves(pairing, matches) : null
  const most = support === null ? 0 : Math.max(...support.values())
  for (const [index, each] of known.entries()) {
    const [candidate, move] = [reported[index], moves[index] ?? 0]
    if (candidate === undefined) continue
    const atEnd = move === stretch.start || move === stretch.end
    const confirmed = support === null || ((atEnd || runOf(index) > 1) && (support.get(move) ?? 0) >= most)
    if (confirmed || pairing.knownAt(each).isInterchangeable) assign(pairing, each, candidate, rules)
    else pairing.doubt(each, candidate, 'unconfirmed')
  }
}

/** For each line offset the number of stored findings that may have moved by it. */
export function supportOfMoves(pairing: Pairing, { known, reported }: EqualMatches): Map<number, number> {
  const lines = new Set(reported.map((each) => pairing.reportedAt(each).line))
  const support = new Map<number, number>()
  const before = [...new Set(known.map((each) => pairing.knownAt(each).line))]
  for (const line of before)
    for (const now of lines) support.set(now - line, (support.get(now - line) ?? 0) + 1)
  return support
}

/** Pairs the two, unless they must be at the same location and are not, or another explanation is likelier. */
function assign(
  pairing: Pairing,
  known: number,
  reported: number,
  { basis, unmovedOnly, byPositionOnly, isLikely }: PairingRules,
): void {
  if (unmovedOnly && compareByLocation(pairing.knownAt(known), pairing.reportedAt(reported)) !== 0)
    pairing.doubt(known, reported, 'unconfirmed')
  else if (isLikely && !pairing.knownAt(known).isInterchangeable && !isLikely(known, reported))
    pairing.doubt(known, reported, byPositionOnly ? 'unconfirmed' : 'identical')
  else pairing.pair(known, reported, basis)
}

/**
 * Handles a changed number of matches with two possible histories. If all have the same decision, the likeliest keep
 * it; otherwise a match that may be a triaged or an open one is open.
 */
export function pairInDoubt(
  pairing: Pairing,
  matches: EqualMatches,
  stretch: LineRange,
  rules: PairingRules,
): void {
  const { known, reported } = matches
  const [first] = known
  const isAlike = known.every(
    (each) => pairing.knownAt(each).decision === pairing.knownAt(first ?? 0).decision,
  )
  const decidedAlike = isAlike && first !== undefined && pairing.knownAt(first).decision !== ''
  // Across refs, a finding inherits a decision only if the match is certain.
  const keepsDecision = decidedAlike && (!pairing.isAcrossRefs || reported.length <= known.length)
  const candidates = keepsDecision ? known : known.filter((each) => pairing.knownAt(each).isInterchangeable)
  const isMore = reported.length > known.length
  for (const [one, candidate] of likeliest(pairing, { known: candidates, reported }, stretch))
    if (!isTied(pairing, one, { found: candidate, reported, isMore, ...rules }, stretch))
      assign(pairing, one, candidate, rules)
  if (keepsDecision) doubtOthers(pairing, known, reported.filter(pairing.isFreeReported))
  else if (known.some((each) => !pairing.knownAt(each).isInterchangeable))
    doubtOthers(pairing, known, reported)
}

interface PossibleMatch extends Pick<PairingRules, 'byPositionOnly'> {
  found: number
  reported: readonly number[]
  isMore: boolean
}

/**
 * Whether the match of a triaged finding is ambiguous: its surrounding lines, which were reported, changed, or nothing but
 * positions were, and either another match is equally near to its expected line, or matches were added and none is exactly there. The surrounding
 * lines would decide if they were unchanged.
 */
function isTied(
  pairing: Pairing,
  known: number,
  { found: candidate, reported, isMore, byPositionOnly = false }: PossibleMatch,
  stretch: LineRange,
): boolean {
  const { line, context, isInterchangeable } = pairing.knownAt(known)
  const isChanged = context !== null && context !== pairing.reportedAt(candidate).context
  if (isInterchangeable || !(byPositionOnly || isChanged)) return false
  const cost = (each: number) => costOfMove(pairing.reportedAt(each).line - line, stretch)
  const isElsewhere = isMore && cost(candidate) > 0
  return reported.some((each) => each !== candidate && (isElsewhere || cost(each) <= cost(candidate)))
}

/** By how many lines a move differs from that of its range. */
const costOfMove = (move: number, { start, end }: LineRange) =>
  Math.min(Math.abs(move - start), Math.abs(move - (end ?? start)))

/** Records for each match which stored findings it may be, triaged ones first, then by distance. */
function doubtOthers(
  pairing: Pairing,
  known: readonly number[],
  reported: readonly number[],
  doubt: Doubt = 'identical',
): void {
  const isDecided = (each: number) => pairing.knownAt(each).decision !== ''
  const sides = [known.filter(isDecided), known.filter((each) => !isDecided(each))].map((some) =>
    some.toSorted((a, b) => compareByLocation(pairing.knownAt(a), pairing.knownAt(b))),
  )
  for (const each of reported) {
    const { line } = pairing.reportedAt(each)
    const nearest = sides.flatMap((some) => nearestOffers(pairing, some, line))
    for (const one of nearest.slice(0, maxOffered)) pairing.doubt(one, each, doubt)
  }
}

/** The stored findings nearest to a line, from a list sorted by location, without reading the whole list. */
function nearestOffers(pairing: Pairing, sorted: readonly number[], line: number): number[] {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (pairing.knownAt(sorted[middle] ?? 0).line < line) low = middle + 1
    else high = middle
  }
  const distance = (one: number) => Math.abs(pairing.knownAt(one).line - line)
  return sorted
    .slice(Math.max(0, low - maxOffered), low + maxOffered)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, maxOffered)
}

/** The pairs, in order, with the smallest total distance from their expected lines. */
function likeliest(pairing: Pairing, matches: EqualMatches, stretch: LineRange): [number, number][] {
  const { known, reported } = matches
  if (known.length > maxAligned || reported.length > maxAligned)
    return pairsMovedBy(pairing, matches, stretch.start)
  // Of two equally likely pairs, prefer the one that moved less.
  const cost = (k: number, r: number) => {
    const move = pairing.reportedAt(reported[r] ?? 0).line - pairing.knownAt(known[k] ?? 0).line
    return costOfMove(move, stretch) + Math.abs(move) / 1e6
  }
  const pairCount = Math.min(known.length, reported.length)
  const width = reported.length + 1
  // least[k][r]: the least cost for the first k stored and r reported findings, with as many pairs as possible.
  const least = new Float64Array((known.length + 1) * width)
  const pairsOf = (k: number, r: number) => Math.min(k, r, pairCount)
  for (let k = 1; k <= known.length; k++) {
    for (let r = 1; r <= reported.length; r++) {
      const both = (least[(k - 1) * width + r - 1] ?? 0) + cost(k - 1, r - 1)
      const skipKnown = pairsOf(k - 1, r) === pairsOf(k, r) ? (least[(k - 1) * width + r] ?? 0) : Infinity
      const skipReported = pairsOf(k, r - 1) === pairsOf(k, r) ? (least[k * width + r - 1] ?? 0) : Infinity
      least[k * width + r] = Math.min(both, skipKnown, skipReported)
    }
  }
  const pairs: [number, number][] = []
  for (let k = known.length, r = reported.length; k > 0 && r > 0; ) {
    const here = least[k * width + r] ?? 0
    if (here === (least[(k - 1) * width + r - 1] ?? 0) + cost(k - 1, r - 1)) {
      pairs.push([known[--k] ?? 0, reported[--r] ?? 0])
    } else if (pairsOf(k - 1, r) === pairsOf(k, r) && here === (least[(k - 1) * width + r] ?? 0)) k--
    else r--
  }
  return pairs
}

/**
 * Pairs the remaining findings of different ranges. They were either moved within the file or replaced, so only
 * findings without a decision are paired.
 */
function pairAcrossStretches(pairing: Pairing, matches: EqualMatches, rules: PairingRules): void {
  const known = matches.known.filter(pairing.isFreeKnown)
  const reported = matches.reported.filter(pairing.isFreeReported)
  if (known.length === 0 || reported.length === 0) return
  if (known.length === reported.length && known.every((each) => pairing.knownAt(each).isInterchangeable)) {
    for (const [index, each] of known.entries()) {
      const candidate = reported[index]
      if (candidate !== undefined) assign(pairing, each, candidate, rules)
    }
  } else doubtOthers(pairing, known, reported, rules.byPositionOnly ? 'unconfirmed' : 'identical')
}
