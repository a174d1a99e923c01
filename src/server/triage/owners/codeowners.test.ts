import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCodeowners } from './codeowners.ts'
import { matcherOf, StepBudget, TooManySteps } from './codeowners-matcher.ts'

const unlimited = () => new StepBudget(Number.POSITIVE_INFINITY)
const ownerOf = (content: string, path: string) => matcherOf(content, unlimited()).lineOf(path)?.owners[0]
const matches = (pattern: string, path: string) => ownerOf(`${pattern} @a`, path) === '@a'

describe('a pattern of CODEOWNERS', () => {
  // As in GitHub's documentation of the file.
  it.each([
    ['*', 'a.js', true],
    ['*', 'src/deep/a.js', true],
    ['*.js', 'src/deep/a.js', true],
    ['*.js', 'src/a.jsx', false],
    ['/build/logs/', 'build/logs/a.txt', true],
    ['/build/logs/', 'build/logs', false],
    ['/build/logs/', 'x/build/logs/a.txt', false],
    ['docs/*', 'docs/getting-started.md', true],
    ['docs/*', 'docs/build-app/troubleshooting.md', false],
    ['apps/', 'x/apps/a/b.ts', true],
    ['/docs/', 'docs/a.md', true],
    ['/scripts/', 'scripts/a', true],
    ['**/logs', 'build/logs/a', true],
    ['**/logs', 'deeply/nested/logs', true],
    ['/apps/github', 'apps/github/a.ts', true],
    ['/apps/github', 'apps/github', true],
    ['/apps/github', 'apps/github2/a.ts', false],
    ['docs/**', 'docs/a/b.md', true],
    ['docs/**', 'docs', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/x/y/c', false],
    ['file?.ts', 'file1.ts', true],
    ['file?.ts', 'file.ts', false],
    ['with\\ space.md', 'with space.md', true],
    ['\\*.md', '*.md', true],
    ['\\*.md', 'a.md', false],
    ['/README.md', 'README.md', true],
    ['/README.md', 'docs/README.md', false],
    ['src/[id].ts', 'src/[id].ts', true],
    ['ä?.md', 'ä😀.md', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected)
  })
})

/** What patterns mean, word for word: slow, and without state. */
function plainly(pattern: string, path: string): boolean {
  const trimmed = pattern.replace(/\/$/, '')
  const anchored = trimmed.includes('/')
  const names = path.split('/')
  const parts = trimmed.split('/').filter(Boolean)
  const below = (from: number): boolean => {
    const left = names.length - from
    if (pattern.endsWith('/') || parts.at(-1) === '**') return left >= 1
    return parts.at(-1) === '*' ? left === 0 : true
  }
  const from = (part: number, name: number): boolean => {
    const one = parts[part]
    if (one === undefined) return below(name)
    if (one === '**' && part === parts.length - 1) return below(name)
    if (one === '**') {
      for (let skip = name; skip <= names.length; skip++) if (from(part + 1, skip)) return true
      return false
    }
    const actual = names[name]
    return actual !== undefined && nameMatches(one, actual) && from(part + 1, name + 1)
  }
  if (anchored) return from(0, 0)
  return names.some((_, start) => from(0, start))
}

function nameMatches(pattern: string, name: string): boolean {
  if (pattern === '') return name === ''
  const [first, rest] = [pattern[0], pattern.slice(1)]
  if (first === '*') return nameMatches(rest, name) || (name !== '' && nameMatches(pattern, name.slice(1)))
  return name !== '' && (first === '?' || first === name[0]) && nameMatches(rest, name.slice(1))
}

const name = fc.stringMatching(/^[ab]{1,3}$/)
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const pattern = fc
  .tuple(
    fc.constantFrom('', '/'),
    fc.array(fc.oneof(name, fc.constant('**'), fc.stringMatching(/^[ab*?]{1,3}$/)), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('', '/'),
  )
  .map(([start, parts, end]) => start + parts.join('/') + end)

it('matches what its words say, and the last match of a file wins', () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 6 }), path, (patterns, file) => {
      const content = patterns.map((one, index) => `${one} @owner${index}`).join('\n')
      const expected = patterns.findLastIndex((one) => plainly(one, file))
      expect([content, file, ownerOf(content, file)]).toEqual([
        content,
        file,
        expected < 0 ? undefined : `@owner${expected}`,
      ])
    }),
    { numRuns: 2000 },
  )
})

