import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getMe } from '#contract/operations/session.ts'
import { createTriageJob } from '#contract/operations/triage.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { Build } from '#server/findings/testing/build.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { testEngine } from '#server/testing/database.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const token = 'a-token-for-metrics-of-32-characters-or-more'

const measured = (more: Parameters<typeof startTestService>[0] = {}) =>
  startTestService({ ...more, config: { metrics: { host: '127.0.0.1', port: null, token } } })

const read = async (service: TestService) => (await service.send('GET', '/metrics', { token })).text

/** The value of one series of a text, as written; undefined if there is none. */
function sampleOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const requests = (operation: string, status: number) =>
  `gatehouse_http_requests_total{operation="${operation}",status="${status}"}`

describe('who reads metrics', () => {
  it('is nobody where they are not configured', async () => {
    const service = await startTestService()
    expect((await service.send('GET', '/metrics')).status).toBe(404)
    expect(service.metrics).toBeNull()
  })

  it('has the token of metrics, and no other one', async () => {
    const service = await measured()
    const none = await service.send('GET', '/metrics', { token: null })
    expect(none.status).toBe(401)
    expect(none.headers['www-authenticate']).toBe('Bearer')
    expect((await service.send('GET', '/metrics', { token: service.token })).status).toBe(401)
    const right = await service.send('GET', '/metrics', { token })
    expect(right.status).toBe(200)
    expect(right.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await service.call(getMe, { token })).status).toBe(401)
  })

  it('cannot guess it', async () => {
    const service = await measured()
    const statuses = []
    for (let tries = 0; tries < 11; tries++)
      statuses.push((await service.send('GET', '/metrics', { token: `${token}${tries}` })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    expect((await service.send('GET', '/metrics', { token })).status).toBe(200)
  })
})

describe('metrics of requests', () => {
  it('count them by operation and status, with their durations', async () => {
    const service = await measured()
    await service.call(getMe)
    await service.call(getMe)
    await service.call(getMe, { token: null })
    await service.send('GET', '/healthz')
    const text = await read(service)
    expect(sampleOf(text, requests('getMe', 200))).toBe(2)
    expect(sampleOf(text, requests('getMe', 401))).toBe(1)
    expect(sampleOf(text, requests('probe', 200))).toBe(1)
    expect(sampleOf(text, 'gatehouse_http_request_duration_seconds_count{operation="getMe"}')).toBe(3)
    expect(sampleOf(text, 'gatehouse_http_requests_running')).toBe(0)
  })

  it('contain no part of an address, however many are tried', async () => {
    const service = await measured()
    const allSeries = async () =>
      (await read(service)).split('\n').filter((line) => line.startsWith('gatehouse_'))
    const visit = async (name: string) => {
      await service.send('GET', `/${name}`)
      await service.send('GET', `/api/v1/${name}`)
      await service.send('POST', `/api/v1/me?${name}`, { body: {} })
      await service.send('GET', `/api/v1/deployments/${name}/findings?q=${name}`)
    }
    await visit('first-secret')
    await read(service)
    const before = await allSeries()
    for (let index = 0; index < 30; index++) await visit(`secret-${index}`)
    const after = await allSeries()
    expect(after).toHaveLength(before.length)
    expect(after.join('\n')).not.toContain('secret')
    expect(sampleOf(after.join('\n'), requests('other', 404))).toBe(31)
    expect(sampleOf(after.join('\n'), requests('dashboard', 404))).toBe(31)
    expect(sampleOf(after.join('\n'), requests('other', 405))).toBe(31)
  })

  it('tell a client that leaves, and count open event streams', async () => {
    const service = await measured()
    await service.server.listen({ host: '127.0.0.1', port: 0 })
    const client = new AbortController()
    onTestFinished(() => client.abort())
    const stream = await fetch(`${service.services.publicUrl()}/api/v1/deployments/main/events`, {
      signal: client.signal,
      headers: { authorization: `Bearer ${service.token}` },
    })
    await stream.body?.getReader().read()
    expect(sampleOf(await read(service), 'gatehouse_event_streams')).toBe(1)
    client.abort()
    await expect.poll(async () => sampleOf(await read(service), 'gatehouse_event_streams')).toBe(0)
    expect(sampleOf(await read(service), requests('streamEvents', 200))).toBe(1)
    expect(await read(service)).not.toContain('duration_seconds_count{operation="streamEvents"}')
  })
})

describe('metrics of work', () => {
  it('tell how imports ended', async () => {
    const service = await measured()
    const file = semgrep([result('rule.one', 'src/a.ts', 'eval(input)')])
    expect((await upload(service, file)).status).toBe(201)
    expect((await upload(service, file)).status).toBe(200)
    expect((await upload(service, semgrep([]), { dry_run: 'true' })).status).toBe(200)
    expect((await upload(service, 'no report')).status).toBe(400)
    const text = await read(service)
    const count = (name: string, outcome: string) =>
      sampleOf(text, `gatehouse_import_${name}_count{outcome="${outcome}"}`)
    expect(count('duration_seconds', 'imported')).toBe(1)
    expect(count('duration_seconds', 'repeated')).toBe(1)
    expect(count('duration_seconds', 'dry_run')).toBe(1)
    expect(count('read_duration_seconds', 'read')).toBe(3)
    expect(count('read_duration_seconds', 'rejected')).toBe(1)
    expect(sampleOf(text, 'gatehouse_uploads{phase="reading",state="running"}')).toBe(0)
  })

  it('show waiting jobs and their age, and then how they ended', async () => {
    const service = await measured()
    await new Build(service).add({}, {}, {})
    await service.services.jobs.stop()
    const body = { issue_type: 'sast', new_triage_state: 'ignored', expected_count: 3 }
    expect((await service.call(createTriageJob, { body })).status).toBe(202)
    service.clock.now += 90_000
    const waiting = await read(service)
    expect(sampleOf(waiting, 'gatehouse_jobs{kind="triage",state="queued"}')).toBe(1)
    expect(sampleOf(waiting, 'gatehouse_jobs{kind="import",state="queued"}')).toBe(0)
    expect(sampleOf(waiting, 'gatehouse_jobs_oldest_age_seconds{kind="triage"}')).toBe(90)
    await service.services.jobs.start()
    await service.services.jobs.settled()
    const ended = await read(service)
    expect(sampleOf(ended, 'gatehouse_jobs{kind="triage",state="queued"}')).toBe(0)
    expect(sampleOf(ended, 'gatehouse_jobs_oldest_age_seconds{kind="triage"}')).toBe(0)
    expect(sampleOf(ended, 'gatehouse_job_duration_seconds_count{kind="triage",outcome="done"}')).toBe(1)
    expect(sampleOf(ended, 'gatehouse_job_duration_seconds_sum{kind="triage",outcome="done"}')).toBe(90)
  })

  it('tell the changes, and how far column stores are behind', async () => {
    const service = await measured()
    const build = new Build(service)
    await build.add({})
    await service.send('GET', '/api/v1/deployments/main/findings')
    const before = await read(service)
    expect(sampleOf(before, 'gatehouse_column_stores{kind="findings"}')).toBe(1)
    expect(sampleOf(before, 'gatehouse_column_store_lag{kind="findings"}')).toBe(0)
    expect(
      sampleOf(before, 'gatehouse_column_store_load_duration_seconds_count{kind="findings",source="rows"}'),
    ).toBe(1)
    await build.add({})
    const after = await read(service)
    const [{ change_number: number = 0 } = {}] = service.services.deployments.all()
    expect(sampleOf(after, 'gatehouse_changes_total')).toBe(number)
    expect(sampleOf(after, 'gatehouse_column_store_lag{kind="findings"}')).toBeGreaterThan(0)
    expect(sampleOf(after, 'gatehouse_change_lag')).toBe(0)
  })

  // Only the embedded engine can be given a limit of its size.
  it.runIf(testEngine === 'sqlite')('time writes, and tell by kind how the database fails', async () => {
    const service = await measured({ onDisk: true })
    const { database } = service.services
    const connection = connectionOf(database)
    connection.exec('pragma max_page_count = 1')
    const name = 'x'.repeat(200_000)
    const filling = service.services.record((transaction) =>
      transaction
        .insertInto('audit_event')
        .values({ at: 1, actor: name, action: 'a', detail_json: '{}' })
        .execute(),
    )
    await expect(filling).rejects.toThrow('full')
    const text = await read(service)
    expect(sampleOf(text, 'gatehouse_database_failures_total{kind="disk_full"}')).toBe(1)
    expect(sampleOf(text, 'gatehouse_database_failures_total{kind="busy"}')).toBe(0)
    expect(sampleOf(text, 'gatehouse_database_write_wait_seconds_count')).toBeGreaterThan(0)
    expect(sampleOf(text, 'gatehouse_database_write_duration_seconds_count')).toBeGreaterThan(0)
    expect(sampleOf(text, 'gatehouse_database_bytes{part="data"}')).toBeGreaterThan(10_000)
    expect(sampleOf(text, 'gatehouse_data_folder_free_bytes')).toBeGreaterThan(0)
    expect(sampleOf(text, 'gatehouse_backup_last_success_timestamp_seconds')).toBe(0)
    expect(sampleOf(text, 'gatehouse_database_up')).toBe(1)
  })

  it('are those that are described, which begin at 0 for each kind of job', async () => {
    const text = await read(await measured())
    const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
    const [, described = ''] = /### Metrics\n(.*?)Alerts to begin with/s.exec(page) ?? []
    const names = (all: string, pattern: RegExp) =>
      [...new Set([...all.matchAll(pattern)].map(([, name]) => name))].toSorted()
    expect(names(text, /^# TYPE (gatehouse_\w+)/gm)).toEqual(names(described, /`(gatehouse_\w+)`/g))
    expect(sampleOf(text, 'gatehouse_job_duration_seconds_count{kind="import",outcome="failed"}')).toBe(0)
    expect(sampleOf(text, 'gatehouse_import_duration_seconds_count{outcome="error"}')).toBe(0)
  })

  it('can be read while the database does not answer', async () => {
    const service = await measured()
    await runSql(service.services.database, sql`alter table deployment rename to away`)
    const text = await read(service)
    expect(sampleOf(text, 'gatehouse_database_up')).toBe(0)
    expect(sampleOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
    expect(text).toMatch(/^gatehouse_build_info\{version="0.0.0-test"\} 1$/m)
  })
})
