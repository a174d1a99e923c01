import { beforeEach, describe, expect, test } from 'vitest'
import { acceptedRisks } from '#contract/operations/accepted-risks.ts'
import { listAudit } from '#contract/operations/audit.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { evaluateGate, getGate } from '#contract/operations/gate.ts'
import { overview } from '#contract/operations/overview.ts'
import { getCodeowners, setCodeowners } from '#contract/operations/owners.ts'
import {
  getProject,
  listProjects,
  patchProject,
  renameProject,
  undoProjectChange,
} from '#contract/operations/projects.ts'
import { searchScans } from '#contract/operations/scans.ts'
import { listSources } from '#contract/operations/sources.ts'
import { addTags, editTags } from '#contract/operations/tags.ts'
import { listTokens } from '#contract/operations/tokens.ts'
import { triage } from '#contract/operations/triage.ts'
import { exportVex } from '#contract/operations/vex.ts'
import { createView, getKeptFilter, keepFilter, listViews } from '#contract/operations/views.ts'
import { createWebhook, listWebhooks } from '#contract/operations/webhooks.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})

const report = semgrep([result('xss', 'app.py', 'render(name)'), result('sqli', 'db.py', 'query(id)')])

const rename = (projectName: string, name: string, more: object = {}, token?: string) =>
  service.call(renameProject, {
    path: { projectName },
    body: { name, ...more },
    ...(token === undefined ? {} : { token }),
  })
const undo = (id: number | undefined) => service.call(undoProjectChange, { path: { change_id: id ?? 0 } })
const projectNames = async () => (await service.call(listProjects)).body.projects.map(({ name }) => name)
const send = (project: string, commit: string, more: object = {}, token?: string) =>
  upload(service, report, { project, commit, ...more }, token === undefined ? {} : { token })

