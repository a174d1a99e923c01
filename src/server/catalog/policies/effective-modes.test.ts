import { describe, expect, it } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding, listFindings } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { getPolicy, getRule, policyImpact } from '#contract/operations/policies.ts'
import { policyScopes, toCode } from '#server/db/codes.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { bothFindings, withTwoProjects } from './testing/two-projects.ts'

const block = 2
const disabled = 3

async function started() {
  const service = await withTwoProjects()
  const { call, clock } = service
  const rows = rowsOf(service.services.database, service.deployment.id, clock.now)
  const rules = await service.services.database.read.selectFrom('rule').select(['id', 'path']).execute()
  const ruleId = (path: string) => rules.find((rule) => rule.path === path)?.id ?? 0
  const projects = await service.services.database.read.selectFrom('project').select(['id', 'name']).execute()
  const projectId = (name: string) => projects.find((project) => project.name === name)?.id ?? 0
  /** A policy with `xss` in a mode. */
  const policy = async (
    name: string,
    mode: number,
    scope: { for?: 'unchosen' | 'some'; tags?: string[]; projects?: string[] } = {},
  ) => {
    const id = await rows.policy({
      name,
      scope: toCode(policyScopes, scope.for ?? 'some'),
      tags_json: JSON.stringify(scope.tags ?? []),
      projects_json: JSON.stringify((scope.projects ?? []).map(projectId)),
    })
    await rows.policyRule({ policy_id: id, rule_id: ruleId('xss'), mode })
    return id
  }
  /** What the gate says of a pull request that adds both findings once more. */
  const gate = async (project: string) => {
    clock.now += 60_000
    const more = ['xss', 'sqli'].map((rule) => result(rule, 'new.py', `again ${rule}`, 5))
    await upload(service, semgrep([...bothFindings, ...more]), {
      project,
      ref: 'refs/pull/1/merge',
      commit: 'c0ffee',
    })
    return (await call(getGate, { path: { projectName: project }, query: { commit: 'c0ffee' } })).body
  }
  return { ...service, policy, gate }
}

describe('the effective mode of a rule in a project', () => {
  it('is that of the policies that name the project or its tag, else the strictest of those for all', async () => {
    const { code, setMode, policy, listed, gate } = await started()
    await setMode(code, 'xss', 'MODE_DISABLED')
    await policy('Payments', block, { tags: ['pci'] })
    expect(await listed({ policies: 'rule-board-block' })).toEqual(['shop xss Payments'])
    expect(await listed({ rule_disabled: true })).toEqual(['blog xss Code'])
    const shop = await gate('shop')
    expect(shop).toMatchObject({ verdict: 'fail', counts: { block: 1 } })
    expect(shop.findings).toMatchObject([
      { rule_name: 'xss', mode: 'MODE_BLOCK', policy: { name: 'Payments' } },
    ])
    expect((await gate('blog')).verdict).toBe('pass')
  })

  it('lets a policy that names a project be less strict than those for all', async () => {
    const { code, setMode, policy, listed } = await started()
    await setMode(code, 'xss', 'MODE_BLOCK')
    await policy('Sandbox', disabled, { projects: ['blog'] })
    expect(await listed({ policies: 'rule-board-block' })).toEqual(['shop xss Code'])
    expect(await listed({ rule_disabled: true })).toEqual(['blog xss Sandbox'])
    expect(await listed({ rule_disabled: false })).toHaveLength(3)
  })

  it('is the strictest of several that name the project', async () => {
    const { policy, listed } = await started()
    await policy('Lenient', disabled, { projects: ['shop'] })
    await policy('Payments', block, { tags: ['pci'] })
    expect(await listed({ policies: 'rule-board-block' })).toEqual(['shop xss Payments'])
  })

  it('falls to the policies for all where a policy with projects lacks the rule', async () => {
    const { code, setMode, policy, listed } = await started()
    await setMode(code, 'sqli', 'MODE_BLOCK')
    await policy('Payments', disabled, { tags: ['pci'] })
    expect(await listed({ policies: 'rule-board-block' })).toEqual(['blog sqli Code', 'shop sqli Code'])
  })

  it('is the strictest of all policies where nobody chose projects, as before', async () => {
    const { code, setMode, policy, listed, gate } = await started()
    await setMode(code, 'xss', 'MODE_DISABLED')
    await policy('Payments', block, { for: 'unchosen' })
    expect(await listed({ policies: 'rule-board-block' })).toEqual(['blog xss Payments', 'shop xss Payments'])
    expect((await gate('blog')).verdict).toBe('fail')
  })

  it('leaves out a policy that applies to no project', async () => {
    const { policy, listed } = await started()
    await policy('Nobody', block)
    expect(await listed({ policies: 'rule-board-block' })).toEqual([])
  })
})

