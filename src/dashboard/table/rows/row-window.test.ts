import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstWindow,
  heightOf,
  type RowLayout,
  scrollTopToReveal,
  topOf,
  windowOf,
  withRow,
} from './row-window.ts'

const layouts = fc
  .record({
    count: fc.integer({ min: 1, max: 3000 }),
    rowHeight: fc.constantFrom(28, 36, 44, 96),
    headerHeight: fc.constantFrom(0, 32),
    by: fc.constantFrom(0, 48, 120),
    at: fc.nat({ max: 2999 }),
  })
  .map(
    ({ by, at, ...rest }): RowLayout => ({
      ...rest,
      expanded: by ? { index: at % rest.count, by } : undefined,
    }),
  )

describe('the rows that are rendered', () => {
  it('and the empty space around them are together as high as all rows', () => {
    fc.assert(
      fc.property(layouts, fc.array(fc.nat({ max: 2999 }), { maxLength: 30 }), (layout, some) => {
        const indexes = [...new Set(some.map((index) => index % layout.count))].sort((a, b) => a - b)
        const { rows, after } = windowOf(layout, indexes)
        const drawn = rows.reduce((sum, { index, gap }) => sum + gap + heightOf(layout, index), 0)
        expect(layout.headerHeight + drawn + after).toBe(topOf(layout, layout.count))
      }),
    )
  })

  it('have the row with the focus among them, in its place', () => {
    const layout = { count: 9, rowHeight: 36, headerHeight: 32, expanded: undefined }
    const window = windowOf(layout, [3, 4])
    expect(withRow(window, layout, 4)).toBe(window)
    expect(withRow(window, layout, undefined)).toBe(window)
    expect(withRow(window, layout, 8)).toEqual(windowOf(layout, [3, 4, 8]))
    expect(withRow(window, layout, 1)).toEqual(windowOf(layout, [1, 3, 4]))
  })

  it('fill the first screen before anything is measured, wherever the list stood', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.nat({ max: 100_000 }),
        fc.integer({ min: 200, max: 1400 }),
        (layout, wish, height) => {
          const flat = { ...layout, expanded: undefined }
          const scrollTop = Math.min(wish, Math.max(0, topOf(flat, flat.count) - height))
          const drawn = new Set(firstWindow(flat, scrollTop, height).rows.map(({ index }) => index))
          for (let index = 0; index < flat.count; index += 1) {
            const top = topOf(flat, index)
            const seen = top + flat.rowHeight > scrollTop && top < scrollTop + height
            if (seen) expect(drawn.has(index)).toBe(true)
          }
        },
      ),
    )
  })
})

describe('bringing a row into view', () => {
  const layout: RowLayout = { count: 100, rowHeight: 36, headerHeight: 32, expanded: undefined }

  it('moves nothing while the row is seen with some after it', () => {
    expect(scrollTopToReveal(layout, 3, 0, 700)).toBe(0)
  })

  it('moves as little as is needed, up below the header and down above the footer', () => {
    expect(scrollTopToReveal(layout, 3, 500, 700)).toBe(3 * 36)
    expect(scrollTopToReveal(layout, 30, 0, 700)).toBe(32 + 31 * 36 + 3 * 36 - 700)
  })

  it('shows the row whole, whatever stands under it', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), fc.nat({ max: 100_000 }), (any, at, scrollTop) => {
        const index = at % any.count
        const to = scrollTopToReveal(any, index, scrollTop, 700)
        expect(topOf(any, index)).toBeGreaterThanOrEqual(to + any.headerHeight)
        expect(topOf(any, index) + heightOf(any, index)).toBeLessThanOrEqual(to + 700)
      }),
    )
  })
})
