import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedIndex } from './row-keys.ts'

const keys = ['j', 'k', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']

describe('moving through a list by keyboard', () => {
  it('goes one row with letters and arrows, and stops at both ends', () => {
    expect(movedIndex('j', 3, 10, 5)).toBe(4)
    expect(movedIndex('ArrowUp', 3, 10, 5)).toBe(2)
    expect(movedIndex('j', 9, 10, 5)).toBe(9)
    expect(movedIndex('k', 0, 10, 5)).toBe(0)
  })

  it('goes a screen with the page keys, and to the ends with Home and End', () => {
    expect(movedIndex('PageDown', 3, 100, 18)).toBe(21)
    expect(movedIndex('PageUp', 3, 100, 18)).toBe(0)
    expect(movedIndex('End', 3, 100, 18)).toBe(99)
    expect(movedIndex('Home', 3, 100, 18)).toBe(0)
  })

  it('starts at the first row, or the last one upwards, where none has the focus', () => {
    expect(movedIndex('j', undefined, 10, 5)).toBe(0)
    expect(movedIndex('k', undefined, 10, 5)).toBe(9)
  })

  it('moves nothing with other keys, nor in an empty list', () => {
    expect(movedIndex('i', 3, 10, 5)).toBeUndefined()
    expect(movedIndex('j', undefined, 0, 5)).toBeUndefined()
  })

  it('never leaves the list', () => {
    const index = fc.nat({ max: 2999 })
    fc.assert(
      fc.property(fc.constantFrom(...keys), index, index, fc.nat({ max: 60 }), (key, a, b, pageRows) => {
        const [from, count] = [Math.min(a, b), Math.max(a, b) + 1]
        const to = movedIndex(key, from, count, pageRows)
        expect(to).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThan(count)
      }),
    )
  })
})
