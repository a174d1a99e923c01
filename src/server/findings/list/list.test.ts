import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { Build, type GivenFinding } from '../testing/build.ts'
import { startListing } from '../testing/listing.ts'

const many = (count: number, input: GivenFinding = {}) => Array.from({ length: count }, () => input)

describe('the answer', () => {
  it('has both keys and nothing else where there is nothing, in under 100 bytes', async () => {
    const { call } = await startListing()
    const response = await call(listFindings)
    expect(response.body).toEqual({ sastFindings: { findings: [] }, scaFindings: { findings: [] } })
    expect(response.text.length).toBeLessThan(100)
    expect(response.headers['x-total-count']).toBe('0')
  })

  it('has code findings in full, and the other key empty', async () => {
    const { build, list } = await startListing()
    await build.project('acme/shop', {})
    const [id] = await build.add({
      severity: 'critical',
      confidence: 'low',
      triage: 'ignored',
      reason: 'no_time',
      note: 'Later',
      triagedAt: Date.UTC(2026, 0, 12),
      path: 'src/<img onerror>.ts',
      document: {
        rule_message: null,
        line_of_code_url: 'https://git.example/x#L10',
        external_ticket: { id: 4, externalSlug: 'SEC-4', linkedIssueIds: [1], url: 'https://t.example/4' },
        review_comments: [{ externalDiscussionId: 'd', externalNoteId: 2 }],
        click_to_fix_prs: [{ created_at: '2026-01-11T00:00:00.000Z', url: 'https://git.example/pull/3' }],
        click_to_fix_failures: [{ created_at: '2026-01-11T00:00:00.000Z', reason: 'conflict' }],
        assistant: { autotriage: { verdict: 'false_positive', reason: 'Constant' } },
      },
    })
    const { body, findings } = await list()
    expect(body.scaFindings).toEqual({ findings: [] })
    expect(findings).toEqual([
      {
        id,
        first_seen_scan_id: expect.any(Number),
        match_based_id: 'key1_0',
        syntactic_id: 'syntactic1',
        rule_name: 'test.sast.rule',
        rule_message: null,
        rule: {
          name: 'test.sast.rule',
          category: 'security',
          confidence: 'medium',
          message: 'This is wrong.',
          cweNames: ['CWE-79'],
          owaspNames: [],
          subcategories: [],
          vulnerabilityClasses: [],
        },
        categories: ['security'],
        confidence: 'low',
        severity: 'critical',
        status: 'ignored',
        state: 'unresolved',
        state_updated_at: '2026-01-10T00:00:00.000Z',
        triage_state: 'ignored',
        triage_reason: 'no_time',
        triage_comment: 'Later',
        triaged_at: '2026-01-12T00:00:00.000Z',
        created_at: '2026-01-10T00:00:00.000Z',
        relevant_since: '2026-01-10T00:00:00.000Z',
        ref: 'refs/heads/main',
        repository: { name: 'acme/shop', url: 'https://git.example/acme/shop' },
        location: { filePath: 'src/<img onerror>.ts', line: 10, column: 3, endLine: 11, endColumn: 9 },
        line_of_code_url: 'https://git.example/x#L10',
        external_ticket: { id: 4, externalSlug: 'SEC-4', linkedIssueIds: [1], url: 'https://t.example/4' },
        review_comments: [{ externalDiscussionId: 'd', externalNoteId: 2 }],
        sourcing_policy: { id: expect.any(Number), name: 'Code', slug: 'code' },
        click_to_fix_prs: [{ created_at: '2026-01-11T00:00:00.000Z', url: 'https://git.example/pull/3' }],
        click_to_fix_failures: [{ created_at: '2026-01-11T00:00:00.000Z', reason: 'conflict' }],
        assistant: { autotriage: { verdict: 'false_positive', reason: 'Constant' } },
      },
    ])
  })

  it('has supply-chain findings in their own form, without what only code findings have', async () => {
    const { build, list } = await startListing()
    await build.add({
      type: 'sca',
      advisory: 'CVE-2021-23337',
      package: 'lodash',
      version: '4.17.20',
      epss: 0.5,
      malicious: false,
      reachability: 'conditionally_reachable',
      transitivity: 'transitive',
      fixPullRequests: 1,
      document: {
        lockfile_line_url: 'https://git.example/lock#L3',
        reachable_condition: 'if template() is called',
        fix_recommendations: [{ package: 'lodash', version: '4.17.21' }],
        click_to_fix_prs: [{ created_at: null, url: 'https://git.example/pull/3', state: 'open' }],
        usage: { location: { filePath: 'a.ts', line: 3, url: 'https://git.example/a.ts#L3' } },
      },
    })
    const { body, findings } = await list('issue_type=sca&click_to_fix_pr_state=open')
    expect(body.sastFindings).toEqual({ findings: [] })
    expect(findings[0]).toMatchObject({
      vulnerability_identifier: 'CVE-2021-23337',
      epss_score: { score: 0.5, percentile: 0.5 },
      fix_recommendations: [{ package: 'lodash', version: '4.17.21' }],
      found_dependency: {
        ecosystem: 'npm',
        package: 'lodash',
        version: '4.17.20',
        transitivity: 'transitive',
        lockfile_line_url: 'https://git.example/lock#L3',
      },
      is_malicious: false,
      reachability: 'conditionally_reachable',
      reachable_condition: 'if template() is called',
      usage: { location: { filePath: 'a.ts', line: 3 } },
    })
    for (const name of [
      'assistant',
      'sourcing_policy',
      'click_to_fix_prs',
      'click_to_fix_failures',
      'marks',
    ]) {
      expect(findings[0]).not.toHaveProperty(name)
    }
    expect(JSON.stringify(findings[0])).not.toContain('a.ts#L3')
  })

  it('says null for what a scan did not send', async () => {
    const { build, list } = await startListing()
    await build.add({
      type: 'sca',
      path: null,
      confidence: null,
      categories: null,
      reachability: null,
      transitivity: null,
      package: 'x',
    })
    expect((await list('issue_type=sca')).findings[0]).toMatchObject({
      location: null,
      confidence: null,
      categories: [],
      reachability: 'unknown',
      epss_score: null,
      is_malicious: null,
      usage: null,
      external_ticket: null,
      found_dependency: { package: 'x', transitivity: null },
    })
  })

  it('marks rows when asked: title, other refs, came back', async () => {
    const { build, list } = await startListing()
    await build.rule('test.sast.rule', { title: 'SQL from input' })
    await build.rule('untitled', { title: null })
    const [first, second] = await build.add(
      { key: 'same', reappeared: 2, at: 9 },
      { rule: 'untitled', at: 8 },
      { key: 'same', ref: 'refs/heads/a' },
      { key: 'same', ref: 'refs/heads/b', state: 'muted' },
      { key: 'same', ref: 'refs/heads/c', state: 'fixed' },
      { key: 'same', ref: 'refs/heads/d', state: 'removed' },
      { key: 'same', project: 'acme/other' },
    )
    const { findings } = await list('include=marks')
    const marks = new Map(findings.map((finding) => [finding.id, finding.marks]))
    expect(marks.get(first ?? 0)).toEqual({
      title: 'SQL from input',
      other_refs: 2,
      reappeared: 2,
      uncertain: false,
    })
    expect(marks.get(second ?? 0)).toEqual({ title: null, other_refs: 0, reappeared: 0, uncertain: false })
  })

  it('keeps out what is removed, of another type, or of another deployment', async () => {
    const service = await startListing()
    const { build, ids, addDeployment } = service
    await new Build(service, await addDeployment('other')).add({}, {}, {})
    const [kept] = await build.add({}, { state: 'removed' }, { type: 'sca' }, { type: 'secrets' })
    expect(await ids()).toEqual([kept])
  })

  it('is another after a change, and not sent again before', async () => {
    const { build, call } = await startListing()
    await build.add({})
    const first = await call(listFindings)
    const headers = { 'if-none-match': String(first.headers['etag']) }
    expect((await call(listFindings, { headers })).status).toBe(304)
    await build.add({})
    expect((await call(listFindings, { headers })).status).toBe(200)
  })
})

