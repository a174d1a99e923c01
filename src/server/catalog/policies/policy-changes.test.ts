import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getGate } from '#contract/operations/gate.ts'
import {
  createPolicy,
  deletePolicy,
  editPolicyRules,
  getPolicy,
  getRule,
  listPolicies,
  policyHistory,
  previewPolicyChange,
  revertModes,
  setRuleMode,
  setRuleModes,
  updatePolicy,
} from '#contract/operations/policies.ts'
import { listProjects, patchProject } from '#contract/operations/projects.ts'
import { addTags, editTags, previewTags, removeTags } from '#contract/operations/tags.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { withTwoProjects } from './testing/two-projects.ts'

/** With a copy of the code policy, for the tag `pci`, in which `xss` blocks. */
async function withPayments() {
  const service = await withTwoProjects()
  const { call, code } = service
  const { status, body } = await call(createPolicy, {
    body: { name: 'Payments', copyOf: code, appliesTo: { tags: ['pci'] } },
  })
  expect(status).toBe(201)
  const payments = body.policy?.id ?? ''
  await service.setMode(payments, 'xss', 'MODE_BLOCK')
  const path = { policyId: payments }
  const history = async () => (await call(policyHistory, { path })).body.changes
  const undo = async (changeId: string | null | undefined, more: object = {}) =>
    call(revertModes, { path: { ...path, change_id: changeId ?? '' }, body: more })
  return { ...service, payments, path, created: body, history, undo }
}

const numbers = ({ projects, blocked, noLongerBlocked }: Record<string, unknown>) => [
  projects,
  blocked,
  noLongerBlocked,
]

describe('creating a policy', () => {
  it('copies the rules of another, for projects by tag', async () => {
    const { call, created, path, blocked } = await withPayments()
    expect(created.policy).toMatchObject({
      name: 'Payments',
      slug: 'payments',
      isDefault: false,
      productType: 'PRODUCT_TYPE_SAST',
      appliesTo: { all: false, chosen: true, projects: [], tags: ['pci'] },
    })
    const { rules } = (await call(getPolicy, { path })).body
    expect(rules.map((rule) => [rule.path, rule.openFindings])).toEqual([
      ['sqli', 1],
      ['xss', 1],
    ])
    expect(await blocked()).toEqual(['shop xss Payments'])
  })

  it('applies to the projects that the list of projects shows for it', async () => {
    const { call, payments, path, code } = await withPayments()
    const projects = async (policy_ids: string) => {
      const query = { policy_ids, include: 'facets' }
      const { headers, body } = await call(listProjects, { query })
      const tags = body.facets?.project_tags.map(({ value, count }) => `${value} ${count}`)
      return [headers['x-total-count'], body.projects.map(({ name }) => name), tags]
    }
    expect(await projects(payments)).toEqual(['1', ['shop'], ['pci 1']])
    expect(await projects(`${payments},${code}`)).toEqual(['2', ['blog', 'shop'], ['null 1', 'pci 1']])
    await call(updatePolicy, { path, body: { appliesTo: { projects: ['blog'], tags: ['none'] } } })
    expect(await projects(payments)).toEqual(['1', ['blog'], ['null 1']])
    await call(deletePolicy, { path })
    expect(await projects(payments)).toEqual(['0', [], []])
  })

  it('begins without rules, and leaves new ones to the default policy', async () => {
    const service = await withTwoProjects()
    const { body } = await service.call(createPolicy, {
      body: { name: 'Own', appliesTo: { projects: ['blog'] } },
    })
    await upload(service, semgrep([result('fresh', 'a.py', 'x()')]), { project: 'blog', ref: 'main' })
    const path = { policyId: body.policy?.id ?? '' }
    expect((await service.call(getPolicy, { path })).body.rules).toEqual([])
    expect(body.policy?.appliesTo).toEqual({ all: false, chosen: true, projects: ['blog'], tags: [] })
  })

  it('refuses a name that another has, and what does not exist', async () => {
    const { call } = await withPayments()
    const all = { appliesTo: { all: true } }
    const statusOf = async (body: object) => (await call(createPolicy, { body })).status
    expect(await statusOf({ ...all, name: 'Payments' })).toBe(409)
    expect(await statusOf({ ...all, name: 'New', copyOf: '999' })).toBe(404)
    expect(await statusOf({ name: 'New', appliesTo: { projects: ['unknown'] } })).toBe(404)
    expect(await statusOf({ name: 'New', appliesTo: { tags: ['a,b'] } })).toBe(400)
    expect(await statusOf({ name: 'New' })).toBe(400)
    expect((await call(listPolicies)).body.policies).toHaveLength(4)
  })
})

