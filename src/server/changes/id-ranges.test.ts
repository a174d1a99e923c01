import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeIds, encodeIds } from './id-ranges.ts'

it('gives back the ids, in order and once each', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(50), fc.integer({ min: 1, max: 2 ** 31 }))), (ids) => {
      const expected = [...new Set(ids)].sort((one, other) => one - other)
      expect([...decodeIds(encodeIds(ids))]).toEqual(expected)
    }),
  )
})

it('takes little room for rows that were written together', () => {
  const imported = Array.from({ length: 30_000 }, (_, index) => 1_000_000 + index)
  expect(encodeIds(imported)).toBe('1000000:29999')
  expect(encodeIds([5, 9, 10, 11, 2])).toBe('2 3 4:2')
  expect(encodeIds([])).toBe('')
})
