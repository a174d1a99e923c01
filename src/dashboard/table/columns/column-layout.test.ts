import { describe, expect, it } from 'vitest'
import { layoutOf } from './column-layout.ts'

const columns = [
  { id: 'severity', meta: { width: 104 } },
  { id: 'finding', meta: { grows: true, naturalWidth: 300 } },
  { id: 'location', meta: { grows: true, naturalWidth: 200, show: 'w-[27%]' } },
]

const widthsOf = (chosen: boolean, widths: Record<string, number>) => {
  const { table, head } = layoutOf(columns, { chosen, widths })
  return { table, heads: columns.map((column) => head(column)?.width) }
}

describe('the layout of columns', () => {
  it('is the columns’ own until a person changes it', () =>
    expect(widthsOf(false, {})).toEqual({ table: undefined, heads: [104, undefined, undefined] }))

  it('lets another column take what is left where the first was given a width', () =>
    expect(widthsOf(false, { finding: 500 })).toEqual({
      table: undefined,
      heads: [104, 'min(500px, 40cqi)', 'auto'],
    }))

  it('scrolls sideways rather than squeeze chosen columns', () =>
    expect(widthsOf(true, { severity: 90 })).toEqual({
      table: { minWidth: 626 },
      heads: [90, undefined, 200],
    }))

  it('reaches the edge by its last column where each was given a width', () =>
    expect(widthsOf(true, { finding: 250, location: 150 })).toEqual({
      table: { minWidth: 540 },
      heads: [104, 250, undefined],
    }))
})
