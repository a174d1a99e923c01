import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDetail } from './detail.ts'
import { readFinding, readFindings } from './dialects.ts'
import { findingShape } from './finding-shapes.ts'

describe('a finding in the documented form', () => {
  it('is taken as it is, not copied', () => {
    const finding = {
      id: 7,
      match_based_id: 'a_0',
      rule_name: 'a.b',
      rule: { name: 'a.b', cweNames: ['CWE-89'] },
      severity: 'high',
      status: 'open',
      state: 'unresolved',
      triage_state: 'untriaged',
      created_at: '2026-11-21T00:00:00.000Z',
      relevant_since: '2026-11-21T00:00:00.000Z',
      repository: { name: 'acme/shop', url: null },
      location: { filePath: 'a.ts', line: 3 },
      assistant: null,
      reachability: 'conditionally_reachable',
      of_a_later_version: { kept: true },
    }
    expect(readFinding(finding)).toBe(finding)
  })
})

describe("another service's finding", () => {
  it('may write its names with underscores or humps', () => {
    const read = readFinding({
      id: 7,
      location: { file_path: 'src/a.ts', end_line: 4, line: 3 },
      rule: { name: 'a.b', cwe_names: ['CWE-89'], vulnerabilityClass: ['SQL injection'] },
      external_ticket: { external_slug: 'SEC-1', linked_issue_ids: [4] },
      review_comments: [{ external_note_id: 3 }],
      foundDependency: { package: 'lodash', lockfileLineUrl: 'https://x.example/l' },
    })
    expect(read).toMatchObject({
      rule_name: 'a.b',
      location: { filePath: 'src/a.ts', line: 3, endLine: 4 },
      rule: { cweNames: ['CWE-89'], vulnerabilityClasses: ['SQL injection'] },
      external_ticket: { externalSlug: 'SEC-1', linkedIssueIds: [4] },
      review_comments: [{ externalNoteId: 3 }],
      found_dependency: { package: 'lodash', lockfile_line_url: 'https://x.example/l' },
    })
  })

  it('may write reachability with spaces', () => {
    expect(readFinding({ id: 1, reachability: 'always reachable' })?.reachability).toBe('always_reachable')
  })

  it('keeps words that nobody knows yet', () => {
    expect(readFinding({ id: 1, severity: 'blazing', status: 'snoozed', state: 'lost' })).toMatchObject({
      severity: 'blazing',
      status: 'snoozed',
      state: 'lost',
    })
  })

  it('may send null for anything, or nothing at all', () => {
    const nulls = Object.fromEntries(Object.keys(findingShape).map((name) => [name, null]))
    for (const finding of [{ ...nulls, id: 1 }, { id: 1 }]) {
      expect(readFinding(finding)).toMatchObject({
        id: 1,
        match_based_id: '',
        rule_name: '',
        rule: { name: '' },
        severity: '',
        status: '',
        relevant_since: '',
        repository: { name: '' },
      })
    }
  })

  it('may send another kind of value than is documented', () => {
    const read = readFinding({
      id: '12',
      rule_name: 42,
      rule: 'a.b',
      categories: 'security',
      location: ['a.ts'],
      repository: 'acme/shop',
      epss_score: { score: '0.4', percentile: 'high' },
      click_to_fix_prs: [null, 'x', { url: 'https://x.example/1' }],
      is_malicious: 'yes',
    })
    expect(read).toMatchObject({
      id: 12,
      rule_name: '42',
      categories: ['security'],
      epss_score: { score: 0.4 },
      click_to_fix_prs: [{ url: 'https://x.example/1' }],
    })
    expect(read?.location).toBeUndefined()
    expect(read?.is_malicious).toBeUndefined()
  })

  it('has no place where it names no file', () => {
    expect(readFinding({ id: 1, location: { line: 3 } })?.location).toBeNull()
    expect(readFinding({ id: 1, location: { line: 3, filePath: null } })?.location).toBeNull()
  })

  it('has an empty name where a project or a rule has none', () => {
    const read = readFinding({ id: 1, repository: { name: null }, rule: { name: null } })
    expect([read?.repository.name, read?.rule.name]).toEqual(['', ''])
  })

  it('is left out without an id', () => {
    for (const value of [null, 7, 'x', [], {}, { id: null }, { id: 'x' }])
      expect(readFinding(value)).toBeUndefined()
  })

  it('never breaks the page, whatever it holds', () => {
    const names = fc.constantFrom(...Object.keys(findingShape), 'filePath', 'name', 'url', 'code', 'history')
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, -1, 1.5, '', 'x', '3'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(names, value), (given) => {
        const read = readFinding({ ...given, id: 1 })
        expect(typeof read?.rule_name).toBe('string')
        expect(typeof read?.repository.name).toBe('string')
        expect(typeof read?.rule.name).toBe('string')
        if (read?.location) expect(typeof read.location.filePath).toBe('string')
        for (const list of [read?.categories, read?.rule.cweNames, read?.fix_recommendations])
          expect(list === undefined || list === null || Array.isArray(list)).toBe(true)
        const detail = readDetail({ ...given, id: 1 })
        expect(Array.isArray(detail?.history) && Array.isArray(detail.instances)).toBe(true)
      }),
    )
  })
})

describe('a list', () => {
  it('may come under its type, or bare', () => {
    const findings = [{ id: 1 }, { id: 2 }]
    const ids = (answer: unknown) => readFindings(answer, 'sca').findings.map(({ id }) => id)
    expect(ids({ scaFindings: { findings }, sastFindings: { findings: [] } })).toEqual([1, 2])
    expect(ids({ findings })).toEqual([1, 2])
    for (const odd of [null, [], {}, { scaFindings: null }, { scaFindings: { findings: null } }, 'x'])
      expect(ids(odd)).toEqual([])
  })
})

describe('a detail', () => {
  it('is a finding with lists that are there and the rest null', () => {
    expect(readDetail({ id: 3, found_dependency: { package: 'lodash' } })).toMatchObject({
      id: 3,
      issue_type: 'sca',
      history: [],
      instances: [],
      code: null,
      data_flow: null,
      fix: null,
      references: null,
    })
  })
})
