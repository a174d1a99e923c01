/** A result of one report and one of the next, as far as their places go. */
export interface Spot {
  line: number
}

/**
 * How much has to be assumed to explain a file's results by those of an earlier report: the least sum, over all ways
 * to pair them in order, of what each pair costs, of each edit between pairs that inserted or deleted lines, and of one
 * for each result that is left alone, since it was removed or added.
 * @param costOf what a pair costs; null where it cannot be one.
 * @param forced a pair that has to be among them.
 * @param byLine whether lines that were inserted or deleted count: an edit costs one, and a little more the longer it is.
 * @returns infinity where there is no such way.
 */
export function costOfPairing<T extends Spot>(
  before: readonly T[],
  after: readonly T[],
  costOf: (one: T, other: T) => number | null,
  { forced, byLine = true }: { forced?: readonly [T, T] | undefined; byLine?: boolean } = {},
): number {
  const pin = forced && ([before.indexOf(forced[0]), after.indexOf(forced[1])] as const)
  const edit = (lines: number) => (byLine && lines !== 0 ? 1 + Math.abs(lines) / 1_000 : 0)
  // Nothing may step over the forced pair.
  const steps = (from: number, to: number) => !pin || from >= pin[0] || to <= pin[0]
  const fits = (i: number, j: number) => !pin || Math.sign(i - pin[0]) === Math.sign(j - pin[1])
  const ends: { i: number; j: number; shift: number; cost: number }[] = [{ i: -1, j: -1, shift: 0, cost: 0 }]
  for (const [i, one] of before.entries()) {
    const matches: typeof ends = []
    for (const [j, other] of after.entries()) {
      const own = fits(i, j) ? costOf(one, other) : null
      if (own === null) continue
      const shift = other.line - one.line
      const costs = ends.flatMap((end) =>
        end.j < j && steps(end.i, i)
          ? [end.cost + edit(shift - end.shift) + (i - end.i - 1) + (j - end.j - 1)]
          : [],
      )
      matches.push({ i, j, shift, cost: own + Math.min(...costs) })
    }
    ends.push(...matches)
  }
  const totals = ends.flatMap(({ i, j, cost }) =>
    steps(i, before.length) ? [cost + (before.length - i - 1) + (after.length - j - 1)] : [],
  )
  return Math.min(...totals)
}