describe('what shows the effective mode', () => {
  async function withPayments() {
    const service = await started()
    await service.setMode(service.code, 'xss', 'MODE_COMMENT')
    const payments = await service.policy('Payments', block, { tags: ['pci'] })
    return { ...service, payments }
  }

  it('is the finding, with the policy that decides', async () => {
    const { call } = await withPayments()
    const { body } = await call(listFindings, { query: { repos: 'shop', rules: 'xss' } })
    const id = body.sastFindings?.findings[0]?.id ?? 0
    const finding = (await call(getFinding, { path: { id } })).body
    expect(finding).toMatchObject({ policy_mode: 'MODE_BLOCK', policy: { name: 'Payments' } })
  })

  it('are facets, which add up', async () => {
    const { call } = await withPayments()
    const { facets } = (await call(findingFacets, { query: { issue_type: 'sast' } })).body
    expect(facets['policies']).toEqual([
      { value: 'rule-board-audit', count: 2 },
      { value: 'rule-board-block', count: 1 },
      { value: 'rule-board-pr-comments', count: 1 },
    ])
  })

  it('are exports', async () => {
    const { call } = await withPayments()
    const query = { format: 'csv', columns: 'project,rule,policy,policy_mode', rules: 'xss' }
    const csv = String((await call(exportFindings, { query })).text)
    expect(csv.trim().split('\r\n').sort()).toEqual([
      'blog,xss,Code,MODE_COMMENT',
      'project,rule,policy,policy_mode',
      'shop,xss,Payments,MODE_BLOCK',
    ])
  })

  it('but the filter by policies, their rules and their counts are of the policy that is named', async () => {
    const { call, code, payments, listed } = await withPayments()
    expect(await listed({ policy_ids: String(payments) })).toEqual(['shop xss Payments'])
    expect(await listed({ policy_ids: code, rules: 'xss' })).toEqual(['blog xss Code', 'shop xss Payments'])
    const { rules } = (await call(getPolicy, { path: { policyId: code } })).body
    expect(rules.map((rule) => [rule.path, rule.policyMode, rule.openFindings])).toEqual([
      ['sqli', 'MODE_MONITOR', 2],
      ['xss', 'MODE_COMMENT', 2],
    ])
  })

  it('and so is each number of the page of a rule, which counts all projects besides', async () => {
    const { call, code, payments, listed } = await withPayments()
    const { rule } = (await call(getRule, { path: { rulePath: 'xss' } })).body
    expect(rule.openFindings).toBe((await listed({ rules: 'xss', status: 'open' })).length)
    expect(rule.policies.map(({ id, openFindings }) => [id, openFindings])).toEqual([
      [code, 2],
      [String(payments), 1],
    ])
    for (const { id, openFindings } of rule.policies) {
      expect(await listed({ rules: 'xss', status: 'open', policy_ids: id })).toHaveLength(openFindings ?? -1)
      const rows = (await call(getPolicy, { path: { policyId: id }, query: { q: 'xss' } })).body.rules
      expect(rows.map((row) => row.openFindings)).toEqual([openFindings])
    }
  })

  it('is the rule, with the projects where it differs', async () => {
    const { call, code, payments } = await withPayments()
    const { rule } = (await call(getRule, { path: { rulePath: 'xss' } })).body
    expect(rule.effective).toEqual([
      {
        policyMode: 'MODE_COMMENT',
        policy: { id: code, name: 'Code' },
        projects: 1,
        names: ['blog'],
      },
      {
        policyMode: 'MODE_BLOCK',
        policy: { id: String(payments), name: 'Payments' },
        projects: 1,
        names: ['shop'],
      },
    ])
  })

  it('is the impact of a change, which counts where the policy decides', async () => {
    const { call, code, setMode } = await withPayments()
    const impact = async () =>
      (
        await call(policyImpact, {
          path: { policyId: code },
          body: { changes: [{ rulePath: 'xss', policyMode: 'MODE_DISABLED' }] },
        })
      ).body
    expect(await impact()).toMatchObject({ rules: 1, openFindings: 2, leaving: 1 })
    await setMode(code, 'xss', 'MODE_DISABLED')
    expect(await impact()).toMatchObject({ rules: 0, leaving: 0 })
  })
})
