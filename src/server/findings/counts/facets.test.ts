import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingFacets } from '#contract/operations/findings.ts'
import { keepFilter } from '#contract/operations/views.ts'
import { none } from '#contract/parameters/query.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { Build } from '../testing/build.ts'
import { type Filter, idsOf, pageOf } from '../testing/pages.ts'
import { addVariety } from '../testing/variety.ts'

const multiple = ['categories', 'project_tags', 'click_to_fix_pr_state', 'vulnerability_identifiers']
/** Parameters that take no `__none`. */
const withoutNone = [
  ...['severities', 'status', 'repos', 'rules', 'triage_reasons', 'policies', 'is_malicious'],
  'click_to_fix_pr_state',
]

const some = (...values: string[]) => fc.subarray(values, { minLength: 1 }).map((list) => list.join(','))

const shared = {
  severities: some('low', 'medium', 'high', 'critical'),
  status: some('open', 'fixed', 'ignored', 'reviewing', 'fixing'),
  repos: some('acme/shop', 'acme/api', 'globex/tool', 'no/where'),
  ref: fc.constantFrom('main', 'refs/heads/feature', 'trunk'),
  primary_ref: fc.constantFrom('true', 'false'),
  triage_reasons: some('false_positive', 'no_time', 'muted'),
  project_tags: some('pci', 'web', none),
  not_repos: some('acme/web'),
  path: fc.constantFrom('src/', '*.ts', none),
  since: fc.constantFrom('1768003200', '1768004400.5'),
  has_ticket: fc.constantFrom('true', 'false'),
  ignore_requested: fc.constantFrom('true', 'false'),
  click_to_fix_pr_state: some('open', 'merged'),
}
/** Few parameters at once, so that most filters leave something. */
const upToThree = (parameters: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<Filter> =>
  fc
    .subarray(Object.entries(parameters), { minLength: 1, maxLength: 3 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)))
const filters = {
  sast: upToThree({
    ...shared,
    rules: some('sast.rule-0', 'sast.rule-1'),
    categories: some('security', 'performance', none),
    confidence: some('low', 'high', none),
    autotriage_verdict: some('true_positive', none),
    component_tags: some('payments', none),
    resource: some('aws_s3_bucket.logs', none),
    policies: some('rule-board-audit', 'rule-board-block'),
  }),
  sca: upToThree({
    ...shared,
    exposures: some('reachable', 'unknown'),
    transitivities: some('direct', none),
    is_malicious: fc.constantFrom('true', 'false'),
    vulnerability_identifiers: some('CVE-2021-23337', none),
    dependencies: some('lodash', 'Django'),
    versions: some('4.17.20', none),
    epss_min: fc.constantFrom('0.5', none),
    fix_available: fc.constantFrom('true', 'false'),
  }),
  secrets: upToThree({
    ...shared,
    rules: some('secrets.rule-0', 'secrets.rule-1'),
    policies: some('rule-board-audit', 'rule-board-block'),
    secret_types: some('AWS', 'GitHub', none),
    secret_hashes: some('a1', 'b2', none),
    validation_state: some('VALIDATION_STATE_CONFIRMED_VALID', 'VALIDATION_STATE_NO_VALIDATOR', none),
  }),
}

async function totalOf(service: TestService, query: Filter): Promise<number> {
  const response = await pageOf(service, query)
  expect(response.status).toBe(200)
  return Number(response.headers['x-total-count'])
}

const without = (query: Filter, name: string): Filter => {
  // A reason without a status selects ignored findings alone; with every status it does not.
  if (name === 'status') return { ...query, status: 'open,fixed,ignored,reviewing,fixing' }
  return Object.fromEntries(Object.entries(query).filter(([other]) => other !== name))
}