describe('a preview', () => {
  it('counts projects and findings, and changes nothing', async () => {
    const { call, payments, blocked, history } = await withPayments()
    const before = await history()
    const preview = async (body: object) => (await call(previewPolicyChange, { body })).body
    expect(numbers(await preview({ policyId: payments, change: { appliesTo: { all: true } } }))).toEqual([
      1, 1, 0,
    ])
    expect(
      numbers(await preview({ policyId: payments, change: { appliesTo: { projects: ['blog'] } } })),
    ).toEqual([2, 1, 1])
    expect(numbers(await preview({ policyId: payments, change: { name: 'Other' } }))).toEqual([0, 0, 0])
    expect(numbers(await preview({ policyId: payments, delete: true }))).toEqual([1, 0, 1])
    expect(numbers(await preview({ policyId: payments, rules: { remove: ['xss', 'sqli'] } }))).toEqual([
      1, 0, 1,
    ])
    const copy = { name: 'Copy', copyOf: payments, appliesTo: { projects: ['blog'] } }
    expect(numbers(await preview({ create: copy }))).toEqual([1, 1, 0])
    expect(await history()).toEqual(before)
    expect(await blocked()).toEqual(['shop xss Payments'])
  })

  it('that another change made stale is not applied', async () => {
    const { call, payments, path, code, setMode, blocked } = await withPayments()
    const { revision } = (await call(previewPolicyChange, { body: { policyId: payments, delete: true } }))
      .body
    await setMode(code, 'sqli', 'MODE_BLOCK')
    const now = revision + 1
    const isRefused = (answer: { status: number; body: unknown }) =>
      expect(answer).toMatchObject({ status: 409, body: { revision: now } })
    isRefused(await call(deletePolicy, { path, query: { expected_revision: revision } }))
    isRefused(await call(updatePolicy, { path, body: { name: 'New', expectedRevision: revision } }))
    isRefused(await call(editPolicyRules, { path, body: { remove: ['xss'], expectedRevision: revision } }))
    const modes = { rulePaths: ['xss'], policyMode: 'MODE_DISABLED', expectedRevision: revision }
    isRefused(await call(setRuleModes, { path, body: modes }))
    const mode = { rulePath: 'xss', policyMode: 'MODE_DISABLED', expectedRevision: revision }
    isRefused(await call(setRuleMode, { path, body: mode }))
    const policy = { name: 'New', appliesTo: { all: true }, expectedRevision: revision }
    isRefused(await call(createPolicy, { body: policy }))
    expect(await blocked()).toEqual(['blog sqli Code', 'shop xss Payments'])
    expect((await call(deletePolicy, { path, query: { expected_revision: now } })).status).toBe(200)
  })
})

