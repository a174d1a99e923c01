import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultFilter, paths, projectNameIn, safeReturn } from './paths.ts'
import { settingsPaths } from './settings-paths.ts'

const origin = 'http://127.0.0.1:4400'

describe('an address', () => {
  it('names the deployment, the type and the filter', () => {
    expect(paths.findings('acme', 'sca', defaultFilter)).toBe(
      '/d/acme/findings/supply-chain?status=open&primary_ref=true&rule_disabled=false',
    )
    expect(paths.finding('acme', 'sast', 48)).toBe('/d/acme/findings/code/48')
    expect(paths.signIn('/d/acme/findings/code?q=a&b=c')).toBe(
      '/sign-in?to=%2Fd%2Facme%2Ffindings%2Fcode%3Fq%3Da%26b%3Dc',
    )
  })
})

describe('a name in an address', () => {
  it.each([
    'org/repo',
    'group/sub/repo',
    'a/b%2Fc',
    'ünï/cödé',
    'what?/is#this',
    'a//b',
    '../..',
    './x',
    ' /%',
    '<img onerror>',
  ])('comes back as it was: %s', (name) => {
    for (const to of [settingsPaths.project('acme', name), settingsPaths.rule('acme', name)]) {
      const { pathname, search, hash } = new URL(to, origin)
      expect({ pathname, search, hash }).toEqual({ pathname: to, search: '', hash: '' })
      expect(projectNameIn(pathname)).toBe(name)
    }
  })

  it('comes back as it was, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((name) => !/^\.{1,2}$/.test(name)),
        (name) => {
          const { pathname } = new URL(settingsPaths.project('acme', name), origin)
          expect(projectNameIn(pathname)).toBe(name)
        },
      ),
    )
  })
})

describe('where signing in returns to', () => {
  it('is the same path with the same query', () => {
    expect(safeReturn('/d/acme/findings/code?status=open&open=4#code', origin)).toBe(
      '/d/acme/findings/code?status=open&open=4#code',
    )
  })

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/sign-in?to=/sign-in',
  ])('is home for %j', (to) => expect(safeReturn(to, origin)).toBe('/'))

  it('never leaves this origin', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '//',
      '@',
      ':',
      '.',
      'evil.example',
      '\t',
      '\n',
      '%2f',
      'd',
      '?',
      '#',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part).map((parts) => parts.join('')),
          fc.webUrl(),
          fc.string(),
        ),
        (to) => {
          const address = new URL(safeReturn(to, origin), origin)
          expect(address.origin).toBe(origin)
          expect(safeReturn(to, origin)).toMatch(/^\/(?![/\\])/)
        },
      ),
    )
  })
})
