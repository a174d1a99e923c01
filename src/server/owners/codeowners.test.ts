import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, growthOfSize } from '#lib/testing/growth.ts'
import { createLookup, lineOf, parseCodeowners, pathNames } from './codeowners.ts'

const matches = (pattern: string, path: string) =>
  parseCodeowners(`${pattern} @a`).lines[0]?.matches(pathNames(path)) ?? false

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

  it('takes time that grows with the pattern', () => {
    const pattern = (count: number) => `${'**/a*'.repeat(count)}b`
    const path = `${'a'.repeat(200)}/`.repeat(20)
    expect(matches(pattern(200), path)).toBe(false)
    expect(growth((count) => matches(pattern(count), path), 25)).toBeLessThan(growthOfSize)
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
      const found = lineOf(parseCodeowners(content).lines, file)
      expect([content, file, found?.owners[0]]).toEqual([
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

it('bounds what patterns cost, whatever a repository sends', () => {
  const hostile = `${'*a'.repeat(120_000)} @a\n${'**/'.repeat(50_000)}x @b\n* @all`
  const { lines, invalid } = parseCodeowners(hostile)
  expect(lines.map(({ pattern }) => pattern)).toEqual(['*'])
  expect(invalid.map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'has too many wildcards for one file'],
    [2, 'has too many wildcards for one file'],
  ])
  expect(lineOf(lines, 'a'.repeat(4000))?.owners).toEqual(['@all'])
})

it('finds the same line for many paths as for one', () => {
  const name = fc.constantFrom('a', 'b', '*', '**', 'a*', '?')
  const pattern = fc
    .tuple(fc.constantFrom('', '/'), fc.array(name, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/'))
    .map(([start, names, end]) => `${start}${names.join('/')}${end}`)
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 })
    .map((names) => names.join('/'))
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 8 }), path, (patterns, file) => {
      const { lines } = parseCodeowners(patterns.map((one, at) => `${one} @o${at}`).join('\n'))
      expect(createLookup(lines)(file)).toBe(lineOf(lines, file))
    }),
  )
})
