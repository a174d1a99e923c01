import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { listPolicies, setRuleMode } from '#contract/operations/policies.ts'
import { startedWithPolicies } from './testing/started.ts'

const day = 24 * 3600_000
const rulePath = 'python.flask.debug-on'

async function started(options: Parameters<typeof startedWithPolicies>[0] = {}) {
  const service = await startedWithPolicies(options)
  const rule_id = await service.rule(rulePath, {
    severity: 3,
    cwe_json: '["CWE-489"]',
    vulnerability_classes_json: '["Mishandled Sensitive Information"]',
    languages_json: '["python"]',
  })
  return { ...service, rule_id }
}

describe('listing policies', () => {
  it('answers one for each product', async () => {
    const { call, code } = await started()
    const { policies } = (await call(listPolicies)).body
    expect(policies[0]).toEqual({
      id: String(code),
      isDefault: true,
      name: 'Code',
      productType: 'PRODUCT_TYPE_SAST',
      slug: 'code',
    })
    expect(policies.map((policy) => policy.productType)).toEqual([
      'PRODUCT_TYPE_SAST',
      'PRODUCT_TYPE_SCA',
      'PRODUCT_TYPE_SECRETS',
    ])
  })

  it('counts rules in each mode and the projects acted on', async () => {
    const { call, rows, code, rule_id, clock } = await started()
    const off = await rows.rule({ path: 'off' })
    await rows.policyRule({ policy_id: code, rule_id: off, mode: 3 })
    const matches = (project_id: number, rule_id: number, relevant_since: number) =>
      rows.finding({ project_id, ref_id: 1, rule_id, policy_id: code, relevant_since })
    await matches(1, rule_id, clock.now - day)
    await matches(1, rule_id, clock.now - 2 * day)
    await matches(2, rule_id, clock.now - 31 * day)
    await matches(3, off, clock.now - day)
    const { policies } = (await call(listPolicies, { query: { include: 'counts' } })).body
    expect(policies[0]?.counts).toEqual({
      rules: { MODE_MONITOR: 1, MODE_COMMENT: 0, MODE_BLOCK: 0, MODE_DISABLED: 1 },
      projects30Days: 1,
      projectsSince: new Date(clock.now - 30 * day).toISOString().replace(/\.\d+/, '.000'),
    })
    // The list that the page links to.
    const since = String(Date.parse(policies[0]?.counts?.projectsSince ?? '') / 1000)
    const query = { policy_ids: String(code), since, rule_disabled: false }
    const found = (await call(listFindings, { query })).body.sastFindings?.findings ?? []
    expect(new Set(found.map((one) => one.repository?.name)).size).toBe(1)
    expect(policies[1]?.counts).toMatchObject({ rules: { MODE_MONITOR: 0 }, projects30Days: 0 })
  })
})

