import { sql } from 'kysely'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { exportSbom } from '#contract/operations/sbom.ts'
import { createTriageJob, getJob } from '#contract/operations/triage.ts'
import { buildApp } from '#server/app.ts'
import { Build } from '#server/findings/testing/build.ts'
import type { Services } from '#server/http/services.ts'
import { leaseDuration } from '#server/jobs/lease.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { openAgain } from './database.ts'
import { rowsOf } from './rows.ts'
import { startTestService } from './service.ts'

/** Two processes on one database; the second does nothing before it is started. */
async function twoProcesses(findings: number) {
  const first = await startTestService({ onDisk: true })
  const { services, call, clock } = first
  await new Build(first).add(...Array.from({ length: findings }, (_, at) => ({ key: `k${at}` })))
  const database = await openAgain(services.database)
  const app = await buildApp({
    config: services.config,
    database,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    now: () => clock.now,
  })
  onTestFinished(async () => {
    await app.server.close()
    await database.close()
  })
  await services.jobs.stop()
  const make = async (state: string, expected_count = findings) => {
    const body = { issue_type: 'sast', new_triage_state: state, expected_count }
    const { body: made } = await call(createTriageJob, { body })
    return Object(made).id as string
  }
  const job = async (id: string) => (await call(getJob, { path: { id } })).body
  const all = (query: string) => runSql(services.database, sql.raw(query))
  return { ...first, second: app.services, make, job, all }
}

/** Lets a process stand still before its change of that number, like one that the system suspends. */
function suspendBefore(services: Services, number: number) {
  const { change } = services
  let made = 0
  let resume = () => {}
  const suspended = Promise.withResolvers<void>()
  const resumed = new Promise<void>((resolve) => {
    resume = resolve
  })
  Object.assign(services, {
    async change(...input: Parameters<typeof change>) {
      made += 1
      if (made === number) {
        suspended.resolve()
        await resumed
      }
      return change(...input)
    },
  })
  return { suspended: suspended.promise, resume }
}

it('two processes do no job twice', async () => {
  const { services, second, make, job, all, call, deployment, clock } = await twoProcesses(600)
  const jobs = [await make('reviewing'), await make('fixing'), await make('ignored')]
  const rows = rowsOf(services.database, deployment.id, clock.now)
  const project_id = await rows.project({ name: 'acme/bill' })
  const ref_id = await rows.ref({ project_id })
  await rows.lockfile({ project_id, ref_id, scan_id: await rows.scan({ project_id, ref_id }) })
  for (let made = 0; made < 4; made++) await call(exportSbom, { body: { repositoryId: String(project_id) } })
  await Promise.all([services.jobs.start(), second.jobs.start()])
  await Promise.all([services.jobs.settled(), second.jobs.settled()])
  expect(await Promise.all(jobs.map(job))).toMatchObject([
    { state: 'done', done: 600 },
    // What the first decided was decided since these were made.
    { state: 'done', done: 0 },
    { state: 'done', done: 0 },
  ])
  expect(await all('select finding_id from finding_event')).toHaveLength(600)
  const exports = await all('select attempts, components from sbom_export')
  expect(exports).toEqual(Array(4).fill({ attempts: 1, components: 0 }))
})

it('a job is taken over from a process that stands still once its lease lapses; that one writes no more', async () => {
  const { services, second, make, job, all, clock } = await twoProcesses(800)
  const id = await make('fixing')
  const first = suspendBefore(services, 2)
  await services.jobs.start()
  await first.suspended
  const { done } = await job(id)
  expect(done).toBeGreaterThan(0)

  clock.now += leaseDuration - 1
  await second.jobs.start()
  await second.jobs.settled()
  expect(await job(id)).toMatchObject({ state: 'running', done })

  clock.now += 1
  const other = suspendBefore(second, 2)
  second.jobs.wake('job')
  await other.suspended
  const before = await job(id)
  expect(before.done).toBeGreaterThan(done)
  first.resume()
  await services.jobs.settled()
  expect(await job(id)).toEqual(before)

  other.resume()
  await second.jobs.settled()
  expect(await job(id)).toMatchObject({ state: 'done', done: 800, skipped: [] })
  expect(await all('select finding_id from finding_event')).toHaveLength(800)
})

it('a job waits for the one before it, whoever does that', async () => {
  const { services, make, job, all, clock } = await twoProcesses(3)
  const [one, two] = [await make('fixing'), await make('ignored')]
  await all(`update job set holder = 'another', lease_until = ${clock.now + leaseDuration} where id = ${one}`)
  await services.jobs.start()
  await services.jobs.settled()
  expect([await job(one), await job(two)]).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
  clock.now += leaseDuration
  services.jobs.wake('job')
  await services.jobs.settled()
  expect([await job(one), await job(two)]).toMatchObject([{ state: 'done' }, { state: 'done' }])
})

it('a start that is alone with the database waits for no lease', async () => {
  const { services, make, job, all, clock } = await twoProcesses(3)
  const id = await make('fixing')
  await all(`update job set holder = 'gone', lease_until = ${clock.now + leaseDuration}`)
  await services.jobs.start({ alone: true })
  await services.jobs.settled()
  expect(await job(id)).toMatchObject({ state: 'done', done: 3 })
})

it('a job that ends its process three times without coming further is given up', async () => {
  const { services, make, job, all } = await twoProcesses(3)
  const id = await make('fixing')
  await all('update job set attempts = 3')
  await services.jobs.start()
  await services.jobs.settled()
  expect(await job(id)).toMatchObject({ state: 'failed', error: 'The job was interrupted 3 times.' })
})
