import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeTicks, valueTicks } from './ticks.ts'

describe('the ticks of a value axis', () => {
  it.each([
    [7, 4, 'count', [0, 2, 4, 6, 8]],
    [1, 4, 'count', [0, 1]],
    [0, 4, 'count', [0, 1]],
    [12_431, 4, 'count', [0, 5000, 10_000, 15_000]],
    [0.3, 3, 'seconds', [0, 0.1, 0.2, 0.3]],
    [200, 4, 'seconds', [0, 60, 120, 180, 240]],
    [5000, 4, 'seconds', [0, 1800, 3600, 5400]],
  ] as const)('%d in %d steps of %s', (max, count, unit, expected) => {
    const ticks = valueTicks(max, count, unit)
    expect(ticks).toHaveLength(expected.length)
    for (const [at, tick] of ticks.entries()) expect(tick).toBeCloseTo(expected[at] ?? Number.NaN)
  })

  it('begin at 0, reach the greatest value, and are few, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom('count', 'seconds'),
        (max, count, unit) => {
          fc.pre(max === 0 || max > 1e-6)
          const ticks = valueTicks(max, count, unit)
          expect(ticks[0]).toBe(0)
          expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * 0.999_999)
          expect(ticks.length).toBeLessThanOrEqual(count + 2)
          if (unit === 'count') expect(ticks.every(Number.isInteger)).toBe(true)
        },
      ),
    )
  })
})

describe('the ticks of a time axis', () => {
  const at = (text: string) => Date.parse(text)
  const iso = (ticks: number[]) => ticks.map((tick) => new Date(tick).toISOString().slice(0, 16))

  it('are the first of months for a year', () => {
    expect(iso(timeTicks(at('2025-11-21'), at('2026-11-21'), 5))).toEqual([
      '2026-01-01T00:00',
      '2026-04-01T00:00',
      '2026-07-01T00:00',
      '2026-10-01T00:00',
    ])
  })

  it('are Mondays for a month', () => {
    expect(iso(timeTicks(at('2026-11-01'), at('2026-11-30'), 5))).toEqual([
      '2026-11-02T00:00',
      '2026-11-09T00:00',
      '2026-11-16T00:00',
      '2026-11-23T00:00',
      '2026-11-30T00:00',
    ])
  })

  it('are hours for a day', () => {
    expect(iso(timeTicks(at('2026-11-21T00:30Z'), at('2026-11-21T20:00Z'), 4))).toEqual([
      '2026-11-21T06:00',
      '2026-11-21T12:00',
      '2026-11-21T18:00',
    ])
  })

  it('lie within, in order, and are few, whatever the span', () => {
    const instant = fc.integer({ min: at('2000-01-01'), max: at('2040-01-01') })
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 4, max: 12 }), (one, other, count) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const ticks = timeTicks(from, to, count)
        expect(ticks).toEqual([...new Set(ticks)].toSorted((a, b) => a - b))
        expect(ticks.every((tick) => tick >= from && tick <= to)).toBe(true)
        expect(ticks.length).toBeLessThanOrEqual(count + 2)
      }),
    )
  })
})
