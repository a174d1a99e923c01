import { describe, expect, it } from 'vitest'
import { refLabel, refsLabel } from './ref-label.ts'

describe('refs in words', () => {
  it('names branches, pull requests and tags', () => {
    expect(refLabel('refs/heads/release/4.2')).toBe('release/4.2')
    expect(refLabel('refs/pull/511/merge')).toBe('pull request 511')
    expect(refLabel('refs/tags/v1')).toBe('tag v1')
    expect(refLabel('main')).toBe('main')
  })

  it('says several in a few words', () => {
    expect(refsLabel(['refs/heads/release/4.2', 'refs/pull/1/merge', 'refs/pull/2/head'])).toBe(
      'release/4.2 and 2 pull requests',
    )
    expect(refsLabel(['a', 'b', 'c', 'd', 'e'].map((name) => `refs/heads/${name}`))).toBe(
      'a, b and 3 more branches',
    )
    expect(refsLabel(['refs/pull/7/merge'])).toBe('pull request 7')
  })
})