describe('changing a policy', () => {
  it('renames it and gives it projects, with the former values in its history, and back', async () => {
    const { call, path, blocked, history, undo } = await withPayments()
    const { body } = await call(updatePolicy, {
      path,
      body: { name: 'Strict', appliesTo: { projects: ['blog'] }, note: 'moved' },
    })
    expect(await blocked()).toEqual(['blog xss Strict'])
    expect((await history())[0]).toMatchObject({
      id: body.changeId,
      kind: 'changed',
      note: 'moved',
      name: { from: 'Payments', to: 'Strict' },
      appliesTo: { from: { tags: ['pci'] }, to: { projects: ['blog'] } },
    })
    const undone = await undo(body.changeId)
    expect(undone.status).toBe(200)
    expect((await history())[0]).toMatchObject({ id: undone.body.changeId, putsBack: body.changeId })
    expect(await blocked()).toEqual(['shop xss Payments'])
    expect((await undo(body.changeId)).status).toBe(409)
  })

  it('answers no change where nothing differs', async () => {
    const { call, path } = await withPayments()
    const { body } = await call(updatePolicy, {
      path,
      body: { name: 'Payments', appliesTo: { tags: ['pci'] } },
    })
    expect(body).toMatchObject({ changeId: null, policy: { name: 'Payments' } })
  })

  it('keeps the default policy for all projects, with its rules', async () => {
    const { call, code } = await withPayments()
    const path = { policyId: code }
    expect((await call(updatePolicy, { path, body: { appliesTo: { tags: ['pci'] } } })).status).toBe(422)
    expect((await call(deletePolicy, { path })).status).toBe(422)
    expect((await call(editPolicyRules, { path, body: { remove: ['xss'] } })).status).toBe(422)
    expect((await call(updatePolicy, { path, body: { name: 'All code' } })).status).toBe(200)
  })

  it('deletes it, and restores it with its rules, modes and projects', async () => {
    const { call, path, payments, blocked, undo } = await withPayments()
    const { body } = await call(deletePolicy, { path })
    expect(body).toMatchObject({ policy: null })
    expect(await blocked()).toEqual([])
    expect((await call(getPolicy, { path })).status).toBe(404)
    expect((await call(listPolicies)).body.policies.map(({ id }) => id)).not.toContain(payments)
    const { rule } = (await call(getRule, { path: { rulePath: 'xss' } })).body
    expect(rule.policies.map(({ id }) => id)).not.toContain(payments)
    expect((await undo(body.changeId)).status).toBe(200)
    expect(await blocked()).toEqual(['shop xss Payments'])
  })

  it('adds rules with a mode or that of the default policy, removes others, and back', async () => {
    const { call, path, code, setMode, blocked, history, undo } = await withPayments()
    const removed = await call(editPolicyRules, { path, body: { remove: ['xss', 'sqli'] } })
    expect(await blocked()).toEqual([])
    await setMode(code, 'sqli', 'MODE_COMMENT')
    const add = [{ rulePath: 'xss', policyMode: 'MODE_BLOCK' }, { rulePath: 'sqli' }]
    const added = await call(editPolicyRules, { path, body: { add } })
    expect((await history())[0]?.changes).toEqual([
      { rulePath: 'sqli', from: null, to: 'MODE_COMMENT' },
      { rulePath: 'xss', from: null, to: 'MODE_BLOCK' },
    ])
    expect(await blocked()).toEqual(['shop xss Payments'])
    expect((await undo(removed.body.changeId)).status).toBe(409)
    expect((await undo(added.body.changeId)).status).toBe(200)
    expect((await undo(removed.body.changeId)).status).toBe(200)
    expect(await blocked()).toEqual(['shop xss Payments'])
    expect((await call(editPolicyRules, { path, body: { add: [{ rulePath: 'none' }] } })).status).toBe(404)
  })

  it('refuses to revert the creation of a policy that changed since', async () => {
    const { created, undo } = await withPayments()
    expect((await undo(created.changeId)).status).toBe(409)
  })

  it('is in the audit log, and raises the revision that verdicts name', async () => {
    const { call, path } = await withPayments()
    const revision = async () =>
      (await call(getGate, { path: { projectName: 'shop' }, query: { commit: 'ba5e' } })).body.policy_revision
    const before = await revision()
    await call(updatePolicy, { path, body: { appliesTo: { all: true } } })
    expect(await revision()).toBe(before + 1)
    await call(deletePolicy, { path })
    expect(await revision()).toBe(before + 2)
    const { events } = (await call(listAudit)).body
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'policy.deleted', target: 'payments' },
      { action: 'policy.edited', target: 'payments', detail: { appliesTo: { to: { all: true } } } },
    ])
  })

  it('names projects in the audit log, before and after', async () => {
    const { call, path } = await withPayments()
    await call(updatePolicy, { path, body: { appliesTo: { projects: ['blog'] } } })
    const [edited, , created] = (await call(listAudit, { query: { action: 'policy' } })).body.events
    expect(edited?.detail).toMatchObject({
      appliesTo: { from: { projects: [], tags: ['pci'] }, to: { projects: ['blog'], tags: [] } },
    })
    expect(created?.detail).toMatchObject({ copyOf: 'Code', appliesTo: { tags: ['pci'] } })
  })

  it('opens into the rules that were added and removed, which find it in the audit log', async () => {
    const { call, path } = await withPayments()
    await call(editPolicyRules, { path, body: { remove: ['xss', 'sqli'] } })
    await call(editPolicyRules, { path, body: { add: [{ rulePath: 'xss', policyMode: 'MODE_BLOCK' }] } })
    const { events } = (await call(listAudit, { query: { action: 'policy.rules' } })).body
    expect(events).toMatchObject([
      {
        target: 'xss',
        detail: {
          policy: 'payments',
          count: 1,
          changes: [{ rulePath: 'xss', from: null, to: 'MODE_BLOCK' }],
        },
      },
      {
        target: 'payments',
        detail: {
          count: 2,
          changes: [
            { rulePath: 'sqli', from: 'MODE_MONITOR', to: null },
            { rulePath: 'xss', from: 'MODE_BLOCK', to: null },
          ],
        },
      },
    ])
    const about = { action: 'policy.rules', target: 'sqli' }
    expect((await call(listAudit, { query: about })).body.events).toEqual([events[1]])
  })
})

