import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { listPolicies } from '#contract/operations/policies.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { keepFilter } from '#contract/operations/views.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../testing/build.ts'
import { addVariety } from '../testing/variety.ts'

const day = 24 * 3600_000

async function started() {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const shop = await rows.project()
  const api = await rows.project({ name: 'acme/api', url: null })
  const ref_id = await rows.ref({ project_id: shop })
  const rule_id = await rows.rule({ path: 'secrets.aws.key' })
  const secret = (text: object = {}) =>
    rows.finding({
      project_id: shop,
      ref_id,
      rule_id,
      type: 2,
      secret_type: 'AWS',
      validation_state: 0,
      secret_hash: 'salted and hashed',
      path: 'ci/env',
      line: 14,
      ...text,
    })
  const list = (query: Record<string, string | number> | string = {}) => service.call(listSecrets, { query })
  const ids = async (query: Record<string, string | number> | string) =>
    (await list(query)).body.findings.map((finding) => Number(finding.id))
  return { ...service, rows, shop, api, ref_id, rule_id, secret, list, ids }
}

describe('listing secrets', () => {
  it('answers all that is known, and nothing of the secret itself', async () => {
    const { call, list, rows, secret, rule_id, clock } = await started()
    const policy = Number((await call(listPolicies)).body.policies[2]?.id)
    await rows.policyRule({ policy_id: policy, rule_id, mode: 2 })
    const id = await secret({
      policy_id: policy,
      severity: 3,
      status: 3,
      triage_state: 3,
      triaged_at: clock.now + day,
      document_json: JSON.stringify({
        line_of_code_url: 'https://code.example/acme/shop/ci/env#L14',
        external_ticket: {
          id: 5,
          externalSlug: 'SEC-5',
          linkedIssueIds: [1],
          url: 'https://t.example/SEC-5',
        },
        review_comments: [{ externalDiscussionId: 'd', externalNoteId: 9 }],
        secret: { ruleHashId: 'h4sh', refUrl: null, historicalInfo: { gitCommit: 'abc', gitBlob: 'def' } },
      }),
    })
    const { body } = await list()
    expect(body).toEqual({
      findings: [
        {
          id: String(id),
          type: 'AWS',
          status: 'FINDING_STATUS_OPEN',
          severity: 'SEVERITY_CRITICAL',
          confidence: 'CONFIDENCE_HIGH',
          validationState: 'VALIDATION_STATE_CONFIRMED_VALID',
          mode: 'MODE_BLOCK',
          findingPath: 'ci/env:14',
          findingPathUrl: 'https://code.example/acme/shop/ci/env#L14',
          ref: 'refs/heads/main',
          refUrl: null,
          ruleHashId: 'h4sh',
          repository: {
            name: 'acme/shop',
            url: 'https://code.example/acme/shop',
            visibility: 'REPOSITORY_VISIBILITY_UNKNOWN',
            scmType: 'SCM_TYPE_UNKNOWN',
          },
          externalTicket: {
            id: '5',
            externalSlug: 'SEC-5',
            linkedIssueIds: ['1'],
            url: 'https://t.example/SEC-5',
          },
          reviewComments: [{ externalDiscussionId: 'd', externalNoteId: '9' }],
          historicalInfo: { gitCommit: 'abc', gitBlob: 'def' },
          validatedAt: null,
          secretHash: 'salted and hashed',
          createdAt: '2026-01-15T12:00:00.000Z',
          updatedAt: '2026-01-16T12:00:00.000Z',
        },
      ],
      cursor: '',
      previous: '',
    })
  })

  it('holds secrets alone, of this deployment alone', async () => {
    const { ids, secret, rows, shop, ref_id, rule_id } = await started()
    await rows.finding({ project_id: shop, ref_id, rule_id })
    await secret({ deployment_id: 99 })
    const own = await secret()
    expect(await ids({})).toEqual([own])
  })

  it('narrows by each parameter', async () => {
    const { ids, secret, rows, api, clock } = await started()
    const open = await secret()
    const reviewing = await secret({
      status: 3,
      triage_state: 3,
      severity: 0,
      relevant_since: clock.now - 2 * day,
    })
    const ignored = await secret({ status: 2, triage_state: 2, validation_state: 1 })
    const fixed = await secret({ status: 1, state: 1, validation_state: 3 })
    const removed = await secret({ removed: 1, state: 3, status: 0 })
    const other = await secret({ project_id: api, ref_id: await rows.ref({ project_id: api }) })
    expect(await ids({})).toEqual([other, fixed, ignored, open, reviewing])
    expect(await ids({ status: 'FINDING_STATUS_OPEN' })).toEqual([other, open, reviewing])
    expect(await ids({ status: 'FINDING_STATUS_IGNORED,FINDING_STATUS_FIXED' })).toEqual([fixed, ignored])
    expect(await ids({ status: 'FINDING_STATUS_REMOVED' })).toEqual([removed])
    expect(await ids({ status: 'FINDING_STATUS_UNKNOWN' })).toEqual([])
    expect(await ids('severity[]=SEVERITY_LOW&severity[]=SEVERITY_CRITICAL')).toEqual([reviewing])
    expect(await ids('validation_state[]=VALIDATION_STATE_CONFIRMED_INVALID')).toEqual([ignored])
    expect(await ids('validation_state=VALIDATION_STATE_NO_VALIDATOR')).toEqual([fixed])
    expect(await ids('repo[]=acme/api')).toEqual([other])
    expect(await ids('repo=acme/shop,acme/api')).toHaveLength(5)
    expect(await ids({ repo: 'acme/none' })).toEqual([])
    const since = new Date(clock.now - day).toISOString()
    expect(await ids({ since })).not.toContain(reviewing)
    expect(await ids({ since: clock.now / 1000 - 3 * 86400 })).toContain(reviewing)
    expect(await ids({ since: '2026-01-14' })).not.toContain(reviewing)
  })

  it.each([
    'limit=0',
    'limit=3001',
    'cursor=abc',
    'cursor=01',
    'cursor=4711',
    'cursor=18446744073709551615',
    'cursor=18446744073709551616',
    'since=yesterday',
    'since=2026-13-45',
    'since=2026-01-15T12:00:00',
    'status=OPEN',
    'severity[]=HIGH',
    'validation_state=VALID',
    'limit=1&limit=2',
    'page_size=99',
    'sort=mood',
    'exposures=reachable',
    'categories=security',
  ])('refuses %s', async (query) => {
    const { list } = await started()
    expect((await list(query)).status).toBe(400)
  })

  it('walks on by cursor and back by previous, with the total throughout', async () => {
    const { list, secret, clock } = await started()
    const times = [5, 1, 5, 3, 3, 9, 2, 8, 8, 8, 4].map((days) => clock.now - days * day)
    const made: { id: number; relevant_since: number }[] = []
    for (const relevant_since of times) made.push({ id: await secret({ relevant_since }), relevant_since })
    const all = made
      .sort((one, other) => other.relevant_since - one.relevant_since || other.id - one.id)
      .map(({ id }) => id)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (limit) => {
        const pages: number[][] = []
        const cursors: (string | null | undefined)[] = []
        for (let cursor = ''; ; ) {
          const { body, headers } = await list({ limit, cursor })
          expect(headers['x-total-count']).toBe('11')
          pages.push(body.findings.map((finding) => Number(finding.id)))
          cursors.push(body.previous)
          if (body.cursor === '') break
          cursor = body.cursor
        }
        expect(pages.flat()).toEqual(all)
        expect(cursors[0]).toBe('')
        for (const [index, previous] of cursors.entries()) {
          if (index === 0) continue
          const back = await list({ limit, cursor: String(previous) })
          expect(back.body.findings.map((finding) => Number(finding.id))).toEqual(pages[index - 1])
        }
      }),
      { numRuns: runsOnEngine(12) },
    )
  })

  it('takes the filters, pages and order of the list of findings', async () => {
    const service = await startTestService()
    const build = new Build(service)
    await addVariety(build, 'secrets', 330)
    const total = async (query: string) => {
      const facets = { query: `issue_type=secrets&facet=status&${query}` }
      return (await service.call(findingFacets, facets)).body.total
    }
    for (const query of [
      'status=open,fixing',
      'severities=high&repos=acme/shop,globex/tool',
      'secret_types=AWS,__none',
      'secret_hashes=a1,b2',
      'validation_state=__none,VALIDATION_STATE_VALIDATION_ERROR',
      'policies=rule-board-block',
      'not_repos=acme/shop&project_tags=pci',
      'rules=secrets.rule-1&q=a.ts',
      'primary_ref=true&dedup=true',
      'status=FINDING_STATUS_OPEN&severity[]=SEVERITY_HIGH&repo[]=acme/api',
    ]) {
      const { headers, body, status } = await service.call(listSecrets, { query: `limit=3000&${query}` })
      expect([query, status, headers['x-total-count']]).toEqual([query, 200, String(await total(query))])
      expect([query, body.findings.length]).toEqual([query, await total(query)])
    }
    const all = (await service.call(listSecrets, { query: 'limit=3000&sort=-severity' })).body.findings
    const second = await service.call(listSecrets, { query: 'page_size=100&page=1&sort=-severity' })
    expect(second.body.findings).toEqual(all.slice(100, 200))
    expect(second.headers['link']).toMatch(/page=2&sort=-severity>; rel="next"/)
    const last = second.body.findings.at(-1)?.id
    const third = await service.call(listSecrets, { query: `after=${last}&sort=-severity` })
    expect(third.body.findings).toEqual(all.slice(200))
    expect(third.headers['link']).toBeUndefined()
  })

  it('gives each as a code finding with its marks where that is asked for', async () => {
    const { call, secret, list } = await started()
    const id = await secret({ validated_at: Date.UTC(2026, 0, 14), reappeared: 2 })
    const plain = (await list()).body.findings[0]
    expect(plain?.finding).toBeUndefined()
    expect(plain?.validatedAt).toBe('2026-01-14T00:00:00.000Z')
    const { finding } = (await list({ include: 'finding' })).body.findings[0] ?? {}
    expect(finding).toMatchObject({
      id,
      rule_name: 'secrets.aws.key',
      repository: { name: 'acme/shop' },
      location: { filePath: 'ci/env', line: 14 },
      marks: { other_refs: 0, reappeared: 2 },
    })
    const twin = await secret({ path: 'ci/other', validation_state: null })
    const detail = await call(getFinding, { path: { id: String(twin) } })
    expect(detail.body.secret).toEqual({
      type: 'AWS',
      validation_state: null,
      value_determined: true,
      validated_at: null,
      historical_info: null,
      hash: 'salted and hashed',
      other_places: 1,
    })
  })

  it('stays where it is when its kept filter is not there', async () => {
    const { call } = await started()
    expect((await call(listSecrets, { query: 'filter=nobody' })).status).toBe(404)
    const { id } = (await call(keepFilter, { body: { query: 'secret_types=GitHub' } })).body
    expect((await call(listSecrets, { query: { filter: id } })).body.findings).toEqual([])
  })

  it('is for tokens that may read findings', async () => {
    const { call, mint } = await started()
    const token = await mint({ role: 'ci' })
    expect((await call(listSecrets, { token })).status).toBe(403)
  })
})
