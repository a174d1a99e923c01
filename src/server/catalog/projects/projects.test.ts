import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getProject, listProjects, listRefs, patchProject } from '#contract/operations/projects.ts'
import { addTags, listTags, removeTags } from '#contract/operations/tags.ts'
import { readTags, withoutTags, withTags } from '#server/records/projects/tags.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

const day = 24 * 3600_000

async function started() {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const shop = { path: { projectName: 'acme/shop' } }
  const changeNumber = () => service.services.deployments.find('main')?.change_number
  return { ...service, rows, shop, changeNumber }
}

describe('reading a project', () => {
  it('answers every documented field', async () => {
    const { call, rows, shop } = await started()
    const id = await rows.project({
      latest_scan_at: Date.UTC(2026, 0, 2),
      managed_full: 1,
      tags_json: '["web"]',
    })
    const { body, status } = await call(getProject, shop)
    expect(status).toBe(200)
    expect(body.project).toEqual({
      id,
      name: 'acme/shop',
      tags: ['web'],
      created_at: '2026-01-15T12:00:00.000Z',
      default_branch: 'refs/heads/main',
      latest_scan_at: '2026-01-02T00:00:00.000Z',
      managed_scan_config: { diff_scan: { enabled: false }, full_scan: { enabled: true } },
      ci_accepts_empty: false,
      gate: { required_sources: [], protected_refs: [], count_suppressed: true, failed_runs: 'none' },
      primary_branch: 'refs/heads/main',
      protected_refs: [],
      url: 'https://code.example/acme/shop',
    })
  })

  it('takes the slash raw or escaped, and deeper names', async () => {
    const { send, rows } = await started()
    await rows.project()
    await rows.project({ name: 'group/sub/repo' })
    await rows.project({ name: 'acme/tags' })
    const base = '/api/v1/deployments/main/projects/'
    for (const name of ['acme/shop', 'acme%2Fshop', 'group/sub/repo', 'group%2Fsub/repo', 'acme%2Ftags']) {
      expect([name, (await send('GET', base + name)).status]).toEqual([name, 200])
    }
    expect((await send('GET', `${base}acme/nothing`)).status).toBe(404)
    expect((await send('PUT', `${base}group/sub/repo/tags`, { body: ['a'] })).status).toBe(200)
  })

  it('knows no project of another deployment', async () => {
    const { call, rows, shop } = await started()
    await rows.project({ deployment_id: 99 })
    expect((await call(getProject, shop)).status).toBe(404)
  })
})

describe('adding tags', () => {
  it('takes an array or an object, keeps the order and tells case apart', async () => {
    const { call, rows, shop } = await started()
    await rows.project()
    await call(addTags, { ...shop, body: [' web ', 'pci'] })
    const body = { deploymentSlug: 'main', projectName: 'acme/shop', tags: ['Web', 'pci', 'tier 1'] }
    const response = await call(addTags, { ...shop, body })
    expect(response.body.project.tags).toEqual(['web', 'pci', 'Web', 'tier 1'])
    expect((await call(getProject, shop)).body.project.tags).toEqual(['web', 'pci', 'Web', 'tier 1'])
  })

  it('changes nothing for what is there and for an empty list', async () => {
    const { call, rows, shop, changeNumber } = await started()
    await rows.project({ tags_json: '["web"]' })
    const before = changeNumber()
    expect((await call(addTags, { ...shop, body: [] })).status).toBe(200)
    expect((await call(addTags, { ...shop, body: ['web', ' web'] })).status).toBe(200)
    expect((await call(removeTags, { ...shop, query: { tags: 'other' } })).status).toBe(200)
    expect(changeNumber()).toBe(before)
  })

  it('names every wrong tag and adds none', async () => {
    const { call, rows, shop } = await started()
    await rows.project()
    const body = { tags: ['good', '  ', 'a,b', 'x'.repeat(65), 'a\u0007b'] }
    const response = await call(addTags, { ...shop, body })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      errors: [
        { pointer: '/tags/1' },
        { pointer: '/tags/2' },
        { pointer: '/tags/3' },
        { pointer: '/tags/4' },
      ],
    })
    expect((await call(getProject, shop)).body.project.tags).toEqual([])
    expect((await call(addTags, { ...shop, body: ['𝒳'.repeat(64)] })).status).toBe(200)
  })

  it('refuses the 51st tag and adds none', async () => {
    const { call, rows, shop } = await started()
    await rows.project({ tags_json: JSON.stringify(Array.from({ length: 49 }, (_, index) => `t${index}`)) })
    expect((await call(addTags, { ...shop, body: ['a', 'b'] })).status).toBe(400)
    expect((await call(addTags, { ...shop, body: ['a'] })).body.project.tags).toHaveLength(50)
  })

  it('refuses a body that names another deployment or project, with both faults', async () => {
    const { call, rows, shop } = await started()
    await rows.project()
    const response = await call(addTags, {
      ...shop,
      body: { deploymentSlug: 'other', projectName: 'acme/api', tags: ['web'] },
    })
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({
      errors: [{ pointer: '/deploymentSlug' }, { pointer: '/projectName' }],
    })
  })

  it.each([{}, { tags: {} }, { tags: null }, [1], 1, null])('refuses the body %j', async (body) => {
    const { call, rows, shop } = await started()
    await rows.project()
    expect((await call(addTags, { ...shop, body })).status).toBe(400)
  })

  it('is for tokens that may change projects', async () => {
    const { call, rows, shop, mint } = await started()
    await rows.project()
    const token = await mint({ role: 'viewer' })
    expect((await call(addTags, { ...shop, token, body: ['web'] })).status).toBe(403)
  })

  it('holds these rules for any tags', () => {
    const tag = fc.string({ unit: 'grapheme', maxLength: 80 })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 50 }),
        fc.array(tag),
        (present, input) => {
          try {
            const tags = readTags(input, '')
            const after = withTags(present, tags, '')
            expect(after.slice(0, present.length)).toEqual(present)
            expect(new Set(after).size).toBe(after.length)
            expect(after.length).toBeLessThanOrEqual(50)
            expect(withoutTags(tags)(after)).toEqual(present.filter((one) => !tags.includes(one)))
          } catch (error) {
            expect(error).toMatchObject({ status: 400 })
          }
        },
      ),
    )
  })
})

