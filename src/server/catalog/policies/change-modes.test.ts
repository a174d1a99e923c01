import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { findingFacets, listFindings } from '#contract/operations/findings.ts'
import { getPolicyChange, policyHistory, revertModes, setRuleModes } from '#contract/operations/policies.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { startedWithPolicies } from './testing/started.ts'

async function started(options: Parameters<typeof startedWithPolicies>[0] = {}) {
  const service = await startedWithPolicies(options)
  const { call, code, services } = service
  const many = (body: object, policyId: number = code) => call(setRuleModes, { path: { policyId }, body })
  const history = async (query: Record<string, number | string> = {}) =>
    (await call(policyHistory, { path: { policyId: code }, query })).body
  const back = (change_id: string, body: object = {}) =>
    call(revertModes, { path: { policyId: code, change_id }, body })
  const modes = async () => {
    const rows = await services.database.read
      .selectFrom('policy_rule')
      .select('mode')
      .orderBy('rule_id')
      .execute()
    return rows.map(({ mode }) => mode)
  }
  return { ...service, many, history, back, modes }
}

const three = async () => {
  const service = await started()
  for (const path of ['a', 'b', 'c']) await service.rule(path, { mode: path === 'c' ? 1 : 0 })
  return service
}

describe('setting several modes', () => {
  it('answers the rules as they stand, and leaves alone those that stand so already', async () => {
    const { many, history } = await three()
    const { status, body } = await many({
      rulePaths: ['c', 'a', 'b'],
      policyMode: 'MODE_COMMENT',
      note: 'all',
    })
    expect(status).toBe(200)
    expect(body.updatedRules.map((rule) => [rule.path, rule.policyMode, rule.lastChangeBy])).toEqual([
      ['c', 'MODE_COMMENT', null],
      ['a', 'MODE_COMMENT', 'Tess Ter'],
      ['b', 'MODE_COMMENT', 'Tess Ter'],
    ])
    expect((await history()).changes).toEqual([
      {
        id: body.changeId,
        kind: 'modes',
        at: '2026-01-15T12:00:00.000Z',
        by: 'Tess Ter',
        note: 'all',
        count: 2,
        putsBack: null,
        changes: [
          { rulePath: 'a', from: 'MODE_MONITOR', to: 'MODE_COMMENT' },
          { rulePath: 'b', from: 'MODE_MONITOR', to: 'MODE_COMMENT' },
        ],
      },
    ])
  })

  it('gives entity tags that hold for the next change', async () => {
    const { many, set } = await three()
    const { body } = await many({ rulePaths: ['a'], policyMode: 'MODE_COMMENT' })
    const tag = { 'if-match': String(body.updatedRules[0]?.etag) }
    expect((await set({ policyMode: 'MODE_BLOCK', rulePath: 'a' }, tag)).status).toBe(200)
    expect((await set({ policyMode: 'MODE_COMMENT', rulePath: 'a' }, tag)).status).toBe(412)
  })

  it('changes nothing where nothing differs', async () => {
    const { many, changeNumber, history } = await three()
    const before = changeNumber()
    const { body } = await many({ rulePaths: ['a', 'b', 'a'], policyMode: 'MODE_MONITOR' })
    expect(body.changeId).toBeNull()
    expect(body.updatedRules).toHaveLength(2)
    expect(changeNumber()).toBe(before)
    expect((await history()).changes).toEqual([])
  })

  it('changes none where one is unknown, and names each', async () => {
    const { many, modes, rule, supplyChain } = await three()
    await rule('elsewhere', { policy_id: supplyChain })
    const response = await many({ rulePaths: ['a', 'x', 'elsewhere'], policyMode: 'MODE_BLOCK' })
    expect(response.status).toBe(404)
    expect(response.body).toMatchObject({
      errors: [
        { detail: 'x is not a rule of this policy' },
        { detail: 'elsewhere is not a rule of this policy' },
      ],
    })
    expect(await modes()).toEqual([0, 0, 1, 0])
  })

  it('changes none where one stands otherwise than expected, and says how', async () => {
    const { many, modes, set } = await three()
    await set({ policyMode: 'MODE_BLOCK', rulePath: 'b' })
    const expected = ['a', 'b', 'c'].map((rulePath) => ({
      rulePath,
      policyMode: 'MODE_DISABLED',
      expectedMode: rulePath === 'c' ? 'MODE_COMMENT' : 'MODE_MONITOR',
    }))
    const response = await many({ changes: expected })
    expect(response.status).toBe(409)
    expect(response.body).toMatchObject({
      conflicts: [
        {
          rulePath: 'b',
          expectedMode: 'MODE_MONITOR',
          policyMode: 'MODE_BLOCK',
          by: 'Tess Ter',
          at: '2026-01-15T12:00:00.000Z',
        },
      ],
    })
    expect(await modes()).toEqual([0, 2, 1])
    const { expectedMode: _, ...whatever } = expected[1] ?? {}
    expect((await many({ changes: [expected[0], whatever, expected[2]] })).status).toBe(200)
    expect(await modes()).toEqual([3, 3, 3])
  })

  it('refuses two modes for one rule', async () => {
    const { many } = await three()
    const changes = ['MODE_BLOCK', 'MODE_COMMENT'].map((policyMode) => ({ rulePath: 'a', policyMode }))
    expect((await many({ changes })).status).toBe(422)
  })

  it.each([
    {},
    { rulePaths: [], policyMode: 'MODE_BLOCK' },
    { rulePaths: ['a'], policyMode: 'BLOCK' },
    { changes: [] },
    { rulePaths: ['a'], policyMode: 'MODE_BLOCK', note: 'n'.repeat(3001) },
    { rulePaths: Array.from({ length: 5001 }, (_, index) => String(index)), policyMode: 'MODE_BLOCK' },
  ])('refuses the body %#', async (body) => {
    const { many } = await three()
    expect((await many(body)).status).toBe(400)
  })

  it('takes 5,000 rules in as many statements as two', async () => {
    const { many, rules, modes, history } = await started()
    const paths = Array.from({ length: 5000 }, (_, index) => `rule.number.${index}`)
    await rules(paths)
    await many({ rulePaths: paths, policyMode: 'MODE_MONITOR' })
    const few = await countStatements(() =>
      many({ rulePaths: paths.slice(0, 2), policyMode: 'MODE_COMMENT' }),
    )
    const all = await countStatements(() => many({ rulePaths: paths, policyMode: 'MODE_BLOCK' }))
    expect(all).toBe(few)
    expect(new Set(await modes())).toEqual(new Set([2]))
    const [change] = (await history()).changes
    expect(change).toMatchObject({ count: 5000 })
    expect(change?.changes).toHaveLength(100)
  })

  it('is for tokens that may change policies', async () => {
    const { call, mint, code } = await three()
    const token = await mint({ role: 'manager' })
    const body = { rulePaths: ['a'], policyMode: 'MODE_BLOCK' }
    expect((await call(setRuleModes, { path: { policyId: code }, body, token })).status).toBe(403)
    const path = { policyId: code, change_id: 1 }
    expect((await call(revertModes, { path, body: {}, token })).status).toBe(403)
  })

  it('is found in the audit log by each rule, however many changed, with its mode before and after', async () => {
    const { many, call, rule, services } = await three()
    const names = Array.from({ length: 120 }, (_, index) => `many.rule-${index}-x`)
    for (const path of names) await rule(path, { mode: 0 })
    await many({ rulePaths: names, policyMode: 'MODE_BLOCK' })
    await many({ rulePaths: ['a'], policyMode: 'MODE_BLOCK' })
    const find = async (target: string) =>
      (await call(listAudit, { query: { target } })).body.events.map(({ detail }) => Object(detail).count)
    expect(await find('many.rule-119-x')).toEqual([120])
    expect(await find('MANY.RULE-7-')).toEqual([120])
    expect(await find('many.rule-120')).toEqual([])
    await services.database.write((transaction) =>
      transaction
        .updateTable('policy')
        .set({ name: 'Payments, strict' })
        .where('slug', '=', 'code')
        .execute(),
    )
    for (const policy of ['payments, STRICT', 'code']) expect(await find(policy)).toEqual([1, 120])
    const [event] = (await call(listAudit, { query: { target: 'a', action: 'policy.changed' } })).body.events
    expect(event?.target).toBe('a')
    expect(event?.detail).toMatchObject({
      changes: [{ rulePath: 'a', from: 'MODE_MONITOR', to: 'MODE_BLOCK' }],
    })
  })

  it('stands in the audit log', async () => {
    const { many, services } = await three()
    await many({
      rulePaths: ['a', 'b'],
      policyMode: 'MODE_BLOCK',
      note: 'Both, https://ana:hunter2@wiki.example/x',
    })
    const events = await services.database.read.selectFrom('audit_event').selectAll().execute()
    expect(events).toMatchObject([{ actor: 'Tess Ter', action: 'policy.changed', target: 'code' }])
    expect(JSON.parse(events[0]?.detail_json ?? '')).toMatchObject({
      note: 'Both, https://ana:[removed]@wiki.example/x',
      count: 2,
      changes: [{ rulePath: 'a', from: 'MODE_MONITOR', to: 'MODE_BLOCK' }, { rulePath: 'b' }],
    })
  })

  it('is followed by the filter of findings at once', async () => {
    const { many, set, rule, rows, call, code } = await started()
    for (const path of ['a', 'b']) {
      await rows.finding({
        project_id: 1,
        ref_id: 1,
        rule_id: await rule(path),
        policy_id: code,
        match_based_id: path,
      })
    }
    const blocked = async () => {
      const query = { policies: 'rule-board-block' }
      const list = await call(listFindings, { query })
      const { facets, total } = (await call(findingFacets, { query })).body
      const counted = facets['policies']?.find(({ value }) => value === 'rule-board-block')?.count ?? 0
      const names = list.body.sastFindings?.findings.map((finding) => finding.rule_name).sort()
      return [names, Number(list.headers['x-total-count']), total, counted]
    }
    expect(await blocked()).toEqual([[], 0, 0, 0])
    await many({ rulePaths: ['a', 'b'], policyMode: 'MODE_BLOCK' })
    expect(await blocked()).toEqual([['a', 'b'], 2, 2, 2])
    await set({ policyMode: 'MODE_MONITOR', rulePath: 'b' })
    expect(await blocked()).toEqual([['a'], 1, 1, 1])
  })
})