describe('order', () => {
  it('is newest first, and by id where equally new', async () => {
    const { build, ids } = await startListing()
    const [a, b, c] = await build.add({ at: 1 }, { at: 5 }, { at: 1 })
    expect(await ids()).toEqual([b, c, a])
    expect(await ids('sort=-relevant_since')).toEqual([b, c, a])
    expect(await ids('sort=relevant_since')).toEqual([a, c, b])
  })

  it('goes by severity, repository, rule or score, then newest first; the unscored come last', async () => {
    const { build, ids } = await startListing()
    const [a, b, c, d] = await build.add(
      { type: 'sca', severity: 'high', project: 'b/b', rule: 'r1', epss: 0.2, at: 1 },
      { type: 'sca', severity: 'low', project: 'a/a', rule: 'r2', epss: null, at: 2 },
      { type: 'sca', severity: 'high', project: 'c/c', rule: 'r1', epss: 0.9, at: 3 },
      { type: 'sca', severity: 'critical', project: 'a/a', rule: 'r3', epss: 0, at: 4 },
    )
    const sorted = (sort: string) => ids(`issue_type=sca&sort=${sort}`)
    expect(await sorted('severity')).toEqual([b, c, a, d])
    expect(await sorted('-severity')).toEqual([d, c, a, b])
    expect(await sorted('repository')).toEqual([d, b, a, c])
    expect(await sorted('-repository')).toEqual([c, a, d, b])
    expect(await sorted('rule')).toEqual([c, a, b, d])
    expect(await sorted('-rule')).toEqual([d, b, c, a])
    expect(await sorted('epss')).toEqual([d, a, c, b])
    expect(await sorted('-epss')).toEqual([c, a, d, b])
  })

  it('goes by the time of triage; what nobody triaged comes last', async () => {
    const { build, ids } = await startListing()
    const at = Date.UTC(2026, 0, 9)
    const [a, b, c, d] = await build.add(
      { triagedAt: at + 5000, at: 1 },
      { triagedAt: at + 1, at: 2 },
      { triagedAt: null, at: 3 },
      // The same instant as another: then newest first.
      { triagedAt: at + 1, at: 4 },
    )
    expect(await ids('sort=-triaged_at')).toEqual([a, d, b, c])
    expect(await ids('sort=triaged_at')).toEqual([d, b, a, c])
  })

  it('goes on after any row, in every order, whatever became of the row', async () => {
    const { build, ids, list } = await startListing()
    const severities = ['low', 'high', 'critical'] as const
    await build.add(
      ...Array.from({ length: 12 }, (_, index) => ({
        type: 'sca' as const,
        severity: severities[index % 3] ?? 'low',
        project: `p/${index % 4}`,
        rule: `r${index % 5}`,
        epss: index % 3 === 0 ? null : (index % 4) / 4,
        at: index % 6,
        triagedAt: index % 4 === 0 ? null : Date.UTC(2026, 0, 9) + (index % 3) * 1500,
      })),
    )
    for (const sort of ['relevant_since', 'severity', 'repository', 'rule', 'epss', 'triaged_at']) {
      for (const query of [`issue_type=sca&sort=${sort}`, `issue_type=sca&sort=-${sort}`]) {
        const all = await ids(query)
        for (const [index, id] of all.entries()) {
          const after = await list(`${query}&after=${id}&page=7`)
          expect([query, index, after.findings.map((one) => one.id)]).toEqual([
            query,
            index,
            all.slice(index + 1),
          ])
          expect(after.total).toBe(12)
        }
      }
    }
    const all = await ids('issue_type=sca&severities=low')
    const [gone = 0] = await ids('issue_type=sca&severities=high&sort=relevant_since')
    expect(await ids(`issue_type=sca&severities=low&sort=relevant_since&after=${gone}`)).not.toContain(gone)
    expect(all).toHaveLength(4)
  })

  it('knows no row after one that is not there', async () => {
    const { call, build } = await startListing()
    const [secret = 0] = await build.add({ type: 'secrets' })
    for (const after of [0, 4294967295, secret]) {
      expect((await call(listFindings, { query: { after } })).status).toBe(404)
    }
  })
})