describe('removing tags', () => {
  it.each(['tags=web&tags=pci', 'tags=web,pci', 'tags[]=web&tags[]=pci', 'tags=%20web%20,pci,not-there'])(
    'takes %s',
    async (query) => {
      const { call, rows, shop } = await started()
      await rows.project({ tags_json: '["web","kept","pci"]' })
      expect((await call(removeTags, { ...shop, query })).body.project.tags).toEqual(['kept'])
    },
  )

  it.each(['', 'tags=', 'tags[]='])('removes nothing without tags: "%s"', async (query) => {
    const { call, rows, shop } = await started()
    await rows.project({ tags_json: '["web"]' })
    expect((await call(removeTags, { ...shop, query })).status).toBe(400)
    expect((await call(getProject, shop)).body.project.tags).toEqual(['web'])
  })

  it('stands in the audit log', async () => {
    const { call, rows, shop, services } = await started()
    await rows.project({ tags_json: '["web"]' })
    await call(removeTags, { ...shop, query: { tags: 'web' } })
    const [event] = await services.database.read.selectFrom('audit_event').selectAll().execute()
    expect(event).toMatchObject({ actor: 'Tess Ter', action: 'project.tagged', target: 'acme/shop' })
    expect(event?.detail_json).toBe('{"added":[],"removed":["web"]}')
  })
})

