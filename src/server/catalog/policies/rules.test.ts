import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { getPolicy } from '#contract/operations/policies.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { startedWithPolicies } from './testing/started.ts'

const day = 24 * 3600_000

async function started(options: Parameters<typeof startedWithPolicies>[0] = {}) {
  const service = await startedWithPolicies(options)
  const read = (query: Record<string, string | number> = {}) =>
    service.call(getPolicy, { path: { policyId: service.code }, query })
  const paths = async (query: Record<string, string | number> = {}) =>
    (await read(query)).body.rules.map((rule) => rule.path)
  const matches = (rule_id: number, text: Partial<Parameters<typeof service.rows.finding>[0]> = {}) =>
    service.rows.finding({ project_id: 1, ref_id: 1, policy_id: service.code, ...text, rule_id })
  return { ...service, read, paths, found: matches }
}

const few = async () => {
  const service = await started()
  const a = await service.rule('a.sql', {
    title: 'Injected SQL',
    severity: 3,
    languages_json: '["python","go"]',
    rulesets_json: '["owasp"]',
    cwe_json: '["CWE-89"]',
  })
  const b = await service.rule('b.hash', { severity: 1, mode: 2, source: 'SOURCE_PRO', confidence: 0 })
  const c = await service.rule('c.leftover', {
    severity: null,
    mode: 3,
    category: 'correctness',
    technologies_json: '["flask"]',
    owasp_json: '["A03:2021"]',
    languages_json: '["go"]',
  })
  await service.rule('d.other', { policy_id: service.supplyChain })
  return { ...service, a, b, c }
}

