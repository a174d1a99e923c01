import { describe, expect, it } from 'vitest'
import { moveColumn } from './column-order.ts'

describe('moving a column', () => {
  it.each([
    ['a', 'c', false, ['b', 'a', 'c', 'd']],
    ['a', 'c', true, ['b', 'c', 'a', 'd']],
    ['d', 'a', false, ['d', 'a', 'b', 'c']],
    ['b', 'b', true, ['a', 'b', 'c', 'd']],
    ['b', 'gone', true, ['a', 'b', 'c', 'd']],
  ])('%s beside %s, after it: %s', (id, beside, after, order) =>
    expect(moveColumn(['a', 'b', 'c', 'd'], id, beside, after)).toEqual(order),
  )
})