describe('listing projects', () => {
  async function four() {
    const made = await started()
    const { rows, clock } = made
    const ids = {
      api: await rows.project({
        name: 'acme/api',
        tags_json: '["web","pci"]',
        latest_scan_at: clock.now - day,
      }),
      docs: await rows.project({ name: 'acme/docs', primary_branch: null, tags_json: '["web"]' }),
      shop: await rows.project({ name: 'acme/Shop', managed_full: 1, latest_scan_at: clock.now - 40 * day }),
      tool: await rows.project({
        name: 'tools/100%_x',
        managed_diff: 1,
        latest_scan_at: clock.now - 2 * day,
      }),
    }
    await rows.project({ name: 'foreign/secret', deployment_id: 99 })
    const names = async (query: Record<string, string | number | boolean>) =>
      (await made.call(listProjects, { query })).body.projects.map((project) => project.name)
    return { ...made, ids, names }
  }

  it('answers by name, with the total and links', async () => {
    const { call, names } = await four()
    expect(await names({})).toEqual(['acme/Shop', 'acme/api', 'acme/docs', 'tools/100%_x'])
    const { headers, body } = await call(listProjects, { query: { page: 1, page_size: 2, q: 'a' } })
    expect(body.projects.map((project) => project.name)).toEqual(['acme/docs'])
    expect(headers['x-total-count']).toBe('3')
    const base = 'http://127.0.0.1:4400/api/v1/deployments/main/projects'
    expect(headers['link']).toBe(
      `<${base}?page=0&page_size=2&q=a>; rel="first", <${base}?page=0&page_size=2&q=a>; rel="prev", <${base}?page=1&page_size=2&q=a>; rel="last"`,
    )
  })

  it('is empty past the end, and the total stays', async () => {
    const { call } = await four()
    const { headers, body, status } = await call(listProjects, {
      query: { page: 4294967295, page_size: 3000 },
    })
    expect([status, body.projects, headers['x-total-count']]).toEqual([200, [], '4'])
  })

  it.each([
    'page_size=0',
    'page_size=3001',
    'page=-1',
    'page=1.5',
    'page=1&page=2',
    'sort=size',
    'last_scan=soon',
    'managed=yes',
    'include=all',
  ])('refuses %s', async (query) => {
    const { call } = await started()
    expect((await call(listProjects, { query })).status).toBe(400)
  })

  it('leaves the links out where they would be too long', async () => {
    const { call } = await four()
    const { headers } = await call(listProjects, {
      query: { project_tags: `web,${'x'.repeat(990)},${'y'.repeat(990)}` },
    })
    expect(headers['x-total-count']).toBe('2')
    const long = await call(listProjects, {
      query: `${['a', 'b', 'c'].map((letter) => `project_tags[]=${letter.repeat(990)}`).join('&')}&page_size=1`,
    })
    expect(long.headers['link']).toBeUndefined()
  })

  it('narrows by each parameter', async () => {
    const { names, rows, ids, clock } = await four()
    expect(await names({ q: 'SHOP' })).toEqual(['acme/Shop'])
    expect(await names({ q: '%_' })).toEqual(['tools/100%_x'])
    expect(await names({ project_tags: 'pci,other' })).toEqual(['acme/api'])
    expect(await names({ project_tags: '__none' })).toEqual(['acme/Shop', 'tools/100%_x'])
    expect(await names({ project_tags: '__none,pci' })).toEqual(['acme/Shop', 'acme/api', 'tools/100%_x'])
    expect(await names({ managed: true })).toEqual(['acme/Shop', 'tools/100%_x'])
    expect(await names({ managed: '0' })).toEqual(['acme/api', 'acme/docs'])
    expect(await names({ no_primary: true })).toEqual(['acme/docs'])
    expect(await names({ no_primary: false, q: 'acme' })).toEqual(['acme/Shop', 'acme/api'])
    expect(await names({ last_scan: 'older_than:30' })).toEqual(['acme/Shop'])

    const scan = (project_id: number, status: number, started_at: number) =>
      rows.scan({ project_id, ref_id: 1, status, started_at })
    await scan(ids.api, 4, clock.now - 2 * day)
    await scan(ids.api, 0, clock.now)
    await scan(ids.shop, 1, clock.now - 2 * day)
    await scan(ids.shop, 4, clock.now)
    await scan(ids.tool, 1, clock.now)
    expect(await names({ last_scan: 'running' })).toEqual(['acme/api'])
    expect(await names({ last_scan: 'failed' })).toEqual(['acme/Shop'])
    expect(await names({ last_scan: 'never' })).toEqual(['acme/docs'])
  })

  it('sorts, and sums up what is open on the primary branch', async () => {
    const { call, names, rows, ids, clock } = await four()
    const rule_id = await rows.rule()
    const finding = (project_id: number, text: object) =>
      rows.finding({ project_id, ref_id: 1, rule_id, ...text })
    await finding(ids.docs, { severity: 3 })
    await finding(ids.docs, { severity: 3, type: 1 })
    await finding(ids.docs, { severity: 3, type: 1 })
    await finding(ids.api, { severity: 0, type: 2 })
    await finding(ids.api, { status: 1 })
    await finding(ids.api, { on_primary: 0 })
    await finding(ids.api, { removed: 1, state: 3 })
    const scan_id = await rows.scan({ project_id: ids.api, ref_id: 1, started_at: clock.now, status: 4 })
    await rows.scan({ project_id: ids.api, ref_id: 1, started_at: clock.now - day })
    expect(await names({ sort: '-open' })).toEqual(['acme/docs', 'acme/api', 'acme/Shop', 'tools/100%_x'])
    expect(await names({ sort: '-name' })).toEqual(['tools/100%_x', 'acme/docs', 'acme/api', 'acme/Shop'])
    expect(await names({ sort: 'latest_scan_at' })).toEqual([
      'acme/Shop',
      'tools/100%_x',
      'acme/api',
      'acme/docs',
    ])

    const { projects } = (await call(listProjects, { query: { include: 'summary' } })).body
    const zero = { sast: 0, sca: 0, secrets: 0 }
    expect(projects[1]).toMatchObject({
      open: { critical: zero, high: zero, medium: zero, low: { sast: 0, sca: 0, secrets: 1 } },
      latest_scan: { id: scan_id, status: 'SCAN_STATUS_ERROR' },
    })
    expect(projects[2]).toMatchObject({
      open: { critical: { sast: 1, sca: 2, secrets: 0 } },
      latest_scan: null,
    })
  })
})

