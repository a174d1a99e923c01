import { TimeSlice } from '#server/base/time-slice.ts'
import { codeTokens } from '#server/reports/findings/code-tokens.ts'
import type { FileFindings } from './file.ts'
import { codeKey, shiftsOf } from './file.ts'
import type { LineShifts } from './line-shifts.ts'
import { groupBy, type Pairing } from './pairing.ts'
import { isRenamedThroughout, renamedIdentifier, type SourceTexts } from './renamed-identifiers.ts'

/** The maximum distance, in lines, between changed code and its expected line. */
const maxLineDistance = 20
const maxCandidates = 32
const minSimilarity = 0.8
const maxTokens = 2_000

interface SimilarPair {
  one: number
  found: number
}

/**
 * Pairs findings of one rule whose code changed slightly: at least 80 % of the tokens and the same called names, within
 * 20 lines of the expected line or, if nothing is there, of the former one, and the only candidate on both sides. What the code does is the same only if it was
 * formatted, or if an identifier was renamed throughout the file.
 * @param readFile reads the texts of all findings of a file.
 */
export async function pairSimilarCode(
  pairing: Pairing,
  file: FileFindings,
  texts: SourceTexts,
  readFile: (file: FileFindings) => Promise<SourceTexts>,
): Promise<void> {
  const known = file.known.filter(pairing.isFreeKnown)
  const reported = file.reported.filter(
    (each) =>
      pairing.isFreeReported(each) &&
      pairing.reportedAt(each).secret === null &&
      pairing.reportedAt(each).dependency === null,
  )
  if (known.length === 0 || reported.length === 0) return
  const { path } = pairing.knownAt(known[0] ?? 0)
  const samples = new CodeSamples(texts, path)
  const isExchanged = exchangedCode(pairing, file)
  let all: SourceTexts | undefined
  for (const { one, found } of await similarPairs(pairing, file, { known, reported }, samples)) {
    // Any of the remaining equal matches may be the changed one, including one that was matched with another finding.
    const isSure = pairing.knownAt(one).isInterchangeable || !(pairing.hasIdentical(one) || isExchanged(one))
    if (!isSure) {
      pairing.doubt(one, found, 'changed')
      continue
    }
    const renamed = samples.renamedIdentifier(one, found)
    if (renamed !== null) all ??= await readFile(file)
    const isSame =
      samples.areFormatted(pairing, one, found) ||
      (renamed !== null && all !== undefined && isRenamedThroughout(file, all, renamed))
    if (isSame) pairing.pair(one, found, 'similar_code')
    else pairing.pairChanged(one, found)
  }
}

/** The pairs of a file with similar code, each the only one on both sides. */
async function similarPairs(
  pairing: Pairing,
  file: FileFindings,
  { known, reported }: FileFindings,
  samples: CodeSamples,
): Promise<SimilarPair[]> {
  const shifts = shiftsOf(pairing, file)
  const after = groupBy(compareByLine(pairing, reported), (each) => pairing.reportedAt(each).rule)
  const isUnique = uniqueCode(pairing, file)
  const all: SimilarPair[] = []
  // A few findings are compared in the thread that answers requests, and each may have much code.
  const slice = new TimeSlice()
  for (const [rule, some] of groupBy(known, (each) => pairing.knownAt(each).rule)) {
    const similar: SimilarPair[] = []
    for (const one of some) {
      const { line, code } = pairing.knownAt(one)
      for (const candidate of nearestCandidates(pairing, after.get(rule) ?? [], shifts, line)) {
        // The locations of equal code were compared before, among all findings with that code and not only nearby ones.
        const isOther = code !== pairing.reportedAt(candidate).code || isUnique(one, candidate)
        if (isOther && samples.areSimilar(one, candidate)) similar.push({ one, found: candidate })
        if (slice.isOver) await slice.next()
      }
    }
    const [ofKnown, ofReported] = [countBySide(similar, 'one'), countBySide(similar, 'found')]
    for (const pair of similar)
      if (ofKnown.get(pair.one) === 1 && ofReported.get(pair.found) === 1) all.push(pair)
  }
  return all
}

/** Returns a test of whether no other finding of a file has the code of a stored or a reported one. */
function uniqueCode(pairing: Pairing, file: FileFindings): (known: number, reported: number) => boolean {
  const before = groupBy(file.known, (each) => codeKey(pairing.knownAt(each)))
  const after = groupBy(file.reported, (each) => codeKey(pairing.reportedAt(each)))
  return (known, reported) =>
    before.get(codeKey(pairing.knownAt(known)) ?? '')?.length === 1 &&
    after.get(codeKey(pairing.reportedAt(reported)) ?? '')?.length === 1
}

/**
 * Returns a test of whether an equal match of the file was found at a location to which nothing else moved. It may be
 * the stored finding itself, which moved there, while the other one changed.
 */
function exchangedCode(pairing: Pairing, file: FileFindings): (known: number) => boolean {
  const moveOf = (each: number) => {
    const candidate = pairing.reportedOf(each)
    return candidate < 0 ? null : pairing.reportedAt(candidate).line - pairing.knownAt(each).line
  }
  const equal = groupBy(file.known, (each) => codeKey(pairing.knownAt(each)))
  return (known) => {
    const code = codeKey(pairing.knownAt(known))
    const siblings = (equal.get(code ?? '') ?? []).filter((each) => each !== known)
    if (siblings.length === 0) return false
    const others = new Set(file.known.filter((each) => codeKey(pairing.knownAt(each)) !== code).map(moveOf))
    return siblings.map(moveOf).some((move) => move !== null && move !== 0 && !others.has(move))
  }
}

