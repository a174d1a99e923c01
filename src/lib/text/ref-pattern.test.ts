import { describe, expect, it } from 'vitest'
import { matchesAnyRef } from './ref-pattern.ts'

const matching = (pattern: string, names: readonly string[]) =>
  names.filter((name) => matchesAnyRef([`refs/heads/${pattern}`], `refs/heads/${name}`))

describe('patterns of refs', () => {
  const names = ['release', 'release/1', 'release/1.2', 'release/1/x', 'my-release/1', 'releases/1', 'main']

  it.each([
    ['main', ['main']],
    ['release/*', ['release/1', 'release/1.2']],
    ['release/**', ['release/1', 'release/1.2', 'release/1/x']],
    ['*', ['release', 'main']],
    ['**', names],
    ['release*', ['release']],
    ['release*/*', ['release/1', 'release/1.2', 'releases/1']],
    ['**/1', ['release/1', 'my-release/1', 'releases/1']],
    ['*/1*', ['release/1', 'release/1.2', 'my-release/1', 'releases/1']],
    ['release/**/x', ['release/1/x']],
    ['**/main', ['main']],
    ['release/1/**/x', ['release/1/x']],
    ['rel?ase', []],
    ['release/1.*', ['release/1.2']],
  ])('%s matches whole names only', (pattern, expected) => {
    expect(matching(pattern, names)).toEqual(expected)
  })

  it('are full refs', () => {
    expect(matchesAnyRef(['refs/heads/*'], 'refs/tags/v1')).toBe(false)
    expect(matchesAnyRef(['refs/*/v1', 'refs/heads/main'], 'refs/tags/v1')).toBe(true)
    expect(matchesAnyRef([], 'refs/heads/main')).toBe(false)
  })

  it('cost no more than the product of the lengths', () => {
    expect(matchesAnyRef([`${'*a'.repeat(90)}b`], 'a'.repeat(500))).toBe(false)
    expect(matchesAnyRef([`${'**a'.repeat(60)}b`], 'a'.repeat(500))).toBe(false)
  })
})