it('lists the tags in use, most used first', async () => {
  const { call, rows } = await started()
  await rows.project({ name: 'a/a', tags_json: '["web","pci"]' })
  await rows.project({ name: 'a/b', tags_json: '["pci"]' })
  expect((await call(listTags)).body.tags).toEqual([
    { value: 'pci', count: 2 },
    { value: 'web', count: 1 },
  ])
})

describe('refs', () => {
  it('stand with the primary one first', async () => {
    const { call, rows } = await started()
    const shop = await rows.project()
    const api = await rows.project({ name: 'acme/api' })
    await rows.ref({ project_id: shop, name: 'refs/heads/main', latest_scan_at: 1000 })
    await rows.ref({ project_id: shop, name: 'refs/heads/next', is_primary: 0, latest_scan_at: 9000 })
    await rows.ref({ project_id: api, name: 'refs/heads/main', latest_scan_at: 5000 })
    await rows.ref({ project_id: api, name: 'refs/pull/7/merge', is_primary: 0, latest_scan_at: null })
    expect((await call(listRefs)).body.refs).toEqual([
      { name: 'refs/heads/main', primary: true, latest_scan_at: '1970-01-01T00:00:05.000Z' },
      { name: 'refs/heads/next', primary: false, latest_scan_at: '1970-01-01T00:00:09.000Z' },
      { name: 'refs/pull/7/merge', primary: false, latest_scan_at: null },
    ])
    const one = await call(listRefs, { query: { repository_id: api, q: 'PULL' } })
    expect(one.body.refs.map((ref) => ref.name)).toEqual(['refs/pull/7/merge'])
    expect((await call(listRefs, { query: { repository_id: 4711 } })).status).toBe(404)
  })
})

