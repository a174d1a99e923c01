import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { getPolicy, policyImpact, setRuleModes } from '#contract/operations/policies.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { startedWithPolicies } from './testing/started.ts'

const day = 24 * 3600_000
const completed = { status: 1, enabled_products_json: '["PRODUCT_SAST"]' }

async function started() {
  const service = await startedWithPolicies()
  const { rows, call, code, clock } = service
  const project_id = await rows.project({ url: 'https://github.example/acme/shop' })
  const ref_id = await rows.ref({ project_id })
  const scanId = await rows.scan({ project_id, ref_id, ...completed })
  const impact = async (body: object, policyId: number = code) =>
    call(policyImpact, { path: { policyId }, body })
  let prints = 0
  const matches = (rule_id: number, text: Partial<Parameters<typeof rows.finding>[0]> = {}) => {
    prints += 1
    return rows.finding({
      project_id,
      ref_id,
      policy_id: code,
      match_based_id: `print ${prints}`,
      first_seen_scan_id: scanId,
      last_seen_scan_id: scanId,
      ...text,
      rule_id,
    })
  }
  /** A finding that a scan of a pull request found first. */
  const foundIn = async (number: number, rule_id: number, at = clock.now, url?: string | null) => {
    const project =
      url === undefined ? project_id : await rows.project({ name: `acme/${number}`, url, created_at: at })
    const ref = await rows.ref({
      project_id: project,
      name: `refs/pull/${number}/${at}/${rule_id}`,
      is_primary: 0,
    })
    const scan = await rows.scan({
      project_id: project,
      ref_id: ref,
      ...completed,
      kind: 1,
      started_at: at,
      meta_json: JSON.stringify({ pull_request_id: number, pull_request_title: `Change ${number}` }),
    })
    const seen = { first_seen_scan_id: scan, last_seen_scan_id: scan, relevant_since: at }
    return matches(rule_id, { project_id: project, ref_id: ref, on_primary: 0, ...seen })
  }
  return { ...service, impact, found: matches, foundIn }
}

