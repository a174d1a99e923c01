import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitPath, truncateMiddle } from './split-path.ts'

describe('a path', () => {
  it('gives up its folders before its file and line', () => {
    expect(splitPath('src/orders/search.ts', 48)).toEqual({ folders: 'src/orders/', file: 'search.ts:48' })
    expect(splitPath('Makefile')).toEqual({ folders: '', file: 'Makefile' })
    expect(splitPath('src/orders/', null)).toEqual({ folders: 'src/', file: 'orders/' })
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        const { folders, file } = splitPath(path)
        expect(folders + file).toBe(path)
      }),
    )
  })
})

describe('an id cut in the middle', () => {
  it('keeps both ends', () => {
    expect(truncateMiddle('9f2c1ab0d7714410d', 11)).toBe('9f2c1…4410d')
    expect(truncateMiddle('short', 11)).toBe('short')
  })

  // With a sign of its own for what is left out, it could not be told where it was cut.
  const wholeText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('…'))

  it('is never longer than asked, and starts and ends as the whole does', () => {
    fc.assert(
      fc.property(wholeText, fc.integer({ min: 3, max: 40 }), (text, length) => {
        const cut = truncateMiddle(text, length)
        expect([...cut].length).toBeLessThanOrEqual(length)
        const [start = '', end = ''] = cut === text ? [] : cut.split(/…(?=[^…]*$)/)
        expect(text.startsWith(start) && text.endsWith(end)).toBe(true)
      }),
    )
  })
})