describe('setting the mode of a rule', () => {
  it('answers the rule with the documented fields', async () => {
    const { set, code, rule_id, deployment } = await started()
    const policyId = String(code)
    const { status, body } = await set({
      deploymentId: String(deployment.id),
      policyId,
      policyMode: 'MODE_BLOCK',
      rulePath,
    })
    expect(status).toBe(200)
    expect(body.policyId).toBe(policyId)
    expect(body.updatedRule).toEqual({
      id: String(rule_id),
      path: rulePath,
      tool: null,
      category: 'security',
      confidence: 'CONFIDENCE_HIGH',
      severity: 'SEVERITY_CRITICAL',
      source: 'SOURCE_COMMUNITY',
      policyMode: 'MODE_BLOCK',
      cweCategories: ['CWE-489'],
      owaspCategories: [],
      languages: ['python'],
      technologies: [],
      hasValidators: false,
      lastChangeAt: '2026-01-15T12:00:00.000Z',
      lastChangeBy: 'Tess Ter',
      registryMaintainer: null,
      rulesets: [],
      secretType: null,
      url: null,
      vulnerabilityClass: 'Mishandled Sensitive Information',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
  })

  it('goes from any mode to any other', async () => {
    const { set } = await started()
    const modes = ['MODE_MONITOR', 'MODE_COMMENT', 'MODE_BLOCK', 'MODE_DISABLED']
    for (const from of modes) {
      for (const to of modes) {
        await set({ policyMode: from, rulePath })
        expect((await set({ policyMode: to, rulePath })).body.updatedRule.policyMode).toBe(to)
      }
    }
  })

  it('changes nothing for the mode it has already', async () => {
    const { set, clock, changeNumber } = await started()
    const first = await set({ policyMode: 'MODE_BLOCK', rulePath })
    const before = changeNumber()
    clock.now += day
    const again = await set({ policyMode: 'MODE_BLOCK', rulePath })
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(changeNumber()).toBe(before)
  })

  it('refuses a change by somebody else in between, with how it stands', async () => {
    const { set } = await started()
    const first = await set({ policyMode: 'MODE_COMMENT', rulePath })
    const tag = { 'if-match': String(first.body.updatedRule.etag) }
    const held = await set({ policyMode: 'MODE_BLOCK', rulePath }, tag)
    expect(held.status).toBe(200)
    const late = await set({ policyMode: 'MODE_DISABLED', rulePath }, tag)
    expect(late.status).toBe(412)
    expect(late.body).toMatchObject({ status: 412, current: held.body.updatedRule })
    const weak = { 'if-match': `W/${held.body.updatedRule.etag}` }
    expect((await set({ policyMode: 'MODE_DISABLED', rulePath }, weak)).status).toBe(412)
    expect((await set({ policyMode: 'MODE_DISABLED', rulePath }, { 'if-match': '*' })).status).toBe(200)
  })

  it('answers 404 for what is not there', async () => {
    const { set, rows, supplyChain } = await started()
    const body = { policyMode: 'MODE_BLOCK', rulePath }
    expect((await set({ ...body, rulePath: 'no.such.rule' })).status).toBe(404)
    await rows.rule({ path: 'in.no.policy' })
    expect((await set({ ...body, rulePath: 'in.no.policy' })).status).toBe(404)
    expect((await set(body, {}, supplyChain)).status).toBe(404)
    expect((await set(body, {}, 4711)).status).toBe(404)
    expect((await set(body, {}, '18446744073709551615')).status).toBe(404)
    expect((await set(body, {}, '18446744073709551616')).status).toBe(400)
  })

  it('refuses a body that differs from the path, with every fault', async () => {
    const { set } = await started()
    const response = await set({ deploymentId: '77', policyId: '78', policyMode: 'MODE_BLOCK', rulePath })
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({ errors: [{ pointer: '/deploymentId' }, { pointer: '/policyId' }] })
  })

  it.each([
    {},
    { rulePath },
    { policyMode: 'MODE_BLOCK' },
    { policyMode: 'BLOCK', rulePath },
    { policyMode: 'MODE_BLOCK', rulePath: '' },
    { policyMode: 'MODE_BLOCK', rulePath, policyId: -1 },
    { policyMode: 'MODE_BLOCK', rulePath, deploymentId: '01' },
    [],
  ])('refuses the body %j', async (body) => {
    const { set } = await started()
    expect((await set(body)).status).toBe(400)
  })

  it('stands in the audit log with who, from, to and note', async () => {
    const { set, services } = await started()
    await set({ policyMode: 'MODE_BLOCK', rulePath, note: 'After the incident' })
    const [event] = await services.database.read.selectFrom('audit_event').selectAll().execute()
    expect(event).toMatchObject({ actor: 'Tess Ter', action: 'policy.changed', target: rulePath })
    expect(JSON.parse(event?.detail_json ?? '')).toMatchObject({
      note: 'After the incident',
      policy: 'code',
      changes: [{ rulePath, from: 'MODE_MONITOR', to: 'MODE_BLOCK' }],
    })
  })

  it('is for tokens that may change policies', async () => {
    const { call, mint, code } = await started()
    const token = await mint({ role: 'manager' })
    const body = { policyMode: 'MODE_BLOCK', rulePath }
    expect((await call(setRuleMode, { path: { policyId: code }, body, token })).status).toBe(403)
  })
})
