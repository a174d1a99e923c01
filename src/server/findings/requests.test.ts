import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingFacets, listFindings } from '#contract/operations/findings.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { Build } from './testing/build.ts'
import { addVariety } from './testing/variety.ts'

/** The parameters that a refusal names. */
async function refused(query: string, { call }: Pick<TestService, 'call'>) {
  const response = await call(listFindings, { query })
  const { errors } = response.body as unknown as { errors: { parameter: string }[] }
  expect([query, response.status]).toEqual([query, 400])
  return errors.map(({ parameter }) => parameter)
}

describe('a list that cannot be', () => {
  it('has a value that its parameter does not take', async () => {
    const service = await startTestService()
    for (const query of [
      'issue_type=secrets',
      'issue_type=',
      'since=yesterday',
      'since=-1',
      'since=1e',
      'until=NaN',
      'page=-1',
      'page=1.5',
      'page=4294967296',
      'page_size=99',
      'page_size=3001',
      'page_size=abc',
      'dedup=maybe',
      'repository_ids=-1',
      'repository_ids=4294967296',
      'repository_ids=x',
      'status=closed',
      'triage_reasons=bored',
      'severities=dire',
      'severities=High',
      'policies=MODE_BLOCK',
      'confidence=sure',
      'autotriage_verdict=perhaps',
      'is_malicious=2&issue_type=sca',
      'click_to_fix_pr_state=closed',
      'epss_min=2&issue_type=sca',
      'policy_ids=01',
      'policy_ids=%2B1',
      'policy_ids=18446744073709551616',
      'first_seen_scan_ids=a',
      'after=x',
      'sort=age',
      'sort=--rule',
      'include=everything',
      'ref=a%00b',
      'page=1&page=2',
      'ref=a&ref=b',
      'dedup=true&dedup=true',
    ]) {
      expect(await refused(query, service)).toEqual([query.split('=')[0]])
    }
  })

  it.each([
    ['rules=a&categories=b&confidence=low&autotriage_verdict=true_positive&issue_type=sca', 4],
    ['exposures=reachable&transitivities=direct&is_malicious=true', 3],
    ['issue_type=sast&exposures=reachable', 1],
  ])('%s belongs to the other type', async (query, faults) => {
    expect(await refused(query, await startTestService())).toHaveLength(faults)
  })

  it('is a text of more than 500 characters', async () => {
    expect(await refused(`q=${'x'.repeat(501)}`, await startTestService())).toEqual(['q'])
  })

  it('is told every fault at once', async () => {
    const query = 'page_size=1&severities=dire,worse&since=x&sort=y'
    expect(await refused(query, await startTestService())).toEqual([
      'page_size',
      'severities',
      'severities',
      'since',
      'sort',
    ])
  })

  it('is told of parameters of the other type beside wrong values', async () => {
    const service = await startTestService()
    expect(await refused('page_size=99&exposures=reachable&is_malicious=true', service)).toEqual([
      'page_size',
      'exposures',
      'is_malicious',
    ])
    expect(await refused('issue_type=dast&exposures=reachable', service)).toEqual(['issue_type'])
  })

  it('is a kept filter that nobody kept', async () => {
    const { call } = await startTestService()
    expect((await call(listFindings, { query: 'filter=abc' })).status).toBe(404)
  })

  it('is one without a token, without the scope, or of another deployment', async () => {
    const { call, mint } = await startTestService()
    expect((await call(listFindings, { token: null })).status).toBe(401)
    const token = await mint({ role: 'ci' })
    expect((await call(listFindings, { token })).status).toBe(403)
    expect((await call(listFindings, { path: { deploymentSlug: 'other' } })).status).toBe(404)
    expect((await call(listFindings, { path: { deploymentSlug: '1' } })).status).toBe(200)
  })
})

describe('any query', () => {
  const names = Object.keys(findingFacets.query).concat(Object.keys(listFindings.query))
  const words = [
    'sca',
    'high',
    'open',
    '__none',
    '0',
    '1',
    '-1',
    '*',
    '%',
    '[',
    "'",
    '"',
    '\\',
    'main',
    'true',
    ',',
  ]
  const value = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 12 }))
  const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom('', '[]'), value)

  it('is answered or refused, never a failure of the service', async () => {
    const service = await startTestService()
    const build = new Build(service)
    await addVariety(build, 'sast', 20)
    await addVariety(build, 'sca', 20)
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 5 }), async (pairs) => {
        const query = pairs
          .map(([name, brackets, input]) => `${name}${brackets}=${encodeURIComponent(input.toWellFormed())}`)
          .join('&')
        for (const operation of [listFindings, findingFacets]) {
          const { status } = await service.call(operation, { query })
          expect([200, 400, 404, 501]).toContain(status)
        }
      }),
      { numRuns: 250 },
    )
  })
})

describe('statements', () => {
  it('are as few for 3000 rows as for 100, for list and facets', async () => {
    const service = await startTestService()
    await addVariety(new Build(service), 'sast', 3300)
    const of = (query: string) => countStatements(() => service.call(listFindings, { query }))
    // The first use of a token is noted beside what it asked for.
    await of('')
    const usual = await of('include=marks')
    expect(usual).toBeLessThanOrEqual(17)
    expect(await of('include=marks&page_size=3000')).toBe(usual)
    const filtered = 'include=marks&dedup=true&status=open&repos=acme/shop&q=rule'
    // What projects and rules are called is read once.
    await of(filtered)
    // Each is asked for the first time: what is asked for again is not read again.
    expect(await of(`${filtered}&page_size=3000`)).toBe(await of(`${filtered}&page_size=200`))
    const facets = (query: string) => countStatements(() => service.call(findingFacets, { query }))
    await facets('')
    expect(await facets('path=src/')).toBe(await facets('path=lib/'))
  })
})
