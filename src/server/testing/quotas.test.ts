import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { deleteProject, getProject, patchProject } from '#contract/operations/projects.ts'
import { exportSbom } from '#contract/operations/sbom.ts'
import { createScan } from '#contract/operations/scans.ts'
import { signIn } from '#contract/operations/sign-in.ts'
import { addTags, editTags } from '#contract/operations/tags.ts'
import { createToken, revokeToken } from '#contract/operations/tokens.ts'
import { createTriageJob, triage } from '#contract/operations/triage.ts'
import { createView, updateView } from '#contract/operations/views.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { Build } from '../findings/testing/build.ts'
import { createOneOfEach } from './examples/one-of-each.ts'
import { startTestService } from './service.ts'

const day = 24 * 3600_000

it('each operation that stores anything stands in the table of quotas', async () => {
  const table = await readFile('docs/quotas.md', 'utf8')
  const named = new Set([...table.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const reads = /^(search|list|preview|scanFacets|scanDurations|dependency|policyImpact)/
  const storing = operations.filter(({ id, method }) => method !== 'GET' && !reads.test(id))
  expect(storing.length).toBeGreaterThan(30)
  expect(storing.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([])
})

describe('a quota that is reached says so, and is free again', () => {
  it('of changes, after a day, and never for an administrator who ends something', async () => {
    const { call, services, deployment, clock, mint, idsOf } = await createOneOfEach()
    const manager = await mint({ person: 'Max', role: 'manager' })
    await runSql(
      services.database,
      sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < 50000)
        insert into audit_event (deployment_id, at, actor, action)
        select ${deployment.id}, ${clock.now} - n, person, 'project.tagged'
        from number, (select 'Max' as person union select 'Tess Ter') as people`,
    )
    const tag = (token?: string) =>
      call(addTags, { path: { projectName: 'acme/shop' }, body: ['a'], ...(token ? { token } : {}) })
    const refused = await tag(manager)
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('50,000 changes')])
    expect(refused.headers['retry-after']).toBe('3600')
    const { id } = idsOf(revokeToken)
    expect((await call(revokeToken, { path: { id: String(id) } })).status).toBe(204)
    clock.now += day
    expect((await tag(manager)).status).toBe(200)
  })

  it('of scans and of changes by administrators, each of their own name, after a day', async () => {
    const { call, services, deployment, clock, mint } = await createOneOfEach()
    const ci = await mint({ person: 'Pipeline', role: 'ci' })
    const root = await mint({ person: 'Root', role: 'admin' })
    await runSql(
      services.database,
      sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < 200000)
        insert into audit_event (deployment_id, at, actor, action)
        select ${deployment.id}, ${clock.now} - 1, actor, 'scan.imported'
        from number, (select 'Pipeline' as actor union select 'Root') as actors`,
    )
    const send = () =>
      call(createScan, {
        query: { project: 'acme/new' },
        body: { version: '1.100.0', errors: [], results: [] },
        token: ci,
      })
    const make = (token?: string) =>
      call(createToken, { body: { name: 'Another', role: 'viewer' }, ...(token ? { token } : {}) })
    for (const refused of [await send(), await make(root)])
      expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('200,000 changes')])
    expect((await make()).status).toBe(201)
    clock.now += day
    expect((await send()).status).toBe(201)
    expect((await make(root)).status).toBe(201)
  })

  it('of sign-ins, after a day', async () => {
    const { call, services, deployment, clock, mint } = await createOneOfEach()
    const token = await mint({ person: 'Max', role: 'viewer', webApiEnabled: true })
    await runSql(
      services.database,
      sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < 1000)
        insert into audit_event (deployment_id, at, actor, action)
        select ${deployment.id}, ${clock.now} - 1, 'Max', 'session.started' from number`,
    )
    const start = () =>
      call(signIn, { body: { token }, token: null, headers: { 'sec-fetch-site': 'same-origin' } })
    const refused = await start()
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('1,000 times')])
    clock.now += day
    expect((await start()).status).toBe(200)
  })

  it('of projects, once one is deleted; those that exist are scanned', async () => {
    const { call, services, deployment } = await startTestService()
    const send = (project: string) =>
      call(createScan, {
        query: { project, ref: 'main' },
        body: { version: '1.100.0', errors: [], results: [] },
      })
    expect((await send('acme/first')).status).toBe(201)
    await runSql(
      services.database,
      sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < 49999)
        insert into project (deployment_id, id, name, url, tags_json, default_branch, primary_branch, managed_full,
          managed_diff, created_at)
        select ${deployment.id}, 1000 + n, 'p' || n, null, '[]', null, null, 0, 0, 0 from number`,
    )
    const refused = await send('acme/more')
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('The limit is 50,000')])
    expect((await send('acme/first')).status).toBe(200)
    expect((await call(deleteProject, { path: { projectName: 'p1' } })).status).toBe(204)
    expect((await send('acme/more')).status).toBe(201)
  }, 60_000)

  it('of tags, whichever operation sets them', async () => {
    const { call } = await createOneOfEach()
    const path = { projectName: 'acme/shop' }
    const tags = Array.from({ length: 50 }, (_, index) => `t${index}`)
    expect((await call(patchProject, { path, body: { tags } })).status).toBe(200)
    const answers = [
      await call(addTags, { path, body: ['more'] }),
      await call(editTags, { body: { projects: ['acme/shop'], add: ['more'] } }),
      await call(patchProject, { path, body: { tags: [...tags, 'more'] } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    expect((await call(getProject, { path })).body.project.tags).toEqual(tags)
  })

  it('of triaged findings and their notes, after a day', async () => {
    const service = await startTestService()
    const { call, services, deployment, clock, mint } = service
    const [id] = await new Build(service).add({})
    const other = await mint({ person: 'Ann', role: 'analyst' })
    const before = (count: number, note: string | null) =>
      runSql(
        services.database,
        sql`insert into triage_change (deployment_id, id, at, actor, note, count)
          select ${deployment.id}, 1000 + count(*), ${clock.now}, 'Tess Ter', ${note}, ${count} from triage_change`,
      )
    const decide = (body: object, token = service.token) =>
      call(triage, { body: { issue_type: 'sast', issue_ids: [id], ...body }, token })
    await before(99_999, 'x'.repeat(1000))
    expect((await decide({ new_note: 'short' })).status).toBe(200)
    const long = await decide({ new_note: 'x'.repeat(2000) })
    expect([long.status, long.text]).toEqual([429, expect.stringContaining('100 MB')])
    await before(1_900_000, null)
    const many = await decide({ new_triage_state: 'fixing' })
    expect([many.status, many.text]).toEqual([429, expect.stringContaining('2,000,000 findings')])
    const job = await call(createTriageJob, {
      body: { issue_type: 'sast', new_triage_state: 'fixing', expected_count: 1 },
    })
    expect(job.status).toBe(429)
    expect((await decide({ new_triage_state: 'reviewing' }, other)).status).toBe(200)
    clock.now += day + 1
    expect((await decide({ new_triage_state: 'fixing' })).status).toBe(200)
  })

  it('of jobs that are not done', async () => {
    const service = await startTestService()
    const { call, services } = service
    await new Build(service).add({})
    const body = { issue_type: 'sast', new_triage_state: 'fixing', expected_count: 1 }
    const made = Object(await call(createTriageJob, { body })).body
    await runSql(
      services.database,
      sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < 10)
        insert into job (deployment_id, id, kind, state, actor, at, after_change, type, total, done, skipped_json)
        select deployment_id, 1000 + n, kind, 'running', actor, at, after_change, type, 0, 0, '[]' from job, number
        where id = ${Number(made.id)}`,
    )
    const refused = await call(createTriageJob, { body })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('the limit is 10')])
    await runSql(services.database, sql`update job set state = 'cancelled', finished_at = at`)
  })

  it('of the filters of views, once one is deleted or shorter', async () => {
    const { call } = await startTestService()
    const query = (length: number) =>
      `files=${Array.from({ length: length / 100 }, (_, at) => String(at).padEnd(99, 'x')).join(',')}`
    const save = (name: string, length: number) =>
      call(createView, { body: { name, page: 'code', query: query(length) } })
    let last = await save('first', 400_000)
    const first = last.body.id
    for (let at = 0; at < 20 && last.status === 201; at++) last = await save(`${at}`, 400_000)
    expect([last.status, last.text]).toEqual([409, expect.stringContaining('5,000,000')])
    const longer = { path: { viewId: first }, body: { query: query(490_000) } }
    expect((await call(updateView, longer)).status).toBe(200)
    expect((await call(updateView, { path: { viewId: first }, body: { query: '' } })).status).toBe(200)
    expect((await save('again', 400_000)).status).toBe(201)
  })

  it('of SBOM exports, after a week', async () => {
    const { call, services, clock } = await createOneOfEach()
    await runSql(services.database, sql`update sbom_export set size = 10000000000`)
    const refused = await call(exportSbom, { body: {} })
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('10,000 MB')])
    clock.now += 7 * day + 1
    expect((await call(exportSbom, { body: {} })).status).toBe(200)
  })

  it('of tokens, once one is revoked', async () => {
    const { call, services, deployment } = await startTestService()
    await runSql(
      services.database,
      sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < 1000)
        insert into token (deployment_id, name, scopes_json, web_api_enabled, hash, created_at)
        select ${deployment.id}, 'T', '[]', 0, 'hash ' || n, 0 from number`,
    )
    const made = () => call(createToken, { body: { name: 'One more', role: 'viewer' } })
    const refused = await made()
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('The limit is 1,000')])
    await runSql(services.database, sql`update token set revoked_at = 1 where hash = 'hash 1'`)
    expect((await made()).status).toBe(201)
    expect((await made()).status).toBe(409)
  })
})
