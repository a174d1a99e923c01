import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likeliestOrder } from './likeliest-order.ts'

interface Spot {
  line: number
  rule: string
}

const side = fc
  .uniqueArray(fc.record({ line: fc.integer({ min: 1, max: 12 }), rule: fc.constantFrom('a', 'b') }), {
    selector: ({ line }) => line,
    maxLength: 5,
  })
  .map((spots) => spots.toSorted((a, b) => a.line - b.line))

/** Every way to pair two lists in order, each with what it assumes. */
function* ways(
  before: readonly Spot[],
  after: readonly Spot[],
  at = { i: 0, j: 0, shift: 0 },
): Generator<{ pairs: string[]; cost: number }> {
  yield { pairs: [], cost: before.length - at.i + after.length - at.j }
  for (let i = at.i; i < before.length; i++) {
    for (let j = at.j; j < after.length; j++) {
      const [one, other] = [before[i], after[j]]
      if (!one || !other || one.rule !== other.rule) continue
      const shift = other.line - one.line
      const lines = Math.abs(shift - at.shift)
      const step = i - at.i + (j - at.j) + (lines === 0 ? 0 : 1 + lines / 1_000)
      for (const rest of ways(before, after, { i: i + 1, j: j + 1, shift }))
        yield { pairs: [`${i} ${j}`, ...rest.pairs], cost: step + rest.cost }
    }
  }
}

test('what is likely belongs to a way that assumes least', () => {
  fc.assert(
    fc.property(side, side, (before, after) => {
      const all = [...ways(before, after)]
      const least = Math.min(...all.map(({ cost }) => cost))
      const best = new Set(all.filter(({ cost }) => cost < least + 1e-6).flatMap(({ pairs }) => pairs))
      const isLikely = likeliestOrder(
        before.map(({ line }) => line),
        after.map(({ line }) => line),
        (i, j) => (before[i]?.rule === after[j]?.rule ? 0 : null),
      )
      const matches = before.flatMap((_, i) =>
        after.flatMap((__, j) => (isLikely?.([i, j]) ? [`${i} ${j}`] : [])),
      )
      expect(matches.toSorted()).toEqual([...best].toSorted())
    }),
    { numRuns: 500 },
  )
})

test('a file with too many equal findings is not weighed', () => {
  const lines = Array.from({ length: 60 }, (_, index) => index + 1)
  expect(likeliestOrder(lines, lines, () => 0)).toBeNull()
})
