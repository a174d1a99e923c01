import type { FileFindings } from './file.ts'
import { codeKey, shiftsOf } from './file.ts'
import { grouped, type Pairing } from './pairing.ts'

/** How far from where it is expected changed code is looked for, in lines. */
const nearby = 20
const mostCandidates = 32
const leastSimilarity = 0.8
const mostTokens = 2_000

/** The source text of findings, by their positions in a pairing; null where it was not sent. */
export interface SourceTexts {
  known(index: number): string | null
  reported(index: number): string | null
}

/**
 * Pairs findings of one rule whose code changed a little: at least 80 % of the tokens and the same called names, within
 * 20 lines of where it is expected, the only candidate on both sides.
 */
export function pairSimilarCode(pairing: Pairing, file: FileFindings, texts: SourceTexts): void {
  const known = file.known.filter(pairing.isFreeKnown)
  const reported = file.reported.filter(
    (each) =>
      pairing.isFreeReported(each) && pairing.r(each).secret === null && pairing.r(each).dependency === null,
  )
  if (known.length === 0 || reported.length === 0) return
  const shifts = shiftsOf(pairing, file)
  const after = grouped(byLine(pairing, reported), (each) => pairing.r(each).rule)
  const samples = new CodeSamples(texts)
  const isUnique = uniqueCode(pairing, file)
  const isExchanged = exchangedCode(pairing, file)
  for (const [rule, some] of grouped(known, (each) => pairing.k(each).rule)) {
    const similar: SimilarPair[] = []
    for (const one of some) {
      const { line, code } = pairing.k(one)
      for (const found of nearest(pairing, after.get(rule) ?? [], shifts.expected(line))) {
        // Of equal code the place was weighed before, among all that have it and not only those nearby.
        const isOther = code !== pairing.r(found).code || isUnique(one, found)
        if (isOther && samples.areSimilar(one, found)) similar.push({ one, found })
      }
    }
    const [ofKnown, ofReported] = [counted(similar, 'one'), counted(similar, 'found')]
    for (const { one, found } of similar) {
      if (ofKnown.get(one) !== 1 || ofReported.get(found) !== 1) continue
      // What is left of equal matches may be any of them: the changed one as well as the one that was taken for another.
      const isSure = pairing.k(one).isInterchangeable || !(pairing.hasIdentical(one) || isExchanged(one))
      if (isSure) pairing.pair(one, found, 'similar_code')
      else pairing.doubt(one, found, 'changed')
    }
  }
}

interface SimilarPair {
  one: number
  found: number
}

/** Tells whether no other finding of a file has the code of a stored or a reported one. */
function uniqueCode(pairing: Pairing, file: FileFindings): (known: number, reported: number) => boolean {
  const before = grouped(file.known, (each) => codeKey(pairing.k(each)))
  const after = grouped(file.reported, (each) => codeKey(pairing.r(each)))
  return (known, reported) =>
    before.get(codeKey(pairing.k(known)) ?? '')?.length === 1 &&
    after.get(codeKey(pairing.r(reported)) ?? '')?.length === 1
}

/**
 * Tells whether an equal match of the file was found at a place to which nothing else moved: then that may as well be the
 * stored finding itself, which moved there, and the other one changed.
 */
function exchangedCode(pairing: Pairing, file: FileFindings): (known: number) => boolean {
  const moveOf = (each: number) => {
    const found = pairing.reportedOf(each)
    return found < 0 ? null : pairing.r(found).line - pairing.k(each).line
  }
  const equal = grouped(file.known, (each) => codeKey(pairing.k(each)))
  return (known) => {
    const code = codeKey(pairing.k(known))
    const siblings = (equal.get(code ?? '') ?? []).filter((each) => each !== known)
    if (siblings.length === 0) return false
    const others = new Set(file.known.filter((each) => codeKey(pairing.k(each)) !== code).map(moveOf))
    return siblings.map(moveOf).some((move) => move !== null && move !== 0 && !others.has(move))
  }
}