describe('a renamed project', () => {
  beforeEach(async () => {
    expect((await send('acme/shop', '1')).status).toBe(201)
  })

  test('answers under its former name with the new one', async () => {
    const { id } = (await service.call(getProject, { path: { projectName: 'acme/shop' } })).body.project
    const { status, body } = await rename('acme/shop', 'emea/team/shop')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      change: { undoable_until: new Date(service.clock.now + 24 * 3600_000).toISOString() },
      project: { id, name: 'emea/team/shop' },
      effects: { findings: 2, decisions: 0, scans: 1, refs: 1 },
      conflicts: [],
    })
    expect(await projectNames()).toEqual(['emea/team/shop'])
    for (const projectName of ['acme/shop', 'emea/team/shop']) {
      const answer = await service.call(getProject, { path: { projectName } })
      expect([answer.status, answer.body.project.name]).toEqual([200, 'emea/team/shop'])
      const changed = await service.call(patchProject, {
        path: { projectName },
        body: { ci_accepts_empty: true },
      })
      expect(changed.body.project.id).toBe(id)
      const tagged = await service.call(addTags, { path: { projectName }, body: ['prod'] })
      expect(tagged.body.project.name).toBe('emea/team/shop')
      expect((await service.call(listSources, { query: { repo: projectName } })).body.sources).toHaveLength(1)
      const gate = await service.call(getGate, { path: { projectName }, query: { commit: '1' } })
      expect([gate.status, gate.body.project]).toEqual([200, 'emea/team/shop'])
      const vex = await service.call(exportVex, { query: { project: projectName, undecided: true } })
      // There is nothing to export.
      expect(vex.status).toBe(422)
      const seen = await service.call(overview, { query: { project: projectName } })
      expect(seen.body.intervals.at(-1)?.types.sast.backlog).toBe(2)
      const risks = await service.call(acceptedRisks, { query: { project: projectName } })
      expect(risks.status).toBe(200)
      const edited = await service.call(editTags, { body: { projects: [projectName], add: ['edited'] } })
      expect(edited.body.projects.map(({ name }) => name)).toEqual(['emea/team/shop'])
    }
    const audit = await service.call(listAudit, { query: { action: 'project.renamed' } })
    expect(audit.body.events).toMatchObject([
      {
        target: 'emea/team/shop',
        detail: { id, change: expect.any(Number), from: 'acme/shop', to: 'emea/team/shop' },
      },
    ])
  })

  test('is found by filters that name it by either name', async () => {
    await send('acme/api', '1')
    await rename('acme/shop', 'acme/store')
    for (const repos of ['acme/shop', 'acme/store']) {
      const found = await codeFindings(service, { repos })
      expect(found.map(({ repository }) => repository.name)).toEqual(['acme/store', 'acme/store'])
      const others = await codeFindings(service, { not_repos: repos })
      expect(others.map(({ repository }) => repository.name)).toEqual(['acme/api', 'acme/api'])
      const scans = await service.call(searchScans, { body: { repos: [repos] } })
      expect(scans.body.scans).toMatchObject([{ repository: { name: 'acme/store' } }])
    }
  })

  test('receives what is sent under either name, and keeps its decisions', async () => {
    const [first] = await codeFindings(service)
    await service.call(triage, {
      body: { issue_type: 'sast', issue_ids: [first?.id], new_triage_state: 'ignored' },
    })
    await rename('acme/shop', 'acme/store')
    for (const [project, commit] of [
      ['acme/shop', '2'],
      ['acme/store', '3'],
    ] as const) {
      const { body } = await send(project, commit)
      expect(body.report).toMatchObject({ new: 0, unchanged: 2 })
    }
    expect(await projectNames()).toEqual(['acme/store'])
    const found = await codeFindings(service)
    expect(found.map(({ id, status }) => [id === first?.id, status]).sort()).toEqual([
      [false, 'open'],
      [true, 'ignored'],
    ])
    const gate = await service.call(evaluateGate, {
      path: { projectName: 'acme/shop' },
      body: { commit: '2', changed_files: ['app.py'] },
    })
    expect([gate.status, gate.body.project]).toEqual([200, 'acme/store'])
  })

  test('keeps what names it: tokens, views, saved filters, webhooks and CODEOWNERS', async () => {
    const token = await service.mint({
      name: 'ci',
      person: null,
      role: 'ci',
      projects: ['acme/shop', 'acme/else'],
    })
    const query = 'repos=acme/shop,acme/else'
    await service.call(createView, { body: { name: 'Ours', page: 'code', query } })
    const kept = await service.call(keepFilter, { body: { query } })
    await service.call(createWebhook, {
      body: {
        name: 'Chat',
        url: 'https://hooks.example/1',
        events: ['finding.new'],
        filter: 'repos=acme/shop',
      },
    })
    await service.call(setCodeowners, { query: { project: 'acme/shop' }, body: { content: '* @acme/web' } })
    const preview = await rename('acme/shop', 'acme/store', { preview: true })
    expect(preview.body.effects).toMatchObject({ tokens: 1, filters: 3, owner_rules: 1 })
    await rename('acme/shop', 'acme/store')
    const tokens = (await service.call(listTokens)).body.tokens
    expect(tokens.find(({ name }) => name === 'ci')?.projects).toEqual(['acme/store', 'acme/else'])
    for (const [at, project] of ['acme/shop', 'acme/store', 'acme/else'].entries())
      expect([project, (await send(project, `9${at}`, {}, token)).status]).toEqual([project, 201])
    expect((await send('acme/other', '9', {}, token)).status).toBe(403)
    const views = (await service.call(listViews)).body.views
    const [repos] = views.flatMap((view) =>
      view.name === 'Ours' ? new URLSearchParams(view.query).getAll('repos') : [],
    )
    expect(repos).toBe('acme/store,acme/else')
    const filter = (await service.call(getKeptFilter, { path: { filterId: kept.body.id } })).body.query
    expect(new URLSearchParams(filter).get('repos')?.split(',').sort()).toEqual(['acme/else', 'acme/store'])
    const [webhook] = (await service.call(listWebhooks)).body.webhooks
    expect(new URLSearchParams(webhook?.filter).get('repos')).toBe('acme/store')
    const file = await service.call(getCodeowners, { query: { project: 'acme/shop' } })
    expect(file.body.codeowners?.content).toBe('* @acme/web')
  })

  test('can be renamed again and back; all its names mean it', async () => {
    await rename('acme/shop', 'acme/b')
    await rename('acme/b', 'acme/c')
    for (const projectName of ['acme/shop', 'acme/b', 'acme/c'])
      expect((await service.call(getProject, { path: { projectName } })).body.project.name).toBe('acme/c')
    expect((await rename('acme/b', 'acme/shop')).body.project.name).toBe('acme/shop')
    for (const projectName of ['acme/shop', 'acme/b', 'acme/c'])
      expect((await service.call(getProject, { path: { projectName } })).body.project.name).toBe('acme/shop')
    expect(await projectNames()).toEqual(['acme/shop'])
  })

  test('can be undone for 24 hours, once', async () => {
    const { body } = await rename('acme/shop', 'acme/store')
    expect((await undo(body.change?.id)).body.project.name).toBe('acme/shop')
    expect((await service.call(getProject, { path: { projectName: 'acme/store' } })).body.project.name).toBe(
      'acme/shop',
    )
    expect((await undo(body.change?.id)).status).toBe(409)
    const again = await rename('acme/shop', 'acme/store')
    service.clock.now += 24 * 3600_000 + 1
    expect((await undo(again.body.change?.id)).status).toBe(409)
    expect((await undo(99)).status).toBe(404)
  })

  test('previews what would refuse the name, and changes nothing', async () => {
    await send('acme/api', '1')
    await rename('acme/api', 'acme/service')
    const reasonsOf = async (name: string) =>
      (await rename('acme/shop', name, { preview: true })).body.conflicts.map(({ reason }) => reason)
    expect(await reasonsOf('acme/new')).toEqual([])
    expect(await reasonsOf('acme/shop')).toEqual(['same'])
    expect(await reasonsOf('acme/service')).toEqual(['taken'])
    expect(await reasonsOf('acme/api')).toEqual(['former_name'])
    expect(await projectNames()).toEqual(['acme/service', 'acme/shop'])
  })

  test.each(['', 'a/../b', 'bell\u0007', 'x'.repeat(501)])('refuses the name %j', async (name) => {
    expect((await rename('acme/shop', name)).status).toBe(400)
  })
})