describe('tags of projects that a policy applies to', () => {
  async function withBlog() {
    const service = await withPayments()
    const { call, mint, payments } = service
    const token = await mint({ role: null, scopes: ['projects:write'] })
    const blog = { projectName: 'blog' }
    const tag = (tags: string[], as?: string) =>
      call(addTags, { path: blog, body: tags, ...(as === undefined ? {} : { token: as }) })
    const revision = async () =>
      (await call(previewPolicyChange, { body: { policyId: payments, delete: true } })).body.revision
    return { ...service, token, blog, tag, revision }
  }

  it('need the permission to change policies, which the refusal names', async () => {
    const { call, token, tag, blog, blocked } = await withBlog()
    const refused = await tag(['pci'], token)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Payments')])
    const shop = { projectName: 'shop' }
    const attempts = [
      await call(removeTags, { path: shop, query: { tags: 'pci' }, token }),
      await call(editTags, { body: { projects: ['blog', 'shop'], add: ['pci'] }, token }),
      await call(patchProject, { path: blog, body: { tags: ['pci'] }, token }),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await blocked()).toEqual(['shop xss Payments'])
    expect((await tag(['pci'])).status).toBe(200)
    expect(await blocked()).toEqual(['blog xss Payments', 'shop xss Payments'])
  })

  it('are free where no effective mode changes', async () => {
    const { call, token, tag, setMode, payments, revision } = await withBlog()
    const before = await revision()
    expect((await tag(['other'], token)).status).toBe(200)
    await call(addTags, { path: { projectName: 'shop' }, body: ['more'], token })
    await setMode(payments, 'xss', 'MODE_MONITOR')
    expect((await tag(['pci'], token)).status).toBe(200)
    expect(await revision()).toBe(before + 1)
  })

  it('show what they do before, and are in the history of the policy, with a new revision', async () => {
    const { call, tag, revision, history, undo } = await withBlog()
    const before = await revision()
    const edit = { projects: ['blog', 'shop'], add: ['pci'] }
    const { body } = await call(previewTags, { body: edit })
    expect(body).toEqual({ projects: 1, rules: 1, blocked: 1, noLongerBlocked: 0, revision: before })
    await tag(['pci'])
    expect(await revision()).toBe(before + 1)
    const [newest] = await history()
    expect(newest).toMatchObject({ kind: 'tags', projects: ['blog'], count: 0, changes: [] })
    expect((await undo(newest?.id)).status).toBe(409)
    const stale = await call(editTags, { body: { ...edit, expectedRevision: before, add: ['late'] } })
    expect(stale.status).toBe(409)
  })

  it('are undone only where nothing changed since', async () => {
    const { call, setMode, payments, blocked } = await withBlog()
    const edit = (body: { add?: string[]; remove?: string[]; expectedRevision?: number }) =>
      call(editTags, { body: { projects: ['blog'], ...body } })
    const { revision } = (await edit({ add: ['pci'] })).body
    expect((await edit({ add: ['pci'] })).body.revision).toBe(revision)
    await setMode(payments, 'xss', 'MODE_MONITOR')
    expect((await edit({ remove: ['pci'], expectedRevision: revision })).status).toBe(409)
    await setMode(payments, 'xss', 'MODE_BLOCK')
    const left = (await edit({ add: ['pci', 'more'] })).body.revision
    expect((await edit({ remove: ['pci'], expectedRevision: left })).status).toBe(200)
    expect(await blocked()).toEqual(['shop xss Payments'])
  })
})
