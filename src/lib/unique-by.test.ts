import { expect, it } from 'vitest'
import { uniqueBy } from './unique-by.ts'

it('keeps the newest of the items with one key, where the first of them stood', () => {
  const rows = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
    { id: 1, name: 'c' },
  ]
  expect(uniqueBy(rows, ({ id }) => id)).toEqual([
    { id: 1, name: 'c' },
    { id: 2, name: 'b' },
  ])
})
