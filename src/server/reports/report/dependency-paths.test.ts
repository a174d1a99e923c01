import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listDependencyPaths } from './dependency-paths.ts'

const one = (name: string, transitivity: 'direct' | 'transitive' | 'unknown', requires: number[] | null) => ({
  name,
  version: '1',
  transitivity,
  requires,
})

test('the shortest way, without what it leads to', () => {
  const way = listDependencyPaths([
    one('a', 'direct', [1, 3]),
    one('b', 'transitive', [2]),
    one('c', 'transitive', [3, 0]),
    one('d', 'transitive', [2]),
    one('e', 'unknown', [4]),
  ])
  expect([0, 1, 2, 3, 4].map(way)).toEqual([null, ['a@1'], ['a@1', 'b@1'], ['a@1'], null])
})

test('each way begins with a direct one, and each step of it asks for the next', () => {
  const graph = fc.integer({ min: 1, max: 30 }).chain((size) =>
    fc.array(
      fc.record({
        transitivity: fc.constantFrom('direct' as const, 'transitive' as const, 'unknown' as const),
        requires: fc.option(fc.array(fc.nat(size - 1), { maxLength: 4 })),
      }),
      { minLength: size, maxLength: size },
    ),
  )
  fc.assert(
    fc.property(graph, (input) => {
      const all = input.map((each, index) => ({ ...each, name: String(index), version: '' }))
      const way = listDependencyPaths(all)
      for (const [position, dependency] of all.entries()) {
        const steps = way(position)
        if (dependency.transitivity === 'direct') expect(steps).toBeNull()
        if (steps === null) continue
        expect(all[Number(steps[0])]?.transitivity).toBe('direct')
        for (const [index, step] of steps.entries())
          expect(all[Number(step)]?.requires).toContain(Number(steps[index + 1] ?? position))
      }
    }),
  )
})

test('a way too long to be read is not kept', () => {
  const chain = Array.from({ length: 100_000 }, (_, index) =>
    one(`package-${index}`, index === 0 ? 'direct' : 'transitive', [(index + 1) % 100_000]),
  )
  const way = listDependencyPaths(chain)
  expect(way(32)).toHaveLength(32)
  expect(way(33)).toBeNull()
  expect(way(99_999)).toBeNull()
})
