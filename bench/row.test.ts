import { describe, expect, it } from 'vitest'
import { quantile, rowOf } from './row.ts'

describe('figures', () => {
  it('are those of the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(quantile(hundred, 0.5)).toBe(50)
    expect(quantile(hundred, 0.95)).toBe(95)
    expect(quantile([7], 0.95)).toBe(7)
    expect(() => quantile([], 0.5)).toThrow('no samples')
  })

  it('stand beside those of the bare counterpart', () => {
    const said = { part: 'page', what: 'a press', target: '≤ 50 ms', unit: 'ms' } as const
    const row = rowOf(said, [10, 20, 30], [10, 10, 15], (p95) => p95 <= 25)
    expect(row).toMatchObject({ median: 20, p95: 30, bare: 10, ratio: 2, met: false, explained: null })
    expect(rowOf(said, [10], null, () => true)).toMatchObject({ bare: null, ratio: null, met: true })
  })
})