it('reads comments, several owners, none, and says what it cannot use', () => {
  const { lines, invalid } = parseCodeowners(
    [
      '# all',
      '* @acme/core ann@acme.example # and others',
      '',
      '/generated/',
      '!docs @a',
      '[Section] @b',
      '*.ts nobody',
      '\\#notes @c',
    ].join('\r\n'),
  )
  expect(lines.map(({ line, pattern: text, owners }) => [line, text, owners])).toEqual([
    [2, '*', ['@acme/core', 'ann@acme.example']],
    [4, '/generated/', []],
    [8, '\\#notes', ['@c']],
  ])
  expect(invalid.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'negation with ! is not supported'],
    [6, 'sections are not supported'],
    [7, 'nobody is not a handle'],
  ])
})

it('finds the same line for a path whatever paths came before', () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 8 }), fc.array(path), (patterns, files) => {
      const content = patterns.map((one, at) => `${one} @o${at}`).join('\n')
      const matcher = matcherOf(content, unlimited())
      expect(files.map((file) => matcher.lineOf(file)?.owners[0])).toEqual(
        files.map((file) => ownerOf(content, file)),
      )
    }),
  )
})

describe('the steps of a match', () => {
  const stepsOf = (content: string, paths: readonly string[]) => {
    const budget = unlimited()
    const matcher = matcherOf(content, budget)
    for (const one of paths) matcher.lineOf(one)
    return budget.taken
  }
  const deep = (length: number) => 'a/'.repeat(length / 2)
  const wide = (length: number) => 'a'.repeat(length)

  it.each([
    ['`**` with names', (size: number) => `${'**/a/'.repeat(size)}b @a`, deep],
    ['`*` in a name', (size: number) => `${'*a'.repeat(size)}b @a`, wide],
    ['`*` and `?` in a name', (size: number) => `${'*?a'.repeat(size)}b @a`, wide],
    ['names with wildcards in folders', (size: number) => `${'**/a*'.repeat(size)}b @a`, deep],
    ['many lines', (size: number) => `**/*a*a*${'b @a\n**/x*a*a*'.repeat(size)}c @a`, deep],
  ])('are at most the product of pattern and path: %s', (_, pattern, path) => {
    for (const [size, length] of [
      [10, 100],
      [80, 100],
      [10, 800],
      [80, 800],
    ] as const) {
      const content = pattern(size)
      expect(stepsOf(content, [path(length)])).toBeLessThan(10 * content.length * (length + 1))
    }
  })

  it('are few for the files of repositories', () => {
    const folders = Array.from({ length: 1000 }, (_, at) => `/services/s${at}/ @acme/s${at}`)
    const types = Array.from({ length: 50 }, (_, at) => `*.type${at} @acme/type${at}`)
    const content = ['* @acme/all', ...types, ...folders].join('\n')
    const paths = Array.from(
      { length: 10_000 },
      (_, at) => `services/s${at % 1000}/src/module${at}/file${at}.ts`,
    )
    const few = 1000
    expect(stepsOf(content, paths.toSorted())).toBeLessThan(few * paths.length)
  })

  it('end with their budget, be it in the file or in a path', () => {
    expect(() => matcherOf('* @a', new StepBudget(10))).toThrow(TooManySteps)
    const matcher = matcherOf(`${'*a'.repeat(100)}b @a`, new StepBudget(5000))
    expect(() => matcher.lineOf(wide(4000))).toThrow(TooManySteps)
  })
})
