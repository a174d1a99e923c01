import { describe, expect, it } from 'vitest'
import { versionRange } from './range.ts'

describe('a range of versions', () => {
  it.each([
    ['vers:npm/<2.0.0|>=1.0.0', 'npm', ['1.0.0', '1.9.9'], ['0.9.0', '2.0.0', '3.0.0']],
    ['vers:npm/>=3.0.0|<2.0.0|>=1.0.0|<4.0.0', 'npm', ['1.5.0', '3.1.0'], ['0.1.0', '2.5.0', '4.0.0']],
    ['vers:npm/>=2.0.0|<1.0.0', 'npm', ['0.9.0', '2.0.0', '9.0.0'], ['1.0.0', '1.5.0']],
    [
      'vers:npm/>=1.0.0|>=2.0.0|<3.0.0|<=4.0.0',
      'npm',
      ['1.0.0', '2.0.0', '3.0.0', '4.0.0'],
      ['0.9.0', '4.0.1'],
    ],
    ['vers:npm/<3.0.0|!=2.0.0|1.0.0', 'npm', ['0.1.0', '1.0.0', '2.0.1'], ['2.0.0', '3.0.0']],
    ['vers:pypi/1.0|1.1rc1', 'pypi', ['1.0.0', '1.1RC1'], ['1.1']],
    ['vers:deb/<2%3A8.4.0|>=1%3A1.0', 'deb', ['1:9.0-1', '2:8.3'], ['9.0', '2:9.0.1378-2']],
    ['vers:rpm/>=9.0.118', 'rpm', ['1:9.0.117', '9.0.118'], ['9.0.117-1.el9']],
    ['vers:gem/<1.15.5', 'gem', ['1.15.4-x86_64-linux'], ['1.15.5-java']],
    ['vers:golang/>=1.20.0|<v1.21.5', 'gomod', ['v1.21.0', 'go1.21.4'], ['1.19.0']],
    ['vers:generic/<1.10.0', 'npm', ['1.9.0'], ['1.11.0']],
    ['vers:generic/snapshot-7', 'generic', ['snapshot-7'], ['snapshot-8', '1']],
    ['vers:npm/*', 'npm', ['1.0.0', 'anything'], []],
    ['vers:all/*', 'npm', ['1.0.0', 'anything'], []],
    ['vers:none/*', 'npm', [], ['1.0.0', 'anything']],
    ['vers:debian/<2%3A1.0', 'deb', ['1:9'], ['2:1.0']],
    ['vers:openssl/1.0.2zb|1.0.2a', 'deb', ['1.0.2a'], ['1.0.2b']],
  ])('%s of %s has %j and not %j', (range, ecosystem, inside, outside) => {
    const covers = versionRange(range, ecosystem)
    expect(inside.filter((version) => !covers?.(version))).toEqual([])
    expect(outside.filter((version) => covers?.(version) !== false)).toEqual([])
  })

  it.each([
    'vers:npm/>=1.0.0| <2.0.0',
    'vers:npm/|>=1.0.0',
    'vers:npm/>=1.0.0|',
    'vers:npm/>=1.0.0||<2.0.0',
    'vers:npm/1.0%2G0',
    'vers:npm/1.0%2b0',
    'vers:npm/>=1.0.0|<1.0.0',
    'vers:npm/1.0.0|=1.0.0',
    'vers:npm/*|1.0.0',
    'vers:npm/>=',
    'vers:npm/>=latest',
    'vers:npm/',
    'vers:NPM/1.0.0',
    'vers:conda/<1.0.0',
    'vers:openssl/<1.0.2zb',
    'vers:gentoo/<1.0.0',
    'vers:none/1.0.0',
    'vers:all/>=1.0.0',
    'vers:maven/[1.0,2.0)',
    '<2.0.0',
  ])('%s is none', (range) => {
    expect(versionRange(range, 'npm')).toBeNull()
  })

  it('has what was encoded once', () => {
    expect(versionRange('vers:npm/1.0%252F0', 'npm')?.('1.0%2F0')).toBe(true)
  })
})
