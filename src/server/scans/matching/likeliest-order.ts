/** The positions of a stored and of a reported finding, each in the list of its side. */
export type SpotPair = readonly [before: number, after: number]

/** In larger files, and with more possible pairs, locations are not compared: the work grows quadratically. */
const maxComparisons = 100_000
const maxPairs = 1_000
/** The cost of each line that an edit inserts or deletes, so that the smaller of two edits is likelier. */
const costPerLine = 1 / 1_000

/**
 * Determines which findings of a file may be the same if as few changes as possible happened between two scans. Each
 * removed or added finding, and each edit that inserted or deleted lines between findings, counts as one change.
 * @param before the lines of the stored findings, in order.
 * @param after the lines of the reported findings, in order.
 * @param changeOf the cost of a finding's change if a pair is the same; null if it cannot be.
 * @returns whether a pair belongs to one of the likeliest explanations; null if there are too many pairs to compare.
 */
export function likeliestOrder(
  before: readonly number[],
  after: readonly number[],
  changeOf: (...pair: SpotPair) => number | null,
): ((pair: SpotPair) => boolean) | null {
  const pairs = pairsOf(before, after, changeOf)
  if (pairs === null) return null
  const start: Pair = { i: -1, j: -1, shift: 0, own: 0 }
  const upTo = costs(start, pairs)
  const last = [before.length, after.length] as const
  // The cost from a pair to the end equals the cost up to it with both lists reversed; any shift is allowed at the end.
  const from = new Float64Array(pairs.length)
  for (let p = pairs.length - 1; p >= 0; p--) {
    const pair = pairs[p] ?? start
    let minimum = last[0] - pair.i - 1 + (last[1] - pair.j - 1)
    for (let next = p + 1; next < pairs.length; next++) {
      const other = pairs[next] ?? start
      if (other.i <= pair.i || other.j <= pair.j) continue
      minimum = Math.min(minimum, stepCost(pair, other) + other.own + (from[next] ?? 0))
    }
    from[p] = minimum
  }
  const through = (p: number) => (upTo[p] ?? 0) + (from[p] ?? 0)
  const best = pairs.reduce((minimum, _, p) => Math.min(minimum, through(p)), last[0] + last[1])
  const likeliest = new Set<string>()
  for (const [p, { i, j }] of pairs.entries())
    if (through(p) <= best + costPerLine / 2) likeliest.add(`${i} ${j}`)
  return ([i, j]) => likeliest.has(`${i} ${j}`)
}

interface Pair {
  i: number
  j: number
  shift: number
  own: number
}

function pairsOf(
  before: readonly number[],
  after: readonly number[],
  changeOf: (...pair: SpotPair) => number | null,
): Pair[] | null {
  if (before.length * after.length > maxComparisons) return null
  const pairs: Pair[] = []
  for (const [i, line] of before.entries()) {
    for (const [j, now] of after.entries()) {
      const own = changeOf(i, j)
      if (own === null) continue
      pairs.push({ i, j, shift: now - line, own })
      if (pairs.length > maxPairs) return null
    }
  }
  return pairs
}

/** The minimum cost of the changes up to each pair. */
function costs(start: Pair, pairs: readonly Pair[]): Float64Array {
  const upTo = new Float64Array(pairs.length)
  for (const [p, pair] of pairs.entries()) {
    let minimum = stepCost(start, pair)
    for (let previous = 0; previous < p; previous++) {
      const other = pairs[previous] ?? start
      if (other.i < pair.i && other.j < pair.j)
        minimum = Math.min(minimum, (upTo[previous] ?? 0) + stepCost(other, pair))
    }
    upTo[p] = minimum + pair.own
  }
  return upTo
}

/** The cost between two pairs: unpaired findings were removed or added, and a change of shift is an edit. */
function stepCost(from: Pair, to: Pair): number {
  const lines = Math.abs(to.shift - from.shift)
  return to.i - from.i - 1 + (to.j - from.j - 1) + (lines === 0 ? 0 : 1 + lines * costPerLine)
}
