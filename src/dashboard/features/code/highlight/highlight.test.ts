import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlight } from './highlighter.ts'
import { type Language, languageOf } from './languages.ts'
import { cutTokens } from './tokens.ts'

const some: Language[] = ['javascript', 'python', 'xml', 'yaml', 'php', 'bash']

describe('the language of a file', () => {
  it.each([
    ['src/app.js', 'javascript'],
    ['a/b/C.TSX', 'typescript'],
    ['infra/Dockerfile', 'dockerfile'],
    ['infra/Dockerfile.prod', 'dockerfile'],
    ['web\\page.html', 'xml'],
  ])('%s is %s', (path, language) => expect(languageOf(path)).toBe(language))

  it.each([undefined, '', 'LICENSE', 'a.constructor', '__proto__', 'x.unknown'])(
    '%s is not known',
    (path) => {
      expect(languageOf(path)).toBeUndefined()
    },
  )
})

describe('highlighted code', () => {
  it('tells keywords, strings, numbers, names and comments apart', async () => {
    const lines = ['// says it', 'const n = 4', "function say() { return 'hi' }"]
    const words = await highlight(lines, 'javascript')
    expect(
      words?.map((line) => line?.filter(({ kind }) => kind).map(({ text, kind }) => [text, kind])),
    ).toEqual([
      [['// says it', 'comment']],
      [
        ['const', 'keyword'],
        ['4', 'number'],
      ],
      [
        ['function', 'keyword'],
        ['say', 'name'],
        ['return', 'keyword'],
        ["'hi'", 'string'],
      ],
    ])
  })

  it('carries what is open over to the next line', async () => {
    const words = await highlight(['/* one', 'two */ x'], 'javascript')
    expect(words?.[1]?.[0]).toEqual({ text: 'two */', kind: 'comment' })
  })

  it('leaves a line plain that is too long, and all of what is far too long', async () => {
    const long = `'${'a'.repeat(3000)}`
    const words = await highlight([long, 'const n = 4'], 'javascript')
    expect(words?.[0]).toBeUndefined()
    expect(words?.[1]?.[0]).toEqual({ text: 'const', kind: 'keyword' })
  })

  it('is the same text, whatever stands in it', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('<script>', '`${', "'''", '\r', '\u2028', '<!--', '"\\', '#{', '{{', '/*', '\ud800'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom(...some),
        async (lines, language) => {
          const words = await highlight(lines, language)
          expect(words).toHaveLength(lines.length)
          words?.forEach((tokens, at) => {
            if (tokens) expect(tokens.map(({ text }) => text).join('')).toBe(lines[at])
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is cut at any two places without losing a character', () => {
    const token = fc.record({ text: fc.string(), kind: fc.constant('name' as const) })
    fc.assert(
      fc.property(fc.array(token), fc.nat(40), fc.nat(40), (tokens, one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one]
        const text = tokens.map((each) => each.text).join('')
        const cut = cutTokens(tokens, from, to)
        expect(cut.map((each) => each.text).join('')).toBe(text.slice(from, to))
      }),
    )
  })
})
