import { describe, expect, it } from 'vitest'
import { getRule, listRules, setRuleModes, setRuleText } from '#contract/operations/policies.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { startedWithPolicies } from './testing/started.ts'

const day = 24 * 3600_000

describe('a rule’s page', () => {
  it('tells its fields, its mode in each policy and its changes', async () => {
    const { call, rule, rows, set, code, supplyChain } = await startedWithPolicies()
    const rule_id = await rule('js/sql-injection', {
      title: 'SQL',
      message: 'Use **placeholders**.',
      mode: 1,
    })
    await rows.policyRule({ policy_id: supplyChain, rule_id, mode: 3 })
    await set({ policyMode: 'MODE_BLOCK', rulePath: 'js/sql-injection', note: 'Serious' })
    const body = { rulePaths: ['js/sql-injection'], policyMode: 'MODE_MONITOR' }
    await call(setRuleModes, { path: { policyId: supplyChain }, body })
    const response = await call(getRule, { path: { rulePath: 'js/sql-injection' } })
    expect(response.status).toBe(200)
    expect(response.body.rule).toMatchObject({
      path: 'js/sql-injection',
      title: 'SQL',
      message: 'Use **placeholders**.',
      severity: 'SEVERITY_HIGH',
      openFindings: 0,
      fixRate: null,
      policies: [
        { id: String(code), name: 'Code', policyMode: 'MODE_BLOCK', etag: expect.any(String) },
        { id: String(supplyChain), policyMode: 'MODE_MONITOR' },
      ],
      changes: [
        { policyId: String(supplyChain), from: 'MODE_DISABLED', to: 'MODE_MONITOR', note: null },
        { policyId: String(code), from: 'MODE_COMMENT', to: 'MODE_BLOCK', note: 'Serious', by: 'Tess Ter' },
      ],
    })
  })

  it('counts its findings by day, the last day as its open findings', async () => {
    const { call, rule, rows, clock, code } = await startedWithPolicies()
    const rule_id = await rule('a')
    const ago = (days: number) => clock.now - days * day
    const matches = (match_based_id: string, text: object) =>
      rows.finding({ project_id: 1, ref_id: 1, policy_id: code, rule_id, match_based_id, ...text })
    await matches('old', { created_at: ago(200) })
    await matches('new', { created_at: ago(2) })
    await matches('new', { created_at: ago(1), ref_id: 2, on_primary: 0 })
    await matches('fixed', { created_at: ago(100), status: 1, state: 1, state_updated_at: ago(3) })
    // Still open on a branch, so that it is open.
    await matches('half', { created_at: ago(5), status: 1, state: 1, state_updated_at: ago(1) })
    await matches('half', { created_at: ago(4), ref_id: 2, on_primary: 0 })
    await matches('ignored', { created_at: ago(4), status: 2, triage_state: 2, triaged_at: ago(2) })
    await matches('gone', { created_at: ago(4), removed: 1 })
    const { rule: told } = (await call(getRule, { path: { rulePath: 'a' } })).body
    expect(told.days).toHaveLength(90)
    expect(told.days[0]).toEqual({ day: '2025-10-18', open: 2, new: 0, closed: 0 })
    expect(told.days.slice(-6)).toEqual([
      { day: '2026-01-10', open: 3, new: 1, closed: 0 },
      { day: '2026-01-11', open: 4, new: 1, closed: 0 },
      { day: '2026-01-12', open: 3, new: 0, closed: 1 },
      { day: '2026-01-13', open: 3, new: 1, closed: 1 },
      { day: '2026-01-14', open: 3, new: 0, closed: 0 },
      { day: '2026-01-15', open: 3, new: 0, closed: 0 },
    ])
    expect(told.openFindings).toBe(3)
  })

  it('is 404 for a rule of another deployment or none', async () => {
    const { call, rule, addDeployment } = await startedWithPolicies()
    await rule('a')
    const deploymentId = await addDeployment('other')
    expect((await call(getRule, { path: { rulePath: 'a', deploymentId } })).status).toBe(404)
    expect((await call(getRule, { path: { rulePath: 'b' } })).status).toBe(404)
  })

  it('reads a rule whose path is hostile', async () => {
    const { call, rule } = await startedWithPolicies()
    for (const path of ['<img onerror=alert(1)>', "a'b%2Fc?#", 'ünï/cödé']) {
      await rule(path)
      expect((await call(getRule, { path: { rulePath: path } })).body.rule.path).toBe(path)
    }
  })
})

describe('searching rules', () => {
  async function searching() {
    const service = await startedWithPolicies()
    const paths = async (query: Record<string, string | number>) =>
      (await service.call(listRules, { query })).body.rules.map(({ path }) => path)
    return { ...service, paths }
  }

  it('finds them by path and title, in every policy or none', async () => {
    const { call, rule, rows, supplyChain, paths } = await searching()
    await rule('a.sql')
    await rule('b.other', { title: 'SQL, too', policy_id: supplyChain })
    await rows.rule({ path: 'c.sql' })
    await rule('d.else')
    expect(await paths({ q: 'sQl' })).toEqual(['a.sql', 'b.other', 'c.sql'])
    expect(await paths({ sort: '-path' })).toEqual(['d.else', 'c.sql', 'b.other', 'a.sql'])
    const first = (await call(listRules, { query: { limit: 3 } })).body
    expect(first.cursor).toBe('c.sql')
    expect(await paths({ limit: 3, cursor: first.cursor })).toEqual(['d.else'])
    expect(await paths({ q: '_' })).toEqual([])
  })

  it('finds them by the number of a weakness or category, as an administrator set it', async () => {
    const { call, rule, paths } = await searching()
    await rule('a.sql', { cwe_json: '["CWE-89: SQL Injection"]', owasp_json: '["A03:2021 - Injection"]' })
    await rule('b.password', { cwe_json: '["CWE-798"]', owasp_json: '["A3:2017"]' })
    await rule('c.cwe-89')
    expect(await paths({ q: 'cwe-89' })).toEqual(['a.sql', 'c.cwe-89'])
    expect(await paths({ q: 'CWE 798' })).toEqual(['b.password'])
    expect(await paths({ q: 'owasp a03' })).toEqual(['a.sql', 'b.password'])
    expect(await paths({ q: 'A03:2021' })).toEqual(['a.sql'])
    const body = { fixed: { cweCategories: ['CWE-22'] } }
    expect((await call(setRuleText, { path: { rulePath: 'a.sql' }, body })).status).toBe(200)
    expect(await paths({ q: 'cwe-89' })).toEqual(['c.cwe-89'])
    expect(await paths({ q: 'cwe-22' })).toEqual(['a.sql'])
  })

  it('takes one statement more for none of them', async () => {
    const { call, rule } = await startedWithPolicies()
    const count = () => countStatements(() => call(listRules))
    await rule('first')
    await count()
    const one = await count()
    for (let index = 0; index < 40; index += 1) await rule(`rule.${index}`)
    expect(await count()).toBe(one)
  })
})
