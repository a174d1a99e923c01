import { describe, expect, it } from 'vitest'
import { explainedByMachine, slowness } from './machine.ts'
import { quantile, type Row, rowOf } from './row.ts'

describe('figures', () => {
  it('are those of the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(quantile(hundred, 0.5)).toBe(50)
    expect(quantile(hundred, 0.95)).toBe(95)
    expect(quantile([7], 0.95)).toBe(7)
    expect(() => quantile([], 0.5)).toThrow('no samples')
  })

  it('stand beside those of the baseline counterpart', () => {
    const labels = { part: 'page', what: 'a press', target: '≤ 50 ms', unit: 'ms' } as const
    const row = rowOf(labels, [10, 20, 30], [10, 10, 15], (p95) => p95 <= 25)
    expect(row).toMatchObject({ median: 20, p95: 30, baseline: 10, ratio: 2, met: false, explained: null })
    expect(rowOf(labels, [10], null, () => true)).toMatchObject({ baseline: null, ratio: null, met: true })
  })
})

describe('a slower machine', () => {
  const late = (target: string, p95: number) =>
    rowOf({ part: 'service', what: 'a list', target, unit: 'ms' }, [p95], null, () => false)
  const ready = {
    ...late('≤ 1.3 × baseline', 2000),
    what: 'ready: rows rendered and one frame passed',
    baseline: 1440,
  }

  it('is known by the baseline page, and by nothing where that was not measured', () => {
    expect(slowness([late('p95 ≤ 100 ms', 150), ready])).toBe(2)
    expect(slowness([late('p95 ≤ 100 ms', 150)])).toBeNull()
  })

  it('explains a time that is missed by less, and nothing else', () => {
    const why = (row: Row, factor: number | null = 2) => explainedByMachine(row, factor).explained
    expect(why(late('p95 ≤ 100 ms', 199))).toMatch(/takes 2 times as long .* about 100 ms/)
    expect(why(late('≥ 50,000 rows/s: ≤ 1 s', 1900))).toMatch(/about 950 ms/)
    expect(why(late('p95 ≤ 100 ms', 220))).toBeNull()
    expect(why(late('p95 ≤ 100 ms', 199), null)).toBeNull()
    expect(why(late('≤ 1.5 × baseline', 199))).toBeNull()
    expect(why({ ...late('p95 ≤ 100 ms', 150), explained: 'its own reason' })).toBe('its own reason')
    expect(why({ ...late('p95 ≤ 100 ms', 90), met: true })).toBeNull()
    expect(why({ ...late('≤ 250 MB', 300), unit: 'MB' })).toBeNull()
  })
})
