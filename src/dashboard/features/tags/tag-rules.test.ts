import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverseOf, tagFault, tagsAfter } from './tag-rules.ts'

describe('a tag that is typed', () => {
  it.each([
    ['  ', 'Enter a tag'],
    ['x'.repeat(65), 'at most 64 characters; this one has 65'],
    ['a,b', 'contain commas'],
    ['a\u0007b', 'control character U+0007 at position 2'],
    ['web', 'already'],
  ])('%j: %s', (text, words) => expect(tagFault(text, ['web'])).toContain(words))

  it('is no 51st, but may be one of 64 characters that take more room each', () => {
    const full = Array.from({ length: 50 }, (_, at) => `t${at}`)
    expect(tagFault('one more', full)).toContain('at most 50 tags')
    expect(tagFault('t3', full)).toContain('already')
    expect(tagFault('🦊'.repeat(64), full.slice(1))).toBeUndefined()
  })
})

describe('taking a change of tags back', () => {
  it('leaves those alone that were as wanted before', () => {
    const targets = [
      { name: 'a', tags: ['web'] },
      { name: 'b', tags: ['pci'] },
      { name: 'c', tags: ['web', 'old'] },
      { name: 'd', tags: [] },
    ]
    expect(inverseOf(targets, { add: ['pci'], remove: ['old'] })).toEqual([
      { projects: ['a', 'd'], add: [], remove: ['pci'] },
      { projects: ['c'], add: ['old'], remove: ['pci'] },
    ])
  })

  it('gives each project the tags that it had', () => {
    const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
    fc.assert(
      fc.property(fc.array(tags), tags, tags, (all, add, remove) => {
        const change = { add, remove: remove.filter((tag) => !add.includes(tag)) }
        const targets = all.map((tags, at) => ({ name: `p${at}`, tags }))
        const now = new Map(targets.map(({ name, tags }) => [name, tagsAfter(tags, change)]))
        for (const { projects, ...back } of inverseOf(targets, change)) {
          for (const name of projects) now.set(name, tagsAfter(now.get(name) ?? [], back))
        }
        for (const { name, tags } of targets) expect(now.get(name)?.toSorted()).toEqual(tags.toSorted())
      }),
    )
  })
})