describe('the history', () => {
  it('has single changes and batches, newest first, page by page', async () => {
    const { set, many, history } = await three()
    await set({ policyMode: 'MODE_BLOCK', rulePath: 'a', note: 'first' })
    await many({ rulePaths: ['a', 'b'], policyMode: 'MODE_DISABLED', note: 'second' })
    await set({ policyMode: 'MODE_MONITOR', rulePath: 'b' })
    const first = await history({ limit: 2 })
    expect(first.changes.map((change) => [change.note, change.count])).toEqual([
      [null, 1],
      ['second', 2],
    ])
    const rest = await history({ limit: 2, cursor: first.cursor })
    expect(rest.changes.map((change) => change.note)).toEqual(['first'])
    expect(rest.cursor).toBe('')
  })

  it('tells one change with all its rules', async () => {
    const { many, rule, call, code, supplyChain } = await started()
    const rulePaths = Array.from({ length: 150 }, (_, index) => `r${index}`)
    for (const path of rulePaths) await rule(path)
    const change_id = String((await many({ rulePaths, policyMode: 'MODE_BLOCK' })).body.changeId)
    const { change } = (await call(getPolicyChange, { path: { policyId: code, change_id } })).body
    expect(change.changes).toHaveLength(150)
    const elsewhere = await call(getPolicyChange, { path: { policyId: supplyChain, change_id } })
    expect(elsewhere.status).toBe(404)
    expect((await call(getPolicyChange, { path: { policyId: code, change_id: 99 } })).status).toBe(404)
  })

  it('refuses a cursor that is none', async () => {
    const { call, code } = await started()
    const response = await call(policyHistory, { path: { policyId: code }, query: { cursor: 'x' } })
    expect(response.status).toBe(400)
  })
})