/** The number of pairs of each finding. */
function countBySide(pairs: readonly SimilarPair[], side: keyof SimilarPair) {
  const counts = new Map<number, number>()
  for (const pair of pairs) counts.set(pair[side], (counts.get(pair[side]) ?? 0) + 1)
  return counts
}

/** Records for each unpaired finding the stored ones of its rule at the expected line, whose code may have changed. */
export function doubtChanged(pairing: Pairing, file: FileFindings): void {
  const known = file.known.filter(pairing.isFreeKnown)
  const reported = file.reported.filter(pairing.isFreeReported)
  if (known.length === 0 || reported.length === 0) return
  const shifts = shiftsOf(pairing, file)
  const after = groupBy(compareByLine(pairing, reported), (each) => pairing.reportedAt(each).rule)
  for (const one of known) {
    const { rule, line } = pairing.knownAt(one)
    for (const candidate of nearestCandidates(pairing, after.get(rule) ?? [], shifts, line).slice(0, 2))
      pairing.doubt(one, candidate, 'changed')
  }
}

const compareByLine = (pairing: Pairing, reported: readonly number[]) =>
  reported.toSorted((a, b) => pairing.reportedAt(a).line - pairing.reportedAt(b).line)

/**
 * The unpaired findings nearest to where a stored one is expected, from those of a rule sorted by line; else those nearest to
 * its line, since what shows how the file moved may have moved alone.
 */
function nearestCandidates(
  pairing: Pairing,
  sorted: readonly number[],
  shifts: LineShifts,
  line: number,
): number[] {
  const expected = candidatesNear(pairing, sorted, shifts.expected(line))
  return expected.length > 0 ? expected : candidatesNear(pairing, sorted, line)
}

function candidatesNear(pairing: Pairing, sorted: readonly number[], line: number): number[] {
  const distance = (each: number) => Math.abs(pairing.reportedAt(each).line - line)
  const candidates: number[] = []
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (pairing.reportedAt(sorted[middle] ?? 0).line < line - maxLineDistance) low = middle + 1
    else high = middle
  }
  for (let at = low; at < sorted.length; at++) {
    const each = sorted[at] ?? 0
    if (pairing.reportedAt(each).line > line + maxLineDistance) break
    if (pairing.isFreeReported(each)) candidates.push(each)
  }
  return candidates.sort((a, b) => distance(a) - distance(b)).slice(0, maxCandidates)
}

/** The words and punctuation of a text as ascending numbers: there are many texts, and few different tokens. */
interface CodeSample {
  /** The tokens, in which a quoted text is one; empty if there are too many. */
  code: readonly string[]
  tokens: Int32Array
  /** The called names, each once. */
  calls: string
}

const tokenPattern = /[\p{L}_$][\p{L}\p{N}_$]*|\d+|[^\s\p{L}\p{N}]/gu

/** Compares the source texts of a file's findings. */
class CodeSamples {
  readonly #texts: SourceTexts
  readonly #path: string
  readonly #numbers = new Map<string, number>()
  readonly #samples = { known: new Map<number, CodeSample>(), reported: new Map<number, CodeSample>() }

  constructor(texts: SourceTexts, path: string) {
    this.#texts = texts
    this.#path = path
  }

  areSimilar(known: number, reported: number): boolean {
    const [one, other] = [this.#of('known', known), this.#of('reported', reported)]
    if (one === undefined || other === undefined || one.calls !== other.calls) return false
    const all = one.tokens.length + other.tokens.length
    const share = (2 * countSharedTokens(one.tokens, other.tokens)) / all
    return share >= minSimilarity || renamedIdentifier(one.code, other.code) !== null
  }

  /** The identifier by which alone the texts of two findings differ. */
  renamedIdentifier(known: number, reported: number): { from: string; to: string } | null {
    const [one, other] = [this.#of('known', known), this.#of('reported', reported)]
    return one && other ? renamedIdentifier(one.code, other.code) : null
  }

  /** Whether the texts differ in their formatting alone, for a finding that was stored without tokens. */
  areFormatted(pairing: Pairing, known: number, reported: number): boolean {
    const [one, other] = [this.#of('known', known), this.#of('reported', reported)]
    if (pairing.knownAt(known).tokens !== null || !one || !other || one.code.length === 0) return false
    return JSON.stringify(one.code) === JSON.stringify(other.code)
  }

  #of(side: 'known' | 'reported', index: number): CodeSample | undefined {
    const sampled = this.#samples[side].get(index)
    if (sampled) return sampled
    const text = this.#texts[side](index)
    if (text === null) return
    const sample = this.#sample(text.matched)
    this.#samples[side].set(index, sample)
    return sample
  }

  #sample(text: string): CodeSample {
    const list = text.slice(0, 64_000).match(tokenPattern)?.slice(0, maxTokens) ?? []
    const code = codeTokens(text, this.#path)
    const calls = list.filter((each, index) => list[index + 1] === '(' && /^[\p{L}_$]/u.test(each))
    const tokens = Int32Array.from(list, (each) => this.#numberOf(each)).sort()
    return {
      code: code.length > maxTokens ? [] : code,
      tokens,
      calls: JSON.stringify([...new Set(calls)].sort()),
    }
  }

  #numberOf(each: string): number {
    const number = this.#numbers.get(each) ?? this.#numbers.size
    this.#numbers.set(each, number)
    return number
  }
}

/** How many numbers two ascending lists have in common. */
function countSharedTokens(one: Int32Array, other: Int32Array): number {
  let count = 0
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a, b] = [one[i] ?? 0, other[j] ?? 0]
    if (a === b) count++
    if (a <= b) i++
    if (b <= a) j++
  }
  return count
}