/** How often each finding is in a list of pairs. */
function counted(pairs: readonly SimilarPair[], side: keyof SimilarPair) {
  const counts = new Map<number, number>()
  for (const pair of pairs) counts.set(pair[side], (counts.get(pair[side]) ?? 0) + 1)
  return counts
}

/** Says of what is left which stored findings of its rule stood where it is expected: its code may have changed. */
export function doubtChanged(pairing: Pairing, file: FileFindings): void {
  const known = file.known.filter(pairing.isFreeKnown)
  const reported = file.reported.filter(pairing.isFreeReported)
  if (known.length === 0 || reported.length === 0) return
  const shifts = shiftsOf(pairing, file)
  const after = grouped(byLine(pairing, reported), (each) => pairing.r(each).rule)
  for (const one of known) {
    const { rule, line } = pairing.k(one)
    for (const found of nearest(pairing, after.get(rule) ?? [], shifts.expected(line)).slice(0, 2))
      pairing.doubt(one, found, 'changed')
  }
}

const byLine = (pairing: Pairing, reported: readonly number[]) =>
  reported.toSorted((a, b) => pairing.r(a).line - pairing.r(b).line)

/** The free ones around a line, the nearest first, out of those of a rule in the order of their lines. */
function nearest(pairing: Pairing, sorted: readonly number[], line: number): number[] {
  const distance = (each: number) => Math.abs(pairing.r(each).line - line)
  const found: number[] = []
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (pairing.r(sorted[middle] ?? 0).line < line - nearby) low = middle + 1
    else high = middle
  }
  for (let at = low; at < sorted.length; at++) {
    const each = sorted[at] ?? 0
    if (pairing.r(each).line > line + nearby) break
    if (pairing.isFreeReported(each)) found.push(each)
  }
  return found.sort((a, b) => distance(a) - distance(b)).slice(0, mostCandidates)
}

/** The tokens of a text as numbers in ascending order: there are many texts, and few different tokens. */
interface CodeSample {
  tokens: Int32Array
  /** The called names, each once. */
  calls: string
}

const token = /[\p{L}_$][\p{L}\p{N}_$]*|\d+|[^\s\p{L}\p{N}]/gu

/** Compares the source texts of a file's findings. */
class CodeSamples {
  readonly #texts: SourceTexts
  readonly #numbers = new Map<string, number>()
  readonly #samples = { known: new Map<number, CodeSample>(), reported: new Map<number, CodeSample>() }

  constructor(texts: SourceTexts) {
    this.#texts = texts
  }

  areSimilar(known: number, reported: number): boolean {
    const [one, other] = [this.#of('known', known), this.#of('reported', reported)]
    if (one === undefined || other === undefined || one.calls !== other.calls) return false
    const all = one.tokens.length + other.tokens.length
    return (2 * shared(one.tokens, other.tokens)) / all >= leastSimilarity
  }

  #of(side: 'known' | 'reported', index: number): CodeSample | undefined {
    const sampled = this.#samples[side].get(index)
    if (sampled) return sampled
    const text = this.#texts[side](index)
    if (text === null) return
    const sample = this.#sample(text)
    this.#samples[side].set(index, sample)
    return sample
  }

  #sample(text: string): CodeSample {
    const list = text.slice(0, 64_000).match(token)?.slice(0, mostTokens) ?? []
    const calls = list.filter((each, index) => list[index + 1] === '(' && /^[\p{L}_$]/u.test(each))
    const tokens = Int32Array.from(list, (each) => this.#numberOf(each)).sort()
    return { tokens, calls: JSON.stringify([...new Set(calls)].sort()) }
  }

  #numberOf(each: string): number {
    const number = this.#numbers.get(each) ?? this.#numbers.size
    this.#numbers.set(each, number)
    return number
  }
}

/** How many numbers two ascending lists have in common. */
function shared(one: Int32Array, other: Int32Array): number {
  let count = 0
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a, b] = [one[i] ?? 0, other[j] ?? 0]
    if (a === b) count++
    if (a <= b) i++
    if (b <= a) j++
  }
  return count
}
