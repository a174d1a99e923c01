import { describe, expect, it } from 'vitest'
import { briefRowsOf, completeRows, none } from './brief-rows.ts'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const whole = { indexes: range(0, 20), brief: none }

describe('rows that come while a table is scrolled', () => {
  it('are one text first, those that were there keep their cells', () => {
    expect([...briefRowsOf(whole, range(3, 23), true)]).toEqual([20, 21, 22])
  })

  it('stay one text until they are filled, also when the scrolling has ended', () => {
    const brief = briefRowsOf(whole, range(3, 23), true)
    expect([...briefRowsOf({ indexes: range(3, 23), brief }, range(3, 23), false)]).toEqual([20, 21, 22])
    expect([...briefRowsOf({ indexes: range(3, 23), brief }, range(4, 24), true)]).toEqual([20, 21, 22, 23])
  })

  it('are whole at once after a leap, and where nobody scrolls', () => {
    expect(briefRowsOf(whole, range(500, 520), true)).toBe(none)
    expect(briefRowsOf(whole, range(3, 23), false)).toBe(none)
  })

  it('are one text all the way through a long pull', () => {
    const first = { indexes: range(3, 23), brief: briefRowsOf(whole, range(3, 23), true) }
    expect(briefRowsOf(first, range(500, 520), true).size).toBe(20)
  })

  it('are the same set while nothing changes', () => {
    const brief = briefRowsOf(whole, range(3, 23), true)
    expect(briefRowsOf({ indexes: range(3, 23), brief }, range(3, 23), true)).toBe(brief)
  })

  it('are filled from the middle, a few at a time, to the last', () => {
    const drawn = { indexes: range(0, 20), brief: new Set(range(0, 20)) }
    const left = completeRows(drawn, 4)
    expect(range(0, 20).filter((index) => !left.has(index))).toEqual([8, 9, 10, 11])
    expect(completeRows({ indexes: range(0, 20), brief: new Set([3]) }, 4)).toBe(none)
    const far = [0, ...range(500, 520)]
    expect([...completeRows({ indexes: far, brief: new Set(far) }, 20)]).toEqual([0])
  })
})
