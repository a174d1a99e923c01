import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findingFacets, listFindings } from '#contract/operations/findings.ts'
import { getMe } from '#contract/operations/session.ts'
import { createView, deleteView, keepFilter, listViews, updateView } from '#contract/operations/views.ts'
import { Build, start } from '#server/findings/testing/build.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { startTestService } from '#server/testing/service.ts'

const plain = { name: 'Mine', page: 'code', query: 'status=open&severities=high,critical' }

async function service() {
  const started = await startTestService()
  const { call, mint } = started
  const [ada, bob] = [
    await mint({ person: 'Ada', role: 'analyst' }),
    await mint({ person: 'Bob', role: 'viewer' }),
  ]
  const save = (body: Record<string, unknown> = {}, token?: string) =>
    call(createView, { body: { ...plain, ...body }, ...(token ? { token } : {}) })
  const edit = (viewId: string, body: Record<string, unknown>, token?: string) =>
    call(updateView, { path: { viewId }, body, ...(token ? { token } : {}) })
  const remove = (viewId: string, token?: string) =>
    call(deleteView, { path: { viewId }, ...(token ? { token } : {}) })
  const list = async (token?: string, query = '') =>
    (await call(listViews, { query, ...(token ? { token } : {}) })).body.views
  const own = async (token?: string) => (await list(token)).filter((view) => view.by !== 'Gatehouse')
  const me = async (token?: string) => (await call(getMe, token ? { token } : {})).body.deployments[0]
  return { ...started, ada, bob, save, edit, remove, list, own, me, build: new Build(started) }
}

describe('saved views', () => {
  it('keep filter, columns, order, grouping and page size, in one form', async () => {
    const { save, own } = await service()
    const saved = await save({
      name: '  Mine ',
      query: 'severities[]=high&severities[]=critical&status=open&page=3&open=7&view=1&since=7d&nonsense=1',
      columns: ['severity', 'title'],
      sort: '-severity',
      group: 'rules',
      page_size: 300,
    })
    expect([saved.status, saved.body]).toEqual([
      201,
      {
        id: '1',
        name: 'Mine',
        shared: false,
        default: false,
        editable: true,
        by: 'Tess Ter',
        page: 'code',
        query: 'severities=high,critical&status=open&since=7d',
        columns: ['severity', 'title'],
        sort: '-severity',
        group: 'rules',
        page_size: 300,
      },
    ])
    expect(await own()).toEqual([saved.body])
  })

  it('are refused with every fault where they say what their page cannot show', async () => {
    const { save } = await service()
    const refused = await save({
      query: 'severities=huge&exposures=reachable&since=7x',
      sort: 'epss',
      group: 'upgrade',
    })
    expect(refused.status).toBe(400)
    const { errors } = refused.body as unknown as { errors: { pointer: string; detail: string }[] }
    expect(errors.map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual([
      expect.stringMatching('/query severities: "huge"'),
      expect.stringMatching('/query since: "7x"'),
      expect.stringMatching('/query exposures: belongs to issue_type=sca'),
      expect.stringMatching('/sort "epss"'),
      expect.stringMatching('/group "upgrade"'),
    ])
    expect((await save({ page: 'nowhere' })).status).toBe(400)
    expect((await save({ columns: Array.from({ length: 51 }, (_, at) => `c${at}`) })).status).toBe(400)
    expect((await save({ page_size: 99 })).status).toBe(400)
    expect((await save({ name: ' ' })).status).toBe(400)
  })

  it('have names that their owner uses once on a page', async () => {
    const { save, edit, ada } = await service()
    await save()
    const second = await save()
    expect([second.status, second.text]).toEqual([409, expect.stringContaining('Mine')])
    expect((await save({ page: 'secrets', query: '' })).status).toBe(201)
    expect((await save({}, ada)).status).toBe(201)
    const other = await save({ name: 'Other' })
    expect((await edit(other.body.id, { name: 'Mine' })).status).toBe(409)
    expect((await edit(other.body.id, { name: 'Other' })).status).toBe(200)
  })

  it('are 200 for a person at most', async () => {
    const { save, services } = await service()
    await save()
    await runSql(
      services.database,
      sql`with recursive number (n) as (select 2 union all select n + 1 from number where n < 200)
        insert into view (deployment_id, id, name, shared, owner, page, query, created_at)
        select deployment_id, 1000 + n, 'View ' || n, 0, owner, page, query, created_at from view, number`,
    )
    const refused = await save({ name: 'One more' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('200')])
  })

  it('change in what is given alone, and never their page', async () => {
    const { save, edit, remove, own } = await service()
    const { body } = await save({ sort: 'rule', columns: ['title'] })
    const edited = await edit(body.id, { query: 'status=fixed', columns: null })
    expect(edited.body).toEqual({ ...body, query: 'status=fixed', columns: null })
    expect((await edit(body.id, { page: 'secrets' })).status).toBe(400)
    expect((await edit(body.id, { page: 'code' })).status).toBe(200)
    expect((await remove(body.id)).status).toBe(204)
    expect(await own()).toEqual([])
    expect((await remove(body.id)).status).toBe(404)
  })
})

describe('sharing', () => {
  it('needs to be allowed to decide findings', async () => {
    const { save, edit, bob } = await service()
    const refused = await save({ shared: true }, bob)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('findings:triage')])
    const { body } = await save({}, bob)
    expect((await edit(body.id, { shared: true }, bob)).status).toBe(403)
    expect((await edit(body.id, { name: 'Still mine' }, bob)).status).toBe(200)
  })

  it('shows a view to all, and only its owner or an administrator changes it', async () => {
    const { save, edit, remove, own, ada, bob } = await service()
    const { body: shared } = await save({ shared: true }, ada)
    const { body: secret } = await save({ name: 'Hidden' }, ada)
    expect(await own(bob)).toEqual([{ ...shared, editable: false }])
    expect((await edit(shared.id, { name: 'Taken' }, bob)).text).toContain('Only Ada')
    expect((await remove(shared.id, bob)).status).toBe(403)
    for (const viewId of [secret.id, '99', 'builtin:none', 'x']) {
      expect((await edit(viewId, { default: true }, bob)).status).toBe(404)
      expect((await remove(viewId, bob)).status).toBe(404)
    }
    expect((await edit(secret.id, { name: 'Seen' })).status).toBe(404)
    expect((await edit(shared.id, { name: 'Better' })).body).toMatchObject({ name: 'Better', by: 'Ada' })
    expect((await remove(shared.id)).status).toBe(204)
  })

  it('is not for machines, nor for other deployments', async () => {
    const { save, edit, remove, list, mint, addDeployment, call } = await service()
    const machine = await mint({ person: null, name: 'Ada', role: 'admin' })
    const { body } = await save({ shared: true })
    for (const refused of [
      await save({ name: 'Robot' }, machine),
      await edit(body.id, { default: true }, machine),
      await remove(body.id, machine),
    ]) {
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('belong to people')])
    }
    expect((await list(machine)).map((view) => [view.name, view.editable])).toContainEqual(['Mine', false])
    await addDeployment('other')
    const path = { viewId: body.id, deploymentSlug: 'other' }
    expect((await call(updateView, { path, body: { name: 'x' } })).status).toBe(404)
    expect((await call(deleteView, { path })).status).toBe(404)
  })
})

