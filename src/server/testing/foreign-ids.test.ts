import { expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import type { Operation } from '#contract/operation.ts'
import { createOneOfEach, rule } from './examples/one-of-each.ts'

const mode = { rulePath: rule, policyMode: 'MODE_BLOCK' }

/** What a request brings along so that nothing but the id can be wrong with it. */
const bodies: Record<string, object> = {
  addTags: ['tag'],
  evaluateGate: { commit: 'a1' },
  patchProject: { primary_branch: 'refs/heads/main' },
  renameProject: { name: 'acme/taken' },
  mergeProject: { into: 'acme/taken' },
  splitProject: { path_prefix: 'src', name: 'acme/taken' },
  createComment: { text: 'a' },
  editComment: { text: 'taken over' },
  patchFinding: { external_ticket: null },
  resolveMatch: { same: true },
  patchToken: { webApiEnabled: true },
  patchPerson: { disabled: true },
  patchTeam: { members: [] },
  approveRequest: { note: 'Checked.' },
  declineRequest: { note: 'Fix it.' },
  markAnswer: { seen: true },
  markMention: { seen: true },
  patchWebhook: { disabled: true },
  updateView: { name: 'taken over' },
  setRuleMode: mode,
  setRuleText: { fixed: { title: 'taken over' } },
  setRuleModes: { rulePaths: [rule], policyMode: 'MODE_BLOCK' },
  policyImpact: { rulePaths: [rule], policyMode: 'MODE_BLOCK' },
}

const byId = operations.filter(
  (one) =>
    one.scopes !== 'none' && /\{(?!deployment)/.test(one.path) && !one.path.includes('{downloadToken}'),
)

const addressOf = ({ path, query }: Operation, deployment: string, ids: Record<string, string>) =>
  path
    .replace(/\{deployment(Id|Slug)\}/, deployment)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? `no ${name}`)) +
  (query && 'tags' in query ? '?tags=tag' : query && 'what' in query ? '?what=new' : '')

it('answers 404 to every id of another deployment, and changes nothing there', async () => {
  const { send, mint, addDeployment, idsOf, services } = await createOneOfEach()
  const other = await addDeployment('other')
  // Ids are unique in their deployment alone, and its own policies would have the ids of the others.
  await services.database.write((transaction) =>
    transaction
      .updateTable('policy')
      .set((eb) => ({ id: eb('id', '+', 1000) }))
      .where('deployment_id', '=', other)
      .execute(),
  )
  const token = await mint({ deploymentId: other })
  const standing = async () => {
    const tables = [
      'project',
      'scan',
      'finding',
      'finding_match',
      'finding_comment',
      'finding_mention',
      'view',
      'job',
      'triage_change',
      'policy_rule',
      'rule',
      'session',
      'person',
      'person_role',
      'approval',
      'webhook',
      'webhook_delivery',
    ] as const
    const rows = tables.map((table) => services.database.read.selectFrom(table).selectAll().execute())
    return JSON.stringify(await Promise.all(rows))
  }
  const before = await standing()
  for (const operation of byId) {
    const { id, method } = operation
    const body = bodies[id] ?? {}
    const response = await send(method, addressOf(operation, 'other', idsOf(operation)), {
      token,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
    })
    expect([id, response.status]).toEqual([id, response.status === 501 ? 501 : 404])
  }
  expect(await standing()).toBe(before)
})

it('knows every one of these ids in its own deployment', async () => {
  const { send, idsOf } = await createOneOfEach()
  const reading = byId.filter((one) => one.method === 'GET')
  for (const operation of reading) {
    const response = await send('GET', addressOf(operation, 'main', idsOf(operation)))
    const known = response.status === 200 || response.status === 501
    // The one change that is undone by its own id is none of a policy.
    expect([operation.id, known || operation.path.includes('/history/')]).toEqual([operation.id, true])
  }
})

it('answers 404 to an id of another deployment in a body', async () => {
  const { send, mint, addDeployment, finding, project_id } = await createOneOfEach()
  const token = await mint({ deploymentId: await addDeployment('other') })
  const bodies: [string, object][] = [
    ['triage', { issue_type: 'sast', issue_ids: [finding], new_triage_state: 'fixing' }],
    [
      'triage/jobs',
      { issue_type: 'sast', issue_ids: [finding], new_triage_state: 'fixing', expected_count: 1 },
    ],
    ['scans/search', { repository_id: project_id }],
    ['scans/facets', { repository_id: project_id }],
    ['scans/durations', { repository_id: project_id }],
    ['tags', { projects: ['acme/shop'], add: ['tag'] }],
    ['sbom/export', { repositoryId: String(project_id) }],
  ]
  for (const [path, body] of bodies) {
    const { status } = await send('POST', `/api/v1/deployments/other/${path}`, { token, body })
    expect([path, status]).toEqual([path, 404])
  }
})