describe('pages', () => {
  it('hold exactly page_size rows but for the last, and are empty past the end', async () => {
    const { build, list } = await startListing()
    await build.add(...many(250))
    const pages = await Promise.all(
      ['', 'page=1', 'page=2', 'page=3', 'page=4294967295'].map((query) => list(query)),
    )
    expect(pages.map((page) => page.findings.length)).toEqual([100, 100, 50, 0, 0])
    expect(pages.map((page) => page.total)).toEqual([250, 250, 250, 250, 250])
    const seen = pages.flatMap((page) => page.findings.map(({ id }) => id))
    expect(new Set(seen).size).toBe(250)
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    expect((await list('page_size=3000')).findings).toHaveLength(250)
  })

  it('link to their neighbours, with the query as it was asked', async () => {
    const { build, list } = await startListing()
    await build.add(...many(250))
    const links = async (query: string) =>
      [...String((await list(query)).headers['link']).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(
        ([, address = '', rel]) => [rel, new URL(address, 'http://x').searchParams.get('page')],
      )
    expect(await links('')).toEqual([
      ['first', '0'],
      ['next', '1'],
      ['last', '2'],
    ])
    expect(await links('page=1')).toEqual([
      ['first', '0'],
      ['prev', '0'],
      ['next', '2'],
      ['last', '2'],
    ])
    expect(await links('page=2')).toEqual([
      ['first', '0'],
      ['prev', '1'],
      ['last', '2'],
    ])
    expect(await links('page=40')).toEqual([
      ['first', '0'],
      ['prev', '2'],
      ['last', '2'],
    ])
    const { headers } = await list('severities[]=medium&repos=acme/shop,a%3E%22b&page=0')
    const next = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1] ?? ''
    const { pathname, searchParams } = new URL(next, 'http://x')
    expect(pathname).toBe('/api/v1/deployments/main/findings')
    expect([...searchParams]).toEqual([
      ['severities[]', 'medium'],
      ['repos', 'acme/shop,a>"b'],
      ['page', '1'],
    ])
  })

  it('leave the links out where they would pass 4 KB', async () => {
    const { build, list } = await startListing()
    await build.add(...many(101))
    const { headers } = await list(`not_repos=${'x'.repeat(990)},${'y'.repeat(900)}`)
    expect(headers['link']).toBeUndefined()
    expect(headers['x-total-count']).toBe('101')
  })
})

it('answers the findings that are named alone, of those that match', async () => {
  const { build, ids } = await startListing()
  const [one = 0, two = 0, three = 0] = await build.add({}, { severity: 'low' }, {}, {})
  expect(await ids(`issue_ids=${one},${two},${three},4711`)).toEqual([three, two, one])
  expect(await ids(`issue_ids=${one},${two}&severities=low`)).toEqual([two])
})