describe('a policy’s rules', () => {
  it('stand by path, each with its entity tag', async () => {
    const { read, code, set } = await few()
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.policy).toMatchObject({ id: String(code), slug: 'code' })
    expect(body).toMatchObject({ total: 3, cursor: '' })
    expect(body.rules.map((rule) => [rule.path, rule.policyMode, rule.title])).toEqual([
      ['a.sql', 'MODE_MONITOR', 'Injected SQL'],
      ['b.hash', 'MODE_BLOCK', null],
      ['c.leftover', 'MODE_DISABLED', null],
    ])
    const tag = { 'if-match': String(body.rules[0]?.etag) }
    expect((await set({ policyMode: 'MODE_BLOCK', rulePath: 'a.sql' }, tag)).status).toBe(200)
    expect((await read({ mode: 'MODE_BLOCK' })).body).toMatchObject({
      total: 2,
      rules: [{ path: 'a.sql', lastChangeBy: 'Tess Ter' }, { path: 'b.hash' }],
    })
  })

  it.each([
    [{ mode: 'MODE_BLOCK,MODE_DISABLED' }, ['b.hash', 'c.leftover']],
    [{ severity: 'SEVERITY_CRITICAL' }, ['a.sql']],
    [{ severity: '__none' }, ['c.leftover']],
    [{ confidence: 'CONFIDENCE_LOW' }, ['b.hash']],
    [{ source: 'SOURCE_PRO' }, ['b.hash']],
    [{ category: 'correctness' }, ['c.leftover']],
    [{ language: 'go' }, ['a.sql', 'c.leftover']],
    [{ language: '__none' }, ['b.hash']],
    [{ technology: 'flask' }, ['c.leftover']],
    [{ ruleset: 'owasp' }, ['a.sql']],
    [{ cwe: 'CWE-89' }, ['a.sql']],
    [{ owasp: 'A03:2021' }, ['c.leftover']],
    [{ q: 'SQL' }, ['a.sql']],
    [{ q: '%' }, []],
    [{ q: 'cwe 89' }, ['a.sql']],
    [{ q: 'CWE-8' }, []],
    [{ q: 'owasp a3' }, ['c.leftover']],
    [{ q: 'A03:2017' }, []],
    [{ language: 'go', mode: 'MODE_MONITOR' }, ['a.sql']],
  ])('are narrowed by %j', async (query, expected) => {
    const { paths } = await few()
    expect(await paths(query)).toEqual(expected)
  })

  it.each([
    ['-path', ['c.leftover', 'b.hash', 'a.sql']],
    ['-severity', ['a.sql', 'b.hash', 'c.leftover']],
    ['severity', ['b.hash', 'a.sql', 'c.leftover']],
    ['-mode', ['c.leftover', 'b.hash', 'a.sql']],
    ['-open_findings', ['b.hash', 'a.sql', 'c.leftover']],
    ['-last_change', ['c.leftover', 'a.sql', 'b.hash']],
    ['-fix_rate', ['b.hash', 'a.sql', 'c.leftover']],
    ['category', ['c.leftover', 'a.sql', 'b.hash']],
    ['confidence', ['b.hash', 'a.sql', 'c.leftover']],
  ])('are sorted by %s, rules without a value last', async (sort, expected) => {
    const { paths, found: matches, set, b } = await few()
    await matches(b)
    await matches(b, { match_based_id: 'two', status: 1, state: 1 })
    await set({ policyMode: 'MODE_COMMENT', rulePath: 'c.leftover' })
    await set({ policyMode: 'MODE_DISABLED', rulePath: 'c.leftover' })
    expect(await paths({ sort })).toEqual(expected)
  })

  it.each(['path', '-severity', '-open_findings'])('come page by page, each once, by %s', async (sort) => {
    const { read, rule, set } = await started()
    for (let index = 0; index < 25; index += 1) await rule(`rule.${index}`, { severity: index % 4 })
    const seen: string[] = []
    let cursor = ''
    do {
      const query: Record<string, string | number> = { sort, limit: 7, mode: 'MODE_MONITOR', cursor }
      const { body } = await read(query)
      seen.push(...body.rules.map(({ path }) => path))
      // What leaves the list meanwhile takes no other along.
      const last = seen.at(-1)
      await set({ policyMode: 'MODE_COMMENT', rulePath: last })
      cursor = body.cursor
    } while (cursor !== '')
    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
  })

  it('are counted by each filter with all others', async () => {
    const { read } = await few()
    const { facets } = (await read({ include: 'facets', language: 'go', mode: 'MODE_DISABLED' })).body
    expect(facets?.['mode']).toEqual([
      { value: 'MODE_DISABLED', count: 1 },
      { value: 'MODE_MONITOR', count: 1 },
    ])
    expect(facets?.['language']).toEqual([{ value: 'go', count: 1 }])
    expect(facets?.['severity']).toEqual([{ value: null, count: 1 }])
    expect((await read()).body.facets).toBeUndefined()
  })

  it('tell the open findings and the fix rate as the lists do', async () => {
    const { read, found: matches, rule, clock, call, code } = await started()
    const a = await rule('a')
    await matches(a, { match_based_id: 'one' })
    // The same on another branch counts once.
    await matches(a, { match_based_id: 'one', ref_id: 2, on_primary: 0 })
    await matches(a, { match_based_id: 'two', status: 1, state: 1 })
    await matches(a, { match_based_id: 'three', status: 2, triage_state: 2 })
    await matches(a, { match_based_id: 'four', status: 1, state: 1, relevant_since: clock.now - 91 * day })
    await matches(a, { match_based_id: 'five', relevant_since: clock.now - 91 * day })
    await matches(a, { match_based_id: 'six', removed: 1, state: 3 })
    await rule('b')
    const { rules } = (await read()).body
    expect(rules.map(({ openFindings, fixRate }) => [openFindings, fixRate])).toEqual([
      [2, 1 / 3],
      [0, null],
    ])
    const list = await call(listFindings, {
      query: { status: 'open', dedup: true, rules: 'a', policy_ids: code },
    })
    expect(list.headers['x-total-count']).toBe('2')
  })

  it('of another product count its own findings', async () => {
    const { call, supplyChain, rows, rule } = await started()
    const rule_id = await rule('ssc', { policy_id: supplyChain })
    await rows.finding({ project_id: 1, ref_id: 1, rule_id, policy_id: supplyChain, type: 1 })
    const { body } = await call(getPolicy, {
      path: { policyId: supplyChain },
      query: { include: 'counts' },
    })
    expect(body.rules).toMatchObject([{ path: 'ssc', openFindings: 1 }])
    expect(body.policy.counts).toMatchObject({ rules: { MODE_MONITOR: 1 }, projects30Days: 1 })
  })

  it('are read in as many statements however many there are', async () => {
    const { read, rule, found: matches, set } = await started()
    const count = async (mode: string) => {
      await read()
      // What was counted before holds no longer then.
      await set({ policyMode: mode, rulePath: 'first' })
      return countStatements(() => read({ include: 'counts,facets', limit: 2000 }))
    }
    await matches(await rule('first'))
    const one = await count('MODE_BLOCK')
    for (let index = 0; index < 400; index += 1) await matches(await rule(`rule.${index}`))
    expect(await count('MODE_COMMENT')).toBe(one)
    expect(one).toBeLessThanOrEqual(16)
  })

  it('refuse what is no filter, no order and no cursor', async () => {
    const { read } = await few()
    const query = { mode: 'BLOCK', severity: 'high', sort: 'colour', limit: 2001 }
    const response = await read(query)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      errors: [
        { parameter: 'mode' },
        { parameter: 'severity' },
        { parameter: 'sort' },
        { parameter: 'limit' },
      ],
    })
    expect((await read({ cursor: 'x' })).status).toBe(400)
    const { cursor } = (await read({ limit: 1 })).body
    expect((await read({ cursor, sort: '-path' })).status).toBe(400)
  })

  it('of a policy that is not there are 404', async () => {
    const { call, addDeployment, read } = await few()
    expect((await call(getPolicy, { path: { policyId: 4711 } })).status).toBe(404)
    const other = await addDeployment('other')
    expect((await read()).status).toBe(200)
    const foreign = await call(getPolicy, { path: { policyId: 4, deploymentId: other } })
    expect(foreign.status).toBe(404)
  })
})
