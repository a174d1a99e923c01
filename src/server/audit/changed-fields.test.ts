import { expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { patchProject } from '#contract/operations/projects.ts'
import { createView, deleteView, updateView } from '#contract/operations/views.ts'
import { createWebhook, deleteWebhook, patchWebhook } from '#contract/operations/webhooks.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startTestService } from '#server/testing/service.ts'

async function started() {
  const service = await startTestService({ resolveHost: async () => ['93.184.215.14'] })
  const eventsOf = async (action: string, target?: string) => {
    const { body } = await service.call(listAudit, { query: { action, ...(target ? { target } : {}) } })
    return body.events
  }
  return { ...service, eventsOf }
}

it('a changed view says which fields changed, each from what to what', async () => {
  const { call, eventsOf } = await started()
  const made = await call(createView, { body: { page: 'code', name: 'Mine', query: 'status=open' } })
  const path = { viewId: made.body.id }
  await call(updateView, { path, body: { name: 'Urgent', query: 'severities=critical', page: 'code' } })
  await call(updateView, { path, body: { name: 'Urgent' } })
  const changed = await eventsOf('view.changed')
  expect(changed).toHaveLength(1)
  expect(changed[0]).toMatchObject({ target: 'Urgent' })
  expect(changed[0]?.detail).toEqual({
    id: path.viewId,
    page: 'code',
    owner: 'Tess Ter',
    name: { from: 'Mine', to: 'Urgent' },
    query: { from: 'status=open', to: 'severities=critical' },
  })
  for (const name of ['mine', 'urgent']) expect(await eventsOf('view.changed', name)).toHaveLength(1)
  await call(deleteView, { path })
  expect((await eventsOf('view.deleted'))[0]?.detail).toMatchObject({ query: 'severities=critical' })
  expect((await eventsOf('view.saved'))[0]?.detail).toMatchObject({ query: 'status=open', shared: false })
})

it('a long filter of a view is shortened in the log, and its change still stands there', async () => {
  const { call, eventsOf } = await started()
  const rules = Array.from({ length: 2000 }, (_, index) => `rule.${index}`).join(',')
  const made = await call(createView, { body: { page: 'code', name: 'Long', query: `rules=${rules}` } })
  const path = { viewId: made.body.id }
  await call(updateView, { path, body: { query: `rules=${rules},z` } })
  const [event] = await eventsOf('view.changed')
  expect(event?.detail).toHaveProperty('query.from')
  expect(JSON.stringify(event).length).toBeLessThan(10_000)
})

it('a changed webhook says what changed, and of its URL the host alone', async () => {
  const { call, eventsOf } = await started()
  const url = 'https://hooks.example/secret-path'
  const made = await call(createWebhook, { body: { name: 'Chat', url, events: ['finding.new'] } })
  expect(made.status).toBe(201)
  const path = { id: made.body.webhook.id }
  await call(patchWebhook, { path, body: { name: 'Room', events: ['finding.new', 'scan.failed'] } })
  await call(patchWebhook, { path, body: { url: 'https://other.example/secret-path', disabled: true } })
  await call(patchWebhook, { path, body: { url: 'https://other.example/secret-2' } })
  await call(deleteWebhook, { path })
  const [address, second, first] = await eventsOf('webhook.changed')
  expect(first).toMatchObject({
    target: 'Room',
    detail: {
      name: { from: 'Chat', to: 'Room' },
      events: { from: ['finding.new'], to: ['finding.new', 'scan.failed'] },
    },
  })
  expect(second?.detail).toEqual({
    id: path.id,
    host: { from: 'hooks.example', to: 'other.example' },
    disabled: { from: false, to: true },
  })
  expect(address?.detail).toEqual({ id: path.id, host: { from: 'other.example', to: 'other.example' } })
  expect((await eventsOf('webhook.deleted'))[0]?.detail).toMatchObject({
    host: 'other.example',
    disabled: true,
  })
  expect(JSON.stringify(await eventsOf('webhook'))).not.toContain('secret')
  for (const name of ['chat', 'room']) expect(await eventsOf('webhook.changed', name)).not.toHaveLength(0)
})

it('a changed project has its settings before and after', async () => {
  const service = await started()
  await new Build(service).project('acme/shop', {})
  await service.call(patchProject, {
    path: { projectName: 'acme/shop' },
    body: { primary_branch: 'trunk', protected_refs: ['release/*'] },
  })
  const [event] = await service.eventsOf('project.changed', 'acme/shop')
  expect(event?.detail).toMatchObject({
    from: { primary_branch: 'refs/heads/main', gate: { protected_refs: [] } },
    to: { primary_branch: 'refs/heads/trunk', gate: { protected_refs: ['refs/heads/release/*'] } },
  })
})
