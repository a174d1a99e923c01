import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getProject, listProjects } from '#contract/operations/projects.ts'
import { editTags } from '#contract/operations/tags.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

async function started() {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const edit = (body: object, token?: string) =>
    service.call(editTags, { body, ...(token === undefined ? {} : { token }) })
  const tags = async () =>
    Object.fromEntries(
      (await service.call(listProjects)).body.projects.map((project) => [project.name, project.tags]),
    )
  const audit = () =>
    service.services.database.read
      .selectFrom('audit_event')
      .select(['action', 'actor', 'target', 'detail_json'])
      .execute()
  return { ...service, rows, edit, tags, audit }
}

describe('tags of several projects', () => {
  it('are removed and added in one change, and what changes stands in the audit log', async () => {
    const { edit, rows, tags, audit } = await started()
    await rows.project({ name: 'acme/api', tags_json: '["old","web"]' })
    await rows.project({ name: 'acme/shop' })
    await rows.project({ name: 'acme/done', tags_json: '["pci"]' })
    const projects = ['acme/shop', 'acme/api', 'acme/done', 'acme/shop']
    const { body, status } = await edit({ projects, add: [' pci '], remove: ['old', 'not there'] })
    expect(status).toBe(200)
    expect(body.projects.map(({ name, tags }) => [name, tags])).toEqual([
      ['acme/shop', ['pci']],
      ['acme/api', ['web', 'pci']],
      ['acme/done', ['pci']],
    ])
    expect(await tags()).toEqual({ 'acme/api': ['web', 'pci'], 'acme/shop': ['pci'], 'acme/done': ['pci'] })
    const [event, ...others] = await audit()
    expect(others).toEqual([])
    expect(event).toMatchObject({ action: 'project.tagged', actor: 'Tess Ter', target: null })
    expect(JSON.parse(event?.detail_json ?? '')).toEqual({
      count: 2,
      added: ['pci'],
      removed: ['old'],
      projects: ['acme/shop', 'acme/api'],
      changes: [
        { project: 'acme/shop', added: ['pci'], removed: [] },
        { project: 'acme/api', added: ['pci'], removed: ['old'] },
      ],
    })
  })

  it('stand in the audit log as one entry, which each of the projects finds', async () => {
    const { call, edit, rows } = await started()
    const projects = Array.from({ length: 130 }, (_, index) => `acme/p${index}-x`)
    for (const name of projects) await rows.project({ name })
    await edit({ projects, add: ['pci'] })
    await edit({ projects: ['acme/p7-x'], add: ['web'] })
    const find = async (target: string) =>
      (await call(listAudit, { query: { target } })).body.events.map(({ target, detail }) => [
        target,
        Object(detail).count,
      ])
    expect(await find('acme/p129-x')).toEqual([[null, 130]])
    expect(await find('ACME/P7-')).toEqual([
      ['acme/p7-x', undefined],
      [null, 130],
    ])
    expect(await find('acme/p130')).toEqual([])
  })

  it('stay as they are where one project is unknown or foreign, and each such is named', async () => {
    const { edit, rows, tags, addDeployment, audit } = await started()
    await rows.project({ name: 'acme/api' })
    await rows.project({ name: 'acme/foreign', deployment_id: await addDeployment('other') })
    const { body, status } = await edit({
      projects: ['acme/api', 'acme/foreign', 'acme/ghost'],
      add: ['pci'],
    })
    expect(status).toBe(404)
    expect(body).toMatchObject({ errors: [{ pointer: '/projects/1' }, { pointer: '/projects/2' }] })
    expect(await tags()).toEqual({ 'acme/api': [] })
    expect(await audit()).toEqual([])
  })

  it('stay as they are where one project would get its 51st tag, and each such is named', async () => {
    const { edit, rows, tags } = await started()
    const full = JSON.stringify(Array.from({ length: 50 }, (_, index) => `t${index}`))
    await rows.project({ name: 'acme/full', tags_json: full })
    await rows.project({ name: 'acme/full too', tags_json: full })
    await rows.project({ name: 'acme/shop' })
    const projects = ['acme/shop', 'acme/full', 'acme/full too']
    const { body, status } = await edit({ projects, add: ['pci'] })
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: [{ pointer: '/projects/1' }, { pointer: '/projects/2' }] })
    expect((await tags())['acme/shop']).toEqual([])
    expect((await edit({ projects, add: ['pci'], remove: ['t0'] })).status).toBe(200)
    expect((await tags())['acme/full']).toHaveLength(50)
  })

  it.each([
    [400, { projects: ['acme/shop'], add: ['good', '', 'a,b', 'x'.repeat(65), 'a\u0007b'] }],
    [422, { projects: ['acme/shop'], add: ['pci'], remove: [' pci'] }],
    [400, { projects: [], add: ['pci'] }],
    [400, { projects: Array.from({ length: 3001 }, (_, index) => `acme/${index}`), add: ['pci'] }],
    [400, { add: ['pci'] }],
    [400, { projects: 'acme/shop', add: { tag: 'pci' } }],
    [404, { projects: ['acme/ghost'], add: [] }],
  ])('are refused with %i: %j', async (expected, body) => {
    const { call, edit, rows } = await started()
    await rows.project()
    expect((await edit(body)).status).toBe(expected)
    expect((await call(getProject, { path: { projectName: 'acme/shop' } })).body.project.tags).toEqual([])
  })

  it('change nothing, the change number neither, where nothing is to change', async () => {
    const { edit, rows, services } = await started()
    await rows.project({ tags_json: '["pci"]' })
    const changeNumber = () => services.deployments.find('main')?.change_number
    const before = changeNumber()
    expect((await edit({ projects: ['acme/shop'] })).status).toBe(200)
    expect((await edit({ projects: ['acme/shop'], add: ['pci'], remove: ['web'] })).status).toBe(200)
    expect(changeNumber()).toBe(before)
  })

  it('are for tokens that may change projects', async () => {
    const { edit, rows, mint } = await started()
    await rows.project()
    const token = await mint({ role: 'analyst' })
    expect((await edit({ projects: ['acme/shop'], add: ['pci'] }, token)).status).toBe(403)
  })

  it('cost as many statements for three hundred projects as for two', async () => {
    const { edit, rows } = await started()
    const names = Array.from({ length: 300 }, (_, index) => `acme/${index}`)
    for (const name of names) await rows.project({ name })
    await edit({ projects: names.slice(0, 1), add: ['first'] })
    const few = await countStatements(() => edit({ projects: names.slice(0, 2), add: ['few'] }))
    expect(await countStatements(() => edit({ projects: names, add: ['many'] }))).toBe(few)
  })
})