describe('the view to begin with', () => {
  it('is one for each person and page, and may be anybody’s shared one or a built-in one', async () => {
    const { save, edit, list, ada, bob } = await service()
    const { body: shared } = await save({ shared: true }, ada)
    const { body: own } = await save({ name: 'Own', default: true }, bob)
    expect(own.default).toBe(true)
    const chosen = async (token: string) =>
      (await list(token)).filter((view) => view.default).map((view) => view.id)
    expect(await chosen(bob)).toEqual([own.id])
    expect((await edit(shared.id, { default: true }, bob)).body.default).toBe(true)
    expect(await chosen(bob)).toEqual([shared.id])
    expect(await chosen(ada)).toEqual([])
    await edit('builtin:malicious', { default: true }, bob)
    expect(await chosen(bob)).toEqual(['builtin:malicious', shared.id])
    await edit('builtin:new-this-week', { default: true }, bob)
    await edit(shared.id, { default: false }, bob)
    expect(await chosen(bob)).toEqual(['builtin:new-this-week', 'builtin:malicious'])
    expect((await edit('builtin:malicious', { name: 'Mine' }, bob)).status).toBe(403)
  })

  it('is what the navigation opens and counts', async () => {
    const { build, save, edit, me, ada, clock, call } = await service()
    clock.now = start + 8 * 24 * 3600_000
    await build.add(
      { at: 0 },
      { at: 3 * 24 * 60 },
      { at: 3 * 24 * 60, severity: 'high' },
      { at: 3 * 24 * 60, severity: 'high', triage: 'ignored' },
    )
    expect(await me(ada)).toMatchObject({ counts: { sast: 3 }, defaultViews: [] })
    await edit('builtin:new-this-week', { default: true }, ada)
    expect(await me(ada)).toMatchObject({
      counts: { sast: 2 },
      defaultViews: [
        {
          page: 'code',
          id: 'builtin:new-this-week',
          search: 'status=open&since=7d&primary_ref=true&view=builtin:new-this-week',
        },
      ],
    })
    expect(await me()).toMatchObject({ counts: { sast: 3 }, defaultViews: [] })
    const { body } = await save(
      { query: 'severities=high', columns: ['title', 'age'], sort: 'rule', group: 'path', default: true },
      ada,
    )
    const matches = await me(ada)
    const search = `severities=high&sort=rule&group=path&columns=title,age&view=${body.id}`
    expect(matches).toMatchObject({
      counts: { sast: 2 },
      defaultViews: [{ page: 'code', id: body.id, search }],
    })
    const listed = await call(listFindings, { query: search, token: ada })
    expect(listed.headers['x-total-count']).toBe('2')
  })

  it('ends when it is deleted or no longer shared', async () => {
    const { save, edit, remove, me, ada, bob } = await service()
    const { body } = await save({ shared: true }, ada)
    await edit(body.id, { default: true }, bob)
    expect((await me(bob))?.defaultViews?.length).toBe(1)
    await edit(body.id, { shared: false }, ada)
    expect((await me(bob))?.defaultViews).toEqual([])
    await edit(body.id, { shared: true }, ada)
    await remove(body.id, ada)
    const { body: next } = await save({ shared: true, name: 'Next' }, ada)
    expect((await me(bob))?.defaultViews).toEqual([])
    expect(next.default).toBe(false)
  })

  it('may have a filter that is kept under an id', async () => {
    const { build, save, me, call } = await service()
    await build.add({}, { severity: 'low' })
    const { body: kept } = await call(keepFilter, { body: { query: 'severities=low' } })
    await save({ query: `filter=${kept.id}`, default: true })
    expect(await me()).toMatchObject({
      counts: { sast: 1 },
      defaultViews: [{ search: `filter=${kept.id}&view=1` }],
    })
  })
})