describe('putting back', () => {
  it('gives each rule of a batch the mode it had, and says which change it put back', async () => {
    const { many, back, modes, history } = await three()
    const changeId = String(
      (await many({ rulePaths: ['a', 'b', 'c'], policyMode: 'MODE_BLOCK' })).body.changeId,
    )
    const { status, body } = await back(changeId, { note: 'Too loud' })
    expect(status).toBe(200)
    expect(body.updatedRules.map((rule) => rule.policyMode)).toEqual([
      'MODE_MONITOR',
      'MODE_MONITOR',
      'MODE_COMMENT',
    ])
    expect(await modes()).toEqual([0, 0, 1])
    expect((await history()).changes[0]).toMatchObject({ putsBack: changeId, note: 'Too loud', count: 3 })
    expect((await back(changeId)).body.changeId).toBeNull()
  })

  it('changes none where somebody changed one since', async () => {
    const { many, back, modes, set } = await three()
    const changeId = String((await many({ rulePaths: ['a', 'b'], policyMode: 'MODE_BLOCK' })).body.changeId)
    await set({ policyMode: 'MODE_DISABLED', rulePath: 'b' })
    const response = await back(changeId)
    expect(response.status).toBe(409)
    expect(response.body).toMatchObject({ conflicts: [{ rulePath: 'b', policyMode: 'MODE_DISABLED' }] })
    expect(await modes()).toEqual([2, 3, 1])
  })

  it('answers 404 for a change that is not there', async () => {
    const { back } = await three()
    expect((await back('1')).status).toBe(404)
    expect((await back('x')).status).toBe(400)
  })
})