describe('changing a project', () => {
  it('moves findings and dependencies of the usual lists to the new primary branch', async () => {
    const { call, rows, shop, services } = await started()
    const project_id = await rows.project()
    const main = await rows.ref({ project_id })
    const next = await rows.ref({ project_id, name: 'refs/heads/next', is_primary: 0 })
    const rule_id = await rows.rule()
    await rows.finding({ project_id, ref_id: main, rule_id })
    await rows.finding({ project_id, ref_id: next, rule_id, on_primary: 0 })
    const old = await rows.lockfile({ project_id, ref_id: main })
    const fresh = await rows.lockfile({ project_id, ref_id: next, on_primary: 0 })
    await rows.dependency({ project_id, lockfile_id: old })
    await rows.dependency({ project_id, lockfile_id: fresh, on_primary: 0 })
    const response = await call(patchProject, {
      ...shop,
      body: { primary_branch: 'next', managed_scan_config: { full_scan: { enabled: true } } },
    })
    expect(response.body.project).toMatchObject({
      primary_branch: 'refs/heads/next',
      managed_scan_config: { full_scan: { enabled: true }, diff_scan: { enabled: false } },
    })
    const { read } = services.database
    for (const table of ['finding', 'lockfile', 'dependency'] as const) {
      const kept = await read.selectFrom(table).select('on_primary').orderBy('id').execute()
      expect([table, kept.map((row) => row.on_primary)]).toEqual([table, [0, 1]])
    }
  })

  it('stands in the audit log with what was before, and needs a project', async () => {
    const { call, rows, shop, services } = await started()
    await rows.project()
    const body = { managed_scan_config: { diff_scan: { enabled: true } } }
    await call(patchProject, { ...shop, body })
    const lines = await services.database.read
      .selectFrom('audit_event')
      .select(['actor', 'action', 'target', 'detail_json'])
      .execute()
    expect(lines).toMatchObject([{ actor: 'Tess Ter', action: 'project.changed', target: 'acme/shop' }])
    expect(JSON.parse(lines[0]?.detail_json ?? '')).toMatchObject({
      from: { managed_diff: 0 },
      to: { managed_diff: 1 },
    })
    const ghost = { path: { projectName: 'acme/ghost' } }
    expect((await call(patchProject, { ...ghost, body })).status).toBe(404)
    expect((await call(addTags, { ...ghost, body: ['web'] })).status).toBe(404)
    expect((await call(removeTags, { ...ghost, query: 'tags=web' })).status).toBe(404)
  })

  it('says whether tokens of builds may accept a scan that would be held, with a line in the audit log', async () => {
    const { call, rows, shop, services } = await started()
    await rows.project()
    expect((await call(getProject, shop)).body.project).toMatchObject({ ci_accepts_empty: false })
    const response = await call(patchProject, { ...shop, body: { ci_accepts_empty: true } })
    expect(response.body.project).toMatchObject({ ci_accepts_empty: true })
    // What is not named stays, and what stands so already is no change.
    await call(patchProject, { ...shop, body: { managed_scan_config: {} } })
    await call(patchProject, { ...shop, body: { ci_accepts_empty: true } })
    expect((await call(getProject, shop)).body.project).toMatchObject({ ci_accepts_empty: true })
    const lines = await services.database.read.selectFrom('audit_event').select('detail_json').execute()
    expect(lines.map((line) => JSON.parse(line.detail_json ?? ''))).toMatchObject([
      { from: { ci_accepts_empty: 0 }, to: { ci_accepts_empty: 1 } },
    ])
  })

  it('sets the whole list of tags beside the rest, each with its line in the audit log', async () => {
    const { call, rows, shop, services, changeNumber } = await started()
    await rows.project({ tags_json: '["web","old"]' })
    const body = { tags: [' pci ', 'web', 'pci', 'Cafe\u0301'], ci_accepts_empty: true }
    const response = await call(patchProject, { ...shop, body })
    expect(response.body.project).toMatchObject({ tags: ['pci', 'web', 'Caf\u00e9'], ci_accepts_empty: true })
    expect((await call(getProject, shop)).body.project).toEqual(response.body.project)
    const lines = await services.database.read.selectFrom('audit_event').selectAll().orderBy('id').execute()
    expect(lines).toMatchObject([
      { actor: 'Tess Ter', action: 'project.changed', target: 'acme/shop' },
      { actor: 'Tess Ter', action: 'project.tagged', target: 'acme/shop' },
    ])
    expect(lines[0]?.detail_json).not.toContain('web')
    expect(JSON.parse(lines[1]?.detail_json ?? '')).toEqual({ added: ['pci', 'Caf\u00e9'], removed: ['old'] })
    expect((await call(listProjects, { query: { project_tags: 'pci' } })).body.projects).toHaveLength(1)
    const before = changeNumber()
    await call(patchProject, { ...shop, body })
    expect(changeNumber()).toBe(before)
    const one = await call(patchProject, { ...shop, body: { tags: 'alone' } })
    expect(one.body.project.tags).toEqual(['alone'])
    expect((await call(patchProject, { ...shop, body: { tags: null } })).body.project.tags).toEqual(['alone'])
    expect((await call(patchProject, { ...shop, body: { tags: [] } })).body.project.tags).toEqual([])
  })

  it('refuses tags by the rules for adding them, and to whom may not change projects', async () => {
    const { call, rows, shop, mint } = await started()
    await rows.project({ tags_json: '["web"]' })
    const faulty = { tags: ['good', '  ', 'a,b', 'x'.repeat(65), 'a\u0007b'], ci_accepts_empty: true }
    const response = await call(patchProject, { ...shop, body: faulty })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      errors: ['/tags/1', '/tags/2', '/tags/3', '/tags/4'].map((pointer) => ({ pointer })),
    })
    const many = Array.from({ length: 51 }, (_, index) => `t${index}`)
    expect((await call(patchProject, { ...shop, body: { tags: many } })).status).toBe(400)
    const token = await mint({ role: 'viewer' })
    expect((await call(patchProject, { ...shop, token, body: { tags: ['web'] } })).status).toBe(403)
    expect((await call(getProject, shop)).body.project).toMatchObject({
      tags: ['web'],
      ci_accepts_empty: false,
    })
  })
})
