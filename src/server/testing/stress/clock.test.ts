import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { listProjects } from '#contract/operations/projects.ts'
import { exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import { addTags } from '#contract/operations/tags.ts'
import { createTriageJob, getJob, triage, undoTriage } from '#contract/operations/triage.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { Build } from '../../findings/testing/build.ts'
import { createOneOfEach } from '../examples/one-of-each.ts'
import { startTestService, type TestService } from '../service.ts'
import { forced } from './repetitions.ts'

const hour = 3600_000
const day = 24 * hour

/** Everything asked for so far is written. */
const written = ({ services }: TestService) => services.database.write(async () => undefined)

async function signedIn(service: TestService) {
  const { headers } = await service.send('POST', '/api/v1/session', {
    body: { token: service.token },
    token: null,
  })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  return async () => {
    const { status } = await service.send('GET', '/api/v1/me', { token: null, headers: { cookie } })
    await written(service)
    return status
  }
}

describe('a clock that is set back or forward', () => {
  it('locks nobody out who has used up a minute', async () => {
    const service = await startTestService({ config: { rateLimit: 1 } })
    const ask = async () => (await service.send('GET', '/api/v1/me')).status
    for (const jump of [0, -hour, day, -day]) {
      service.clock.now += jump
      expect([jump, await ask(), await ask()]).toEqual([jump, 200, 429])
    }
  })

  it('forgives wrong tokens, as the minute that they were counted in is gone', async () => {
    const service = await startTestService()
    const wrong = async () => (await service.send('GET', '/api/v1/me', { token: 'gate_wrong' })).status
    for (let tries = 0; tries < 10; tries++) expect(await wrong()).toBe(401)
    expect(await wrong()).toBe(429)
    service.clock.now -= hour
    expect(await wrong()).toBe(401)
  })

  it('ends a session after twelve hours that nobody used it, counted by the clock as it is then', async () => {
    const service = await startTestService()
    const used = await signedIn(service)
    service.clock.now -= hour
    expect(await used()).toBe(200)
    service.clock.now += 11 * hour
    expect(await used()).toBe(200)
    service.clock.now += day
    expect(await used()).toBe(401)
  })

  it('keeps no session for long that was used while the clock was ahead', async () => {
    const service = await startTestService()
    const used = await signedIn(service)
    service.clock.now += 11 * hour
    expect(await used()).toBe(200)
    service.clock.now -= 11 * hour
    expect(await used()).toBe(200)
    service.clock.now += 13 * hour
    expect(await used()).toBe(401)
  })

  it('takes up an export whose holder is gone, however far its lease seems to go', async () => {
    const service = await createOneOfEach()
    const { taskToken } = (await service.call(exportSbom, { body: {} })).body
    await service.services.jobs.settled()
    const until = service.clock.now + hour
    await runSql(
      service.services.database,
      sql`update sbom_export set status = 'SBOM_EXPORT_STATUS_IN_PROGRESS', lease_until = ${until} where task_token = ${taskToken}`,
    )
    await service.services.jobs.start()
    await service.services.jobs.settled()
    const { body } = await service.call(getSbomExport, { path: { taskToken } })
    expect(body.status).not.toBe('SBOM_EXPORT_STATUS_IN_PROGRESS')
  })

  it('stops no job, and a decision can still be undone', async () => {
    const service = await startTestService()
    const ids = await new Build(service).add(...Array.from({ length: 20 }, () => ({})))
    const decision = { issue_type: 'sast', new_triage_state: 'fixing' }
    const job = Object(
      await service.call(createTriageJob, { body: { ...decision, expected_count: 20 } }),
    ).body
    service.clock.now -= hour
    await service.services.jobs.settled()
    expect((await service.call(getJob, { path: { id: job.id } })).body).toMatchObject({
      state: 'done',
      done: 20,
    })
    const body = { ...decision, issue_ids: ids, new_triage_state: 'reviewing' }
    const { change_id } = (await service.call(triage, { body })).body
    service.clock.now -= day
    const undone = await service.call(undoTriage, { path: { change_id } })
    expect(undone.body).toMatchObject({ num_undone: 20, skipped: [] })
  })

  it('loses nothing from the audit log, the history and the lists, and every change makes a new entity tag', async () => {
    const { seed = 0 } = fc.readConfigureGlobal()
    for (let turn = 0; turn < forced(1); turn++) await jumpAbout(seed + turn)
  })
})

/** Changes things while the clock jumps, and looks after a few changes whether all of them are told. */
async function jumpAbout(seed: number) {
  const service = await startTestService()
  const [id = 0] = await new Build(service).add({})
  let changes = 0
  let decisions = 0
  const jump = fc.constantFrom(0, 1, -1, hour, -hour, day, -day)
  await fc.assert(
    fc.asyncProperty(
      fc.array(jump, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      async (jumps, limit) => {
        for (const by of jumps) {
          service.clock.now += by
          const tag = (await service.call(listProjects)).headers['etag']
          changes += 1
          if (changes % 2 === 0) {
            decisions += 1
            const body = { issue_type: 'sast', issue_ids: [id], new_note: `note ${changes}` }
            expect((await service.call(triage, { body })).status).toBe(200)
          } else {
            const tags = { path: { projectName: 'acme/shop' }, body: [`t${changes}`] }
            expect((await service.call(addTags, tags)).status).toBe(200)
            const last = { path: { projectName: 'acme/shop' }, query: `tags=t${changes}` }
            await service.send('DELETE', `/api/v1/deployments/main/projects/acme/shop/tags?${last.query}`)
            changes += 2
          }
          const headers = { 'if-none-match': String(tag) }
          expect((await service.call(listProjects, { headers })).status).toBe(200)
        }
        const seen = new Set<string>()
        let cursor = ''
        do {
          const { body } = await service.call(listAudit, { query: { limit: limit * 25, cursor } })
          for (const event of body.events) {
            expect(seen.has(event.id)).toBe(false)
            seen.add(event.id)
          }
          cursor = body.cursor
        } while (cursor !== '')
        const audited = await runSql(service.services.database, sql`select count(*) as n from audit_event`)
        expect(audited).toEqual([{ n: seen.size }])
        const { history } = (await service.call(getFinding, { path: { id } })).body
        expect(history.filter((entry) => entry.what === 'noted')).toHaveLength(decisions)
      },
    ),
    { numRuns: 8, seed },
  )
}
