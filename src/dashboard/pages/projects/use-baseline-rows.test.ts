import { expect, it } from 'vitest'
import { withCurrentValues } from './use-baseline-rows.ts'

it('keeps each row in its place, as it stands now or as it stood last', () => {
  const rows = ['a', 'b', 'c'].map((name, id) => ({ id, name }))
  const answer = [
    { id: 3, name: 'new' },
    { id: 2, name: 'c', tags: ['pci'] },
    { id: 0, name: 'a' },
  ]
  expect(withCurrentValues(rows, answer)).toEqual([
    { id: 0, name: 'a' },
    { id: 1, name: 'b' },
    { id: 2, name: 'c', tags: ['pci'] },
  ])
})
