import { describe, expect, test } from 'vitest'
import { escapeInvisible, isDeceptive, splitInvisible } from './invisible-characters.ts'

describe('a text of others', () => {
  test.each(['src/app.js', 'a\tb\r\nc', 'Übung, 支払い, oplata', '👩‍💻 👨‍👩‍👧 🏳️‍🌈', ''])(
    '%j shows as it is',
    (text) => {
      expect(isDeceptive(text)).toBe(false)
      expect(splitInvisible(text).join('')).toBe(text)
      expect(escapeInvisible(text)).toBe(text)
    },
  )

  test('shows the numbers of what nobody sees', () => {
    const name = 'pay\u202ement\u200b'
    expect(isDeceptive(name)).toBe(true)
    expect(splitInvisible(name)).toEqual([
      'pay',
      { character: '\u202e', code: 'U+202E' },
      'ment',
      { character: '\u200b', code: 'U+200B' },
    ])
    expect(escapeInvisible(name)).toBe('pay[U+202E]ment[U+200B]')
  })

  test.each([
    ['a control character', '\u0007', 'U+0007'],
    ['half of a pair', '\ud800', 'U+D800'],
    ['a tag', '\u{e0041}', 'U+E0041'],
    ['a separator of lines', '\u2028', 'U+2028'],
    ['a filler', '\u3164', 'U+3164'],
    ['a joiner of letters', 'a\u200db', 'U+200D'],
  ])('shows %s', (_, text, code) => {
    expect(escapeInvisible(text)).toContain(`[${code}]`)
  })

  test('may read from right to left', () => {
    expect(isDeceptive('src/שלום.js')).toBe(true)
    expect(splitInvisible('src/שלום.js')).toEqual(['src/שלום.js'])
  })
})
