import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Entry, findingIdIn, ranked } from './entries.ts'
import { recentIn, storeRecent } from './recent.ts'
import { listSearchEntries } from './search-entries.ts'
import { onOtherBranches, type SearchAnswers, searchGroups } from './search-groups.ts'
import { readQuestion } from './search-question.ts'

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
    search: undefined,
    packages: undefined,
    owners: undefined,
    advisory: undefined,
  }
  const groups = (query: string, answers: Partial<SearchAnswers>) =>
    searchGroups('acme', readQuestion(query), { ...nothing, ...answers }, { onExport: () => {} })
  const groupsOf = (query: string, answers: Partial<SearchAnswers>) =>
    groups(query, answers).map(({ label, items }) => [label, words(items)])
  const noNames = { advisories: [], people: [], tickets: [] }

  it('stands in groups, of which none is empty', () => {
    const rules = {
      facets: {
        rules: [
          { value: 'shop.sqli', count: 2 },
          { value: null, count: 1 },
        ],
      },
    }
    const projects = {
      projects: [
        { id: 1, name: 'acme/web' },
        { id: 2, name: 'acme/shop' },
      ],
    }
    expect(groupsOf('shop', { rules, projects })).toEqual([
      ['Projects', ['acme/shop', 'Export SBOM of acme/shop']],
      ['Rules', ['shop.sqli']],
    ])
    expect(groupsOf('', { projects })).toEqual([])
  })

  it('begins with the export of a project where that is what was typed', () => {
    const projects = { projects: [{ id: 2, name: 'acme/checkout' }] }
    for (const query of ['export sbom of checkout', 'SBOM checkout', 'checkout bom']) {
      expect(readQuestion(query).project).toBe('checkout')
      expect(groupsOf(query, { projects })).toEqual([
        ['Projects', ['Export SBOM of acme/checkout', 'acme/checkout']],
      ])
    }
    for (const query of ['sbom', 'bombastic', 'checkout']) expect(readQuestion(query).exportsSbom).toBe(false)
  })

  it('has rules without open findings, and those of a weakness together', () => {
    const named = { rules: [{ path: 'a.sql', title: 'SQL' }, { path: 'b.sql' }], cursor: '' }
    const rules = { facets: { rules: [{ value: 'b.sql', count: 2 }] } }
    expect(groupsOf('sql', { named, rules })).toEqual([['Rules', ['b.sql', 'a.sql']]])
    const [all, ...others] = groups('cwe 89', { named })[0]?.items ?? []
    expect([all?.label, all?.to]).toEqual([
      'Open findings of 2 rules with CWE-89',
      '/d/acme/findings/code?status=open&primary_ref=true&rules=a.sql%2Cb.sql',
    ])
    expect(words(others)).toEqual(['a.sql', 'b.sql'])
    expect(groupsOf('cwe-89', { named: { ...named, cursor: 'b.sql' } })[0]?.[1]?.[0]).toContain('first 2')
  })

  it('has people who triaged nothing, and teams', () => {
    const owners = { owners: ['person:Ann Analyst', 'person:Anna Doe', 'team:Annotations', '@ann'] }
    const findings = [{ issue_type: 'sast' as const, count: 1 }]
    const search = { ...noNames, people: [{ name: 'Anna Doe', findings }] }
    const found = groups('ann', { owners, search })
    expect(found.map(({ label, items }) => [label, items.map(({ detail }) => detail)])).toEqual([
      ['People', ['1 code finding triaged', 'No findings triaged']],
      ['Teams', ['Findings that the team owns']],
    ])
    expect(found[0]?.items[1]?.to).toBe('/d/acme?owner=person%3AAnn+Analyst')
  })

  it('has an advisory that only other branches have', () => {
    const advisory = { total: 3 }
    expect(groupsOf('cve-2021-44228', { advisory, search: noNames })).toEqual([
      ['Advisories', ['CVE-2021-44228']],
    ])
    expect(groupsOf('cve-2021-44228', { advisory: { total: 0 }, search: noNames })).toEqual([])
    expect(onOtherBranches(readQuestion('cve-2021-44228'), { advisory, search: undefined })).toBeUndefined()
  })

  it('is in lists where the palette knows no answer', () => {
    const lists = (query: string) => words(listSearchEntries('acme', readQuestion(query)))
    expect(lists('lodash <4.17.21')).toEqual(['Search dependencies for lodash <4.17.21'])
    expect(lists('eval in a loop')).toEqual([
      'Search dependencies for eval in a loop',
      'Search code findings for eval in a loop',
      'Search supply-chain findings for eval in a loop',
    ])
    expect(lists('CVE-2021-44228')[0]).toBe('Search code findings for CVE-2021-44228')
  })

  it('is a package in versions only with an operator', () => {
    for (const text of ['lodash <4.17.21', 'a/b>=2 <3', 'lodash@4.17.20', '@scope/name@1', 'requests==2'])
      expect(readQuestion(text).hasVersions).toBe(true)
    for (const text of [
      'lodash',
      'scan 12',
      'two words',
      '@scope/name',
      'ann@acme.example',
      '<4',
      'lodash <',
    ])
      expect(readQuestion(text).hasVersions).toBe(false)
    const packages = { groups: [{ name: 'lodash', projects: 2, openFindings: 0 }] }
    expect(groups('lodash <4', { packages })[0]?.items[0]?.to).toBe('/d/acme/dependencies?q=lodash+%3C4')
    expect(groups('lodash', { packages })[0]?.items[0]?.to).toBe('/d/acme/dependencies?q=lodash')
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
