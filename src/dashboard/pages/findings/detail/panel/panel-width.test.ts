import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedWidth, narrowest, widest, widthByKey } from './panel-width.ts'

describe('the width of the panel', () => {
  it('is never under 420 px nor over 70 % of the window, whatever was kept or dragged', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 1024, max: 6000 }), (width, window) => {
        const bounded = boundedWidth(width, window)
        expect(bounded).toBeGreaterThanOrEqual(narrowest)
        expect(bounded).toBeLessThanOrEqual(Math.round(window * 0.7))
      }),
    )
  })

  it('leaves the list room in a small window, until somebody chooses', () => {
    expect(boundedWidth(Number.NaN, 1024)).toBe(420)
    expect(boundedWidth(Number.NaN, 1440)).toBe(500)
    expect(boundedWidth(600, 1024)).toBe(600)
  })

  it('goes by the keys, wider to the left', () => {
    expect(widthByKey('ArrowLeft', false, 500, 1440)).toBe(516)
    expect(widthByKey('ArrowRight', true, 500, 1440)).toBe(436)
    expect(widthByKey('Home', false, 500, 1440)).toBe(widest(1440))
    expect(widthByKey('End', false, 500, 1440)).toBe(420)
    expect(widthByKey('a', false, 500, 1440)).toBeUndefined()
  })
})