describe('a former name of another project', () => {
  beforeEach(async () => {
    await send('acme/shop', '1')
    await send('acme/api', '1')
    await rename('acme/api', 'acme/service')
  })

  test('is reused only by an administrator who says so', async () => {
    expect((await rename('acme/shop', 'acme/api')).status).toBe(409)
    const manager = await service.mint({ name: 'manager', role: 'manager' })
    expect((await rename('acme/shop', 'acme/api', { reuse_name: true }, manager)).status).toBe(403)
    const ci = await service.mint({ name: 'ci', person: null, role: 'ci', projects: ['acme/api'] })
    const view = { name: 'Ours', page: 'code', query: 'repos=acme/api' }
    await service.call(createView, { body: view })
    const kept = await service.call(keepFilter, { body: { query: 'repos=acme/api' } })
    const { status, body } = await rename('acme/shop', 'acme/api', { reuse_name: true })
    expect([status, body.project.name]).toEqual([200, 'acme/api'])
    // What named the project that was called so before goes with that one.
    expect((await send('acme/api', '2', {}, ci)).status).toBe(403)
    expect((await send('acme/service', '2', {}, ci)).status).toBe(201)
    const views = (await service.call(listViews)).body.views
    expect(views.find(({ name }) => name === 'Ours')?.query).toContain('acme%2Fservice')
    const namesIn = async (filter: string) =>
      (await service.call(listFindings, { query: { filter } })).body.sastFindings?.findings.map(
        ({ repository }) => repository.name,
      )
    expect(new Set(await namesIn(kept.body.id))).toEqual(new Set(['acme/service']))
    const saved = await service.call(keepFilter, { body: { query: 'repos=acme/api' } })
    expect(new Set(await namesIn(saved.body.id))).toEqual(new Set(['acme/api']))
    // Undoing gives it back.
    expect((await undo(body.change?.id)).body.project.name).toBe('acme/shop')
    expect((await service.call(getProject, { path: { projectName: 'acme/api' } })).body.project.name).toBe(
      'acme/service',
    )
  })

  test('is not taken back by an upload, unless an administrator says so', async () => {
    const ci = await service.mint({ name: 'ci', person: null, role: 'ci' })
    expect((await send('acme/api', '2', {}, ci)).status).toBe(201)
    expect((await send('acme/api', '3', { reuse_name: 'true' }, ci)).status).toBe(403)
    expect(await projectNames()).toEqual(['acme/service', 'acme/shop'])
    expect((await send('acme/api', '3', { reuse_name: 'true' })).status).toBe(201)
    expect(await projectNames()).toEqual(['acme/api', 'acme/service', 'acme/shop'])
    expect((await send('acme/api', '3', { reuse_name: 'true' })).status).toBe(200)
  })

  test('is free again once its project is deleted', async () => {
    await service.send('DELETE', '/api/v1/deployments/main/projects/acme%2Fapi')
    expect(await projectNames()).toEqual(['acme/shop'])
    expect((await send('acme/api', '4')).status).toBe(201)
    expect(await projectNames()).toEqual(['acme/api', 'acme/shop'])
  })
})