describe('the impact of a change of mode', () => {
  it('counts open findings, and pull requests of the last 30 days each once', async () => {
    const { impact, found: matches, foundIn, rule, clock, call, code } = await started()
    const a = await rule('a')
    const b = await rule('b', { mode: 1 })
    await matches(a)
    await matches(a, { status: 1, state: 1 })
    await foundIn(7, a)
    await foundIn(7, b)
    await foundIn(8, b, clock.now - day)
    await foundIn(9, a, clock.now - 31 * day)
    const { status, body } = await impact({ rulePaths: ['a', 'b'], policyMode: 'MODE_BLOCK' })
    expect(status).toBe(200)
    expect(body).toEqual({
      rules: 2,
      changed: 2,
      revision: 0,
      openFindings: 5,
      leaving: 0,
      pullRequests: {
        // A comment of the other rule stands there already.
        commented: 0,
        blocked: 2,
        noLongerCommented: 0,
        noLongerBlocked: 0,
        examples: [
          { url: 'https://github.example/acme/shop/pull/7', title: 'Change 7', project: 'acme/shop' },
          { url: 'https://github.example/acme/shop/pull/8', title: 'Change 8', project: 'acme/shop' },
        ],
        // All that the counts count.
        affected: ['7', '8'].map((number) => ({
          counted: ['blocked'],
          number,
          url: `https://github.example/acme/shop/pull/${number}`,
          title: `Change ${number}`,
          project: 'acme/shop',
          scan: expect.stringMatching(/^\d+$/),
        })),
      },
      known: 2,
      basis: { from: '2025-12-16T12:00:00.000Z', scans: 4 },
    })
    const rules = (await call(getPolicy, { path: { policyId: code } })).body.rules
    expect(rules.map((one) => one.openFindings).reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(
      body.openFindings,
    )
  })

  it('tells what a rule that acts less strictly leaves', async () => {
    const { impact, foundIn, rule } = await started()
    await foundIn(7, await rule('a', { mode: 2 }))
    const { body } = await impact({ rulePaths: ['a'], policyMode: 'MODE_DISABLED' })
    expect(body).toMatchObject({
      rules: 1,
      openFindings: 1,
      leaving: 1,
      pullRequests: { commented: 0, blocked: 0, noLongerCommented: 1, noLongerBlocked: 1 },
    })
    const comment = await impact({ rulePaths: ['a'], policyMode: 'MODE_COMMENT' })
    expect(comment.body.pullRequests).toMatchObject({ noLongerCommented: 0, noLongerBlocked: 1 })
  })

  it('never says 0 of rules that are not known to have run', async () => {
    const { impact, found: matches, rule, rows, clock } = await started()
    const old = await rows.scan({ project_id: 1, ref_id: 1, ...completed, started_at: clock.now - 40 * day })
    await matches(await rule('old'), { first_seen_scan_id: old, last_seen_scan_id: old })
    await rule('never')
    const { body } = await impact({ rulePaths: ['old', 'never'], policyMode: 'MODE_BLOCK' })
    expect(body).toMatchObject({
      rules: 2,
      known: 0,
      openFindings: 1,
      pullRequests: { commented: null, blocked: null, noLongerCommented: null, noLongerBlocked: null },
    })
    await matches(await rule('fresh'))
    const some = await impact({ rulePaths: ['old', 'never', 'fresh'], policyMode: 'MODE_BLOCK' })
    expect(some.body).toMatchObject({ rules: 3, known: 1, pullRequests: { blocked: 0 } })
  })

  it('counts only rules that would act otherwise: the strictest of several policies wins', async () => {
    const { impact, foundIn, rule, rows, supplyChain } = await started()
    const both = await rule('both')
    await rows.policyRule({ policy_id: supplyChain, rule_id: both, mode: 1 })
    await rule('blocks already', { mode: 2 })
    await foundIn(7, both)
    const comment = await impact({ rulePaths: ['both', 'blocks already'], policyMode: 'MODE_COMMENT' })
    expect(comment.body).toMatchObject({ rules: 1 })
    const body = { rulePaths: ['both'], policyMode: 'MODE_COMMENT' }
    expect((await impact(body)).body).toMatchObject({ rules: 0, openFindings: 1, leaving: 0, known: 0 })
    expect((await impact({ ...body, policyMode: 'MODE_BLOCK' })).body).toMatchObject({
      rules: 1,
      pullRequests: { commented: 0, blocked: 1 },
    })
  })

  it('counts the open findings that the policy lists, each once', async () => {
    const { impact, found: matches, rule, rows, call, code, supplyChain } = await started()
    const shared = await rule('shared')
    await rows.policyRule({ policy_id: supplyChain, rule_id: shared, mode: 2 })
    await matches(shared)
    await matches(shared, { match_based_id: 'on two refs' })
    await matches(shared, {
      match_based_id: 'on two refs',
      on_primary: 0,
      ref_id: await rows.ref({ project_id: 1, name: 'other', is_primary: 0 }),
    })
    const row = (await call(getPolicy, { path: { policyId: code } })).body.rules[0]
    const list = await call(listFindings, {
      query: {
        issue_type: 'sast',
        status: 'open',
        dedup: true,
        rules: 'shared',
        policy_ids: code,
      },
    })
    const { body } = await impact({ rulePaths: ['shared'], policyMode: 'MODE_DISABLED' })
    expect(list.headers['x-total-count']).toBe('2')
    expect(row?.openFindings).toBe(2)
    expect(body.openFindings).toBe(2)
  })

  it('is told of single changes and of putting a change back', async () => {
    const { impact, foundIn, rule, call, code } = await started()
    await foundIn(7, await rule('a'))
    await foundIn(8, await rule('b', { mode: 1 }))
    const changes = [
      { rulePath: 'a', policyMode: 'MODE_COMMENT' },
      { rulePath: 'b', policyMode: 'MODE_BLOCK' },
    ]
    expect((await impact({ changes })).body.pullRequests).toMatchObject({ commented: 1, blocked: 1 })
    const { changeId } = (await call(setRuleModes, { path: { policyId: code }, body: { changes } })).body
    expect((await impact({ putBack: changeId })).body).toMatchObject({
      rules: 2,
      leaving: 2,
      pullRequests: { noLongerCommented: 1, noLongerBlocked: 1 },
    })
    expect((await impact({ putBack: '4711' })).status).toBe(404)
  })

  it('changes nothing, and 404 names unknown rules', async () => {
    const { impact, rule, changeNumber } = await started()
    await rule('a')
    const before = changeNumber()
    await impact({ rulePaths: ['a'], policyMode: 'MODE_BLOCK' })
    expect(changeNumber()).toBe(before)
    const response = await impact({ rulePaths: ['a', 'x'], policyMode: 'MODE_BLOCK' })
    expect(response.status).toBe(404)
    expect(response.body).toMatchObject({ errors: [{ detail: 'x is not a rule of this policy' }] })
    expect((await impact({ rulePaths: ['a'], policyMode: 'MODE_BLOCK' }, 4711)).status).toBe(404)
    expect((await impact({})).status).toBe(400)
  })

  it('links pull requests of known hosts alone', async () => {
    const { impact, foundIn, rule } = await started()
    const a = await rule('a')
    await foundIn(1, a, undefined, 'https://gitlab.example/group/sub/repo.git')
    await foundIn(2, a, undefined, 'https://bitbucket.org/acme/shop/')
    await foundIn(3, a, undefined, 'https://code.example/acme/shop')
    await foundIn(4, a, undefined, 'javascript://github.example/%0aalert(1)')
    await foundIn(5, a, undefined, null)
    const { body } = await impact({ rulePaths: ['a'], policyMode: 'MODE_BLOCK' })
    expect(body.pullRequests.examples.map(({ url }) => url).toReversed()).toEqual([
      'https://gitlab.example/group/sub/repo/-/merge_requests/1',
      'https://bitbucket.org/acme/shop/pull-requests/2',
      null,
      null,
      null,
    ])
  })

  it('takes as many statements for 100 rules as for one', async () => {
    const { impact, foundIn, rule } = await started()
    const rulePaths = Array.from({ length: 100 }, (_, index) => `r${index}`)
    for (const [index, path] of rulePaths.entries()) await foundIn(index, await rule(path))
    const count = (paths: string[]) =>
      countStatements(() => impact({ rulePaths: paths, policyMode: 'MODE_BLOCK' }))
    await count(rulePaths)
    expect(await count(rulePaths)).toBe(await count(rulePaths.slice(0, 1)))
  })
})