it('a built-in view shows what a person triaged, and another what was ignored this week', async () => {
  const { build, list, edit, me, ada, clock, call } = await service()
  await build.add(
    { triage: 'ignored', triagedBy: 'Ada', triagedAt: clock.now - 24 * 3600_000 },
    { triage: 'ignored', triagedBy: 'Bob, Jr.', triagedAt: clock.now - 24 * 3600_000 },
    { triage: 'reviewing', triagedBy: 'Ada', triagedAt: clock.now - 30 * 24 * 3600_000 },
    {},
  )
  const views = await list(ada, 'page=code')
  const [ignored, own] = ['Ignored this week', 'My recent triage'].map((name) =>
    views.find((view) => view.name === name),
  )
  expect(own).toMatchObject({
    query: 'triaged_by%5B%5D=Ada&dedup=true',
    sort: '-triaged_at',
    columns: expect.arrayContaining(['note', 'triaged']),
  })
  expect(ignored).toMatchObject({
    columns: expect.arrayContaining(['triaged_by', 'triaged', 'reason', 'note']),
  })
  await edit(own?.id ?? '', { default: true }, ada)
  expect(await me(ada)).toMatchObject({ counts: { sast: 2 } })
  await edit(ignored?.id ?? '', { default: true }, ada)
  const { counts, defaultViews } = (await me(ada)) ?? {}
  expect(counts?.sast).toBe(2)
  expect(defaultViews?.[0]?.search).toBe(
    'status=ignored&triaged_since=7d&dedup=true&sort=-triaged_at&columns=severity,finding,triaged_by,triaged,reason,note&view=builtin:ignored-this-week',
  )
  const { body } = await call(listFindings, { query: `${own?.query}&sort=${own?.sort}`, token: ada })
  expect(body.sastFindings?.findings.map((finding) => finding.triage_state)).toEqual(['ignored', 'reviewing'])
})

it('the built-in views are filters that their pages take', async () => {
  const { list, call } = await service()
  const types = { code: 'sast', 'supply-chain': 'sca', secrets: 'secrets' }
  const views = await list()
  expect(views.map((view) => view.name)).toEqual(
    expect.arrayContaining([
      'New this week',
      'Critical and reachable',
      'Malicious packages',
      'Confirmed working',
    ]),
  )
  for (const { page, query, editable, by, shared } of views) {
    expect({ editable, by, shared }).toEqual({ editable: false, by: 'Gatehouse', shared: true })
    // parse: the pages of built-in views are these three.
    const type = types[page as keyof typeof types]
    const request = `issue_type=${type}&${query.replaceAll('since=7d', 'since=1')}`
    expect((await call(findingFacets, { query: request })).status).toBe(200)
  }
  expect((await list(undefined, 'page=secrets')).every((view) => view.page === 'secrets')).toBe(true)
})