describe.each(['sast', 'sca', 'secrets'] as const)('facets of %s', (type) => {
  it('agree with the list, for every filter', async () => {
    const service = await startTestService()
    await addVariety(new Build(service), type, 330)
    await fc.assert(
      fc.asyncProperty(filters[type], fc.boolean(), fc.nat(), async (chosen, dedup, at) => {
        const query: Filter = { issue_type: type, dedup: String(dedup), ...chosen }
        const { body } = await service.call(findingFacets, { query })
        const ids = await idsOf(service, query)
        expect(new Set(ids).size).toBe(ids.length)
        expect(await totalOf(service, query)).toBe(ids.length)
        expect(body.total).toBe(ids.length)
        const names = Object.keys(body.facets)
        for (const name of names.filter((one) => !multiple.includes(one))) {
          const sum = (body.facets[name] ?? []).reduce((all, { count }) => all + count, 0)
          const expected = name in query ? await totalOf(service, without(query, name)) : ids.length
          expect([name, sum + (body.rest[name]?.count ?? 0)]).toEqual([name, expected])
        }
        // With dedup another value may let another row stand for the same finding.
        if (dedup) return
        const name = names[at % names.length] ?? ''
        for (const { value, count } of body.facets[name] ?? []) {
          if (value === null && withoutNone.includes(name)) continue
          const narrowed = { ...query, [name]: String(value ?? none) }
          expect([name, value, await totalOf(service, narrowed)]).toEqual([name, value, count])
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('facets', () => {
  async function service() {
    const started = await startTestService()
    const facets = async (query = '') => (await started.call(findingFacets, { query })).body
    return { ...started, build: new Build(started), facets }
  }

  it('are all there where nothing matches, and only those of the type', async () => {
    const { facets } = await service()
    const names = async (type: string) => Object.keys((await facets(`issue_type=${type}`)).facets)
    expect(await names('sast')).toEqual([
      'severities',
      'status',
      'repos',
      'rules',
      'categories',
      'confidence',
      'autotriage_verdict',
      'component_tags',
      'resource',
      'triage_reasons',
      'triaged_by',
      'owner',
      'policies',
      'project_tags',
      'has_ticket',
      'ignore_requested',
      'click_to_fix_pr_state',
    ])
    expect(await names('sca')).toEqual([
      'severities',
      'status',
      'repos',
      'triage_reasons',
      'triaged_by',
      'owner',
      'exposures',
      'transitivities',
      'is_malicious',
      'project_tags',
      'vulnerability_identifiers',
      'dependencies',
      'versions',
      'has_ticket',
      'ignore_requested',
      'fix_available',
      'click_to_fix_pr_state',
    ])
    expect(await names('secrets')).toEqual([
      'severities',
      'status',
      'repos',
      'rules',
      'triage_reasons',
      'triaged_by',
      'owner',
      'policies',
      'project_tags',
      'secret_types',
      'validation_state',
      'has_ticket',
      'ignore_requested',
      'click_to_fix_pr_state',
    ])
    expect(await facets()).toMatchObject({ total: 0, facets: { repos: [], status: [] }, rest: {} })
  })

  it('come most frequent first, ties by value, those without a value named null', async () => {
    const { build, facets } = await service()
    await build.add(
      { confidence: null, categories: ['b', 'a'] },
      { confidence: 'low', categories: ['b'] },
      { confidence: 'high', categories: null },
      { confidence: 'high', categories: [] },
      { confidence: 'high', state: 'removed' },
    )
    const { total, facets: counted } = await facets()
    expect(total).toBe(4)
    expect(counted['confidence']).toEqual([
      { value: 'high', count: 2 },
      { value: 'low', count: 1 },
      { value: null, count: 1 },
    ])
    expect(counted['categories']).toEqual([
      { value: 'b', count: 2 },
      { value: null, count: 2 },
      { value: 'a', count: 1 },
    ])
  })

  it('are counted with every filter but their own', async () => {
    const { build, facets } = await service()
    await build.add(
      { severity: 'high', project: 'a/a' },
      { severity: 'low', project: 'a/a' },
      { severity: 'low', project: 'b/b' },
    )
    const { total, facets: counted } = await facets('severities=low&repos=a/a')
    expect(total).toBe(1)
    expect(counted['severities']).toEqual([
      { value: 'high', count: 1 },
      { value: 'low', count: 1 },
    ])
    expect(counted['repos']).toEqual([
      { value: 'a/a', count: 1 },
      { value: 'b/b', count: 1 },
    ])
    expect(counted['status']).toEqual([{ value: 'open', count: 1 }])
  })

  it.each(['sast', 'sca', 'secrets'] as const)(
    'of the reasons of ignored %s findings add up to them, those suppressed in the code by theirs',
    async (type) => {
      const { build, facets, call } = await service()
      await build.add(
        { type, triage: 'ignored', reason: 'no_time' },
        { type, state: 'muted' },
        { type, state: 'muted', triage: 'fixing' },
        { type, state: 'muted', triage: 'ignored', reason: 'no_time' },
        { type, triage: 'fixing' },
        { type, state: 'fixed' },
      )
      const reasons = [
        { value: 'muted', count: 2 },
        { value: 'no_time', count: 2 },
      ]
      const { total, facets: counted } = await facets(`issue_type=${type}&status=ignored`)
      expect([total, counted['triage_reasons']]).toEqual([4, reasons])
      expect((await facets(`issue_type=${type}&triage_reasons=muted`)).total).toBe(2)
      expect((await facets(`issue_type=${type}&triage_reasons=muted&status=fixed,fixing`)).total).toBe(0)
      if (type !== 'secrets') return
      const { body } = await call(findingFacets, { query: `issue_type=${type}&dedup=true&status=ignored` })
      expect(body.facets['triage_reasons']).toEqual(reasons)
    },
  )

  it('tell 100 values and sum up the rest; one can be searched', async () => {
    const { build, facets } = await service()
    await build.add(...Array.from({ length: 130 }, (_, index) => ({ project: `acme/repo-${index}` })))
    await build.add({ project: 'acme/repo-7' }, { project: 'acme/Payments' })
    const all = await facets()
    expect(all.facets['repos']).toHaveLength(100)
    expect(all.facets['repos']?.[0]).toEqual({ value: 'acme/repo-7', count: 2 })
    expect(all.rest['repos']).toEqual({ values: 31, count: 31 })
    const one = await facets('facet=repos&facet_q=pay')
    expect(one).toEqual({
      total: 132,
      facets: { repos: [{ value: 'acme/Payments', count: 1 }] },
      rest: {},
    })
    const wide = await facets('facet=repos&facet_q=repo-')
    expect(wide.rest['repos']).toEqual({ values: 30, count: 30 })
  })

  it('tell how many would match without each filter that is set', async () => {
    const { build, call, facets } = await service()
    await build.add(
      { severity: 'high', project: 'acme/web' },
      { severity: 'low', project: 'acme/web', triage: 'ignored' },
      { severity: 'low', project: 'acme/api' },
    )
    const query = 'severities=high&status=ignored&repos=acme/web'
    expect((await facets(query)).without).toBeUndefined()
    const counted = await facets(`${query}&facet=status&without=true`)
    expect([counted.total, counted.without]).toEqual([0, { severities: 1, status: 1, repos: 0 }])
    const { id } = (await call(keepFilter, { body: { query } })).body
    expect((await facets(`filter=${id}&without=true`)).without).toEqual(counted.without)
  })

  it('tell a malicious package by true and false', async () => {
    const { build, facets } = await service()
    await build.add(
      { type: 'sca', malicious: true },
      { type: 'sca', malicious: null, reachability: null },
      { type: 'sca', malicious: false },
    )
    const { facets: counted } = await facets('issue_type=sca')
    expect(counted['is_malicious']).toEqual([
      { value: false, count: 2 },
      { value: true, count: 1 },
    ])
    expect(counted['exposures']).toEqual([{ value: 'unknown', count: 3 }])
  })

  it.each([
    ['facet=nothing'],
    ['facet=exposures'],
    ['issue_type=sca&facet=rules'],
    ['issue_type=sca&rules=a'],
    ['issue_type=iac'],
    ['severities=dire'],
  ])('refuse %s', async (query) => {
    const { call } = await service()
    expect((await call(findingFacets, { query })).status).toBe(400)
  })
})
