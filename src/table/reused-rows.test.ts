import { expect, it } from 'vitest'
import { reusedKeys } from './reused-rows.ts'

const drawn = (ids: readonly string[]) => reusedKeys(new Map(), ids, undefined)
const keysOf = (keys: ReadonlyMap<string, number>) => [...keys.values()]

it('draws the rows of another answer in the places of those before', () => {
  expect(keysOf(reusedKeys(drawn(['a', 'b', 'c', 'd']), ['e', 'b', 'f', 'g'], undefined))).toEqual([
    0, 1, 2, 3,
  ])
})

it('makes the rows that there are no places for', () => {
  expect(keysOf(reusedKeys(drawn(['a', 'b']), ['c', 'd', 'e'], undefined))).toEqual([0, 1, 4])
})

it('leaves each row its own where most stay', () => {
  expect(keysOf(reusedKeys(drawn(['a', 'b', 'c']), ['b', 'c', 'd'], undefined))).toEqual([1, 2, 5])
  expect(keysOf(reusedKeys(drawn(['a', 'b', 'c']), ['x', 'a', 'b', 'c'], undefined))).toEqual([3, 0, 1, 2])
})

it('never makes the row with the focus another’s', () => {
  const before = drawn(['a', 'b', 'c', 'd'])
  expect(keysOf(reusedKeys(before, ['e', 'f', 'b', 'g'], 'b'))).toEqual([0, 2, 1, 3])
  expect(keysOf(reusedKeys(before, ['e', 'f', 'g'], 'b'))).toEqual([0, 2, 3])
})

it('gives no two rows one key, whatever comes and goes', () => {
  let keys = drawn(['a', 'b', 'c'])
  for (const ids of [['d', 'e'], ['a', 'd', 'e', 'b'], ['f'], ['f', 'a', 'b', 'c'], [], ['c', 'b', 'a']]) {
    keys = reusedKeys(keys, ids, 'b')
    expect(new Set(keys.values()).size).toBe(ids.length)
    expect([...keys.keys()]).toEqual(ids)
  }
})