test('a file that waits for its job, and parts of a scan, arrive at the renamed project', async () => {
  await send('acme/shop', '1')
  const part = (project: string, number: number) =>
    upload(service, report, { project, commit: 'parts', part: `${number}/2` })
  expect((await part('acme/shop', 1)).status).toBe(202)
  await rename('acme/shop', 'acme/store')
  const waiting = await service.call(getGate, {
    path: { projectName: 'acme/shop' },
    query: { commit: 'parts' },
  })
  expect(waiting.body.verdict).toBe('none')
  expect((await part('acme/shop', 2)).status).toBe(201)
  expect(await projectNames()).toEqual(['acme/store'])
})

test('a held scan is accepted after its project was renamed and its name reused', async () => {
  const many = Array.from({ length: 8 }, (_, at) => result('r', `src/${at}.py`, `call(${at})`))
  await upload(service, semgrep(many), { project: 'acme/shop', commit: '1' })
  const held = await upload(service, semgrep([]), { project: 'acme/shop', commit: '2' })
  expect(held.body.hold).not.toBeNull()
  const { body } = await rename('acme/shop', 'acme/store')
  await send('acme/api', '1')
  await rename('acme/api', 'acme/shop', { reuse_name: true })
  expect(body.project.name).toBe('acme/store')
  const accepted = await service.send('POST', `/api/v1/deployments/main/scan/${held.body.id}/accept`)
  expect(accepted.status).toBe(200)
  expect(await codeFindings(service, { repos: 'acme/store', status: 'open' })).toEqual([])
  expect(await codeFindings(service, { repos: 'acme/shop', status: 'open' })).toHaveLength(2)
})

test('a project whose name ends like an action is renamed as well', async () => {
  await send('acme/rename', '1')
  const { status, body } = await service.send(
    'POST',
    '/api/v1/deployments/main/projects/acme/rename/rename',
    {
      body: { name: 'acme/merge' },
    },
  )
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ project: expect.objectContaining({ name: 'acme/merge' }) }),
  ])
  const read = await service.send('GET', '/api/v1/deployments/main/projects/acme/merge')
  expect(read.status).toBe(200)
})
