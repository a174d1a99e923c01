import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber, formatPercent, joinWords, plural } from './format.ts'
import { formatBytes, formatDuration } from './units.ts'

describe('numbers', () => {
  it('groups thousands', () => {
    expect(formatNumber(12431)).toBe('12,431')
    expect(formatNumber(0)).toBe('0')
  })

  it('groups every number as the language does', () => {
    const language = new Intl.NumberFormat('en-GB')
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(formatNumber(value)).toBe(language.format(value))
      }),
    )
  })

  it('takes the noun that fits the count', () => {
    expect(plural(1, 'finding')).toBe('1 finding')
    expect(plural(0, 'finding')).toBe('0 findings')
    expect(plural(2, 'repository', 'repositories')).toBe('2 repositories')
  })

  it('never rounds something to nothing, or nearly all to all', () => {
    expect(formatPercent(0)).toBe('0%')
    expect(formatPercent(0.0004)).toBe('<0.1%')
    expect(formatPercent(0.1234)).toBe('12.3%')
    expect(formatPercent(0.99996)).toBe('>99.9%')
    expect(formatPercent(1)).toBe('100%')
  })
})

describe('sizes', () => {
  it('counts in thousands', () => {
    expect(formatBytes(812)).toBe('812 B')
    expect(formatBytes(1_200_000)).toBe('1.2 MB')
    expect(formatBytes(999_999)).toBe('1 MB')
  })

  it('shows no number of four digits below the largest unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9e14 }), (bytes) => {
        expect(formatBytes(bytes)).toMatch(/^\d{1,3}(\.\d)? (B|kB|MB|GB|TB)$/)
      }),
    )
  })
})

describe('durations', () => {
  it.each([
    [0.44, '0.4 s'],
    [9.96, '10 s'],
    [45, '45 s'],
    [60, '1 min'],
    [200, '3 min 20 s'],
    [3900, '1 h 5 min'],
    [183_600, '2 d 3 h'],
  ])('reads %d seconds as %s', (seconds, words) => expect(formatDuration(seconds)).toBe(words))

  it('always says something', () => {
    fc.assert(fc.property(fc.double({ min: -1, max: 1e9, noNaN: true }), (s) => formatDuration(s).length > 2))
  })
})

describe('words in a row', () => {
  it.each([
    [[], ''],
    [['Critical'], 'Critical'],
    [['Critical', 'High'], 'Critical and High'],
    [['Critical', 'High', 'Low'], 'Critical, High and Low'],
  ])('joins %j', (words, sentence) => expect(joinWords(words)).toBe(sentence))
})
