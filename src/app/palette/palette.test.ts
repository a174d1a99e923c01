import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Entry, findingIdIn, ranked } from './entries.ts'
import { recentIn, storeRecent } from './recent.ts'
import { type SearchAnswers, searchGroups } from './search-groups.ts'

const entry = (label: string, detail?: string): Entry => ({ id: label, label, detail, icon: 'code' })
const words = (entries: readonly Entry[]) => entries.map((one) => one.label)

describe('what a few letters find', () => {
  const entries = [
    entry('Supply chain'),
    entry('Copy the link'),
    entry('Code'),
    entry('Encode'),
    entry('Dark'),
  ]

  it('stands with the best first: at the beginning, at a word, inside', () => {
    expect(words(ranked('co', entries))).toEqual(['Copy the link', 'Code', 'Encode'])
    expect(words(ranked('chain sup', entries))).toEqual(['Supply chain'])
    expect(words(ranked('LINK', entries))).toEqual(['Copy the link'])
    expect(words(ranked('nothing', entries))).toEqual([])
  })

  it('is also found by what stands beside it, after the rest', () => {
    expect(words(ranked('dark', [entry('Theme', 'dark'), entry('Dark')]))).toEqual(['Dark', 'Theme'])
  })

  it('does not ask for accents', () => {
    expect(words(ranked('cafe', [entry('Café')]))).toEqual(['Café'])
  })

  it('is all of it where nothing is onlyInSearch, and never breaks', () => {
    expect(ranked('  ', entries)).toEqual(entries)
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (query, texts) => {
        expect(
          ranked(
            query,
            texts.map((text) => entry(text)),
          ).length,
        ).toBeLessThanOrEqual(texts.length)
      }),
    )
  })

  it('is a finding where it is a number', () => {
    expect(findingIdIn(' 123 ')).toBe(123)
    expect(findingIdIn('#7')).toBe(7)
    for (const other of ['', '0', '1.5', '4294967296', 'a1', '1 2', '-3']) {
      expect(findingIdIn(other)).toBeUndefined()
    }
  })
})

describe('what the service found', () => {
  const nothing: SearchAnswers = {
    finding: undefined,
    projects: undefined,
    rules: undefined,
    named: undefined,
    packages: undefined,
  }
  const groupsOf = (query: string, answers: Partial<SearchAnswers>) =>
    searchGroups('acme', query, { ...nothing, ...answers }).map(({ label, items }) => [label, words(items)])

  it('stands in groups, of which none is empty', () => {
    const rules = {
      facets: {
        rules: [
          { value: 'shop.sqli', count: 2 },
          { value: null, count: 1 },
        ],
      },
    }
    const projects = { projects: [{ name: 'acme/web' }, { name: 'acme/shop' }] }
    expect(groupsOf('shop', { rules, projects })).toEqual([
      ['Projects', ['acme/shop']],
      ['Rules', ['shop.sqli']],
    ])
    expect(groupsOf('', { projects })).toEqual([])
  })

  it('is a scan where it is a number, and not the finding of a number before', () => {
    expect(groupsOf('12', {})).toEqual([['Scan', ['Scan 12']]])
  })
})

describe('what was chosen before', () => {
  let kept: string | null = null
  beforeEach(() => {
    kept = null
    vi.stubGlobal('localStorage', {
      getItem: () => kept,
      setItem: (_: string, value: string) => {
        kept = value
      },
    })
  })
  const to = (path: string): Entry => ({ ...entry(path), to: path })

  it('comes first, once, and only where it belongs', () => {
    for (const path of ['/d/acme/a', '/d/acme/b', '/d/other/c', '/d/acme/a']) storeRecent(to(path))
    storeRecent(entry('an action'))
    expect(words(recentIn('acme'))).toEqual(['/d/acme/a', '/d/acme/b'])
  })

  it('is left out where somebody else wrote there', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        kept = text
        expect(recentIn('acme').every((one) => one.to?.startsWith('/d/acme/'))).toBe(true)
      }),
    )
  })
})
