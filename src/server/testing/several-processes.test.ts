import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import { openPostgres } from '#server/db/postgres/open.ts'
import { Build } from '#server/findings/testing/build.ts'
import { buildApp } from '../app.ts'
import { startTestService } from './service.ts'

/** A service, and another process on the same database. */
async function started() {
  const service = await startTestService()
  const { address } = service.services.database
  if (address?.engine !== 'postgres') throw new Error('this test needs PostgreSQL')
  const database = await openPostgres(address.url)
  const other = await buildApp({
    config: service.services.config,
    database,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    now: () => service.clock.now,
    webFolder: null,
  })
  onTestFinished(async () => {
    await other.server.close()
    await database.close()
  })
  const ask = (url: string, headers: Record<string, string> = {}) =>
    other.server.inject({ url, headers: { authorization: `Bearer ${service.token}`, ...headers } })
  return { ...service, build: new Build(service), other, ask }
}

it('shows in one process what another has written, at once', async () => {
  const { build, ask, call } = await started()
  const [one = 0] = await build.add({}, {})
  const url = '/api/v1/deployments/main/findings?issue_type=sast'
  const first = await ask(url)
  expect(first.json().sastFindings.findings).toHaveLength(2)
  const unchanged = await ask(url, { 'if-none-match': String(first.headers['etag']) })
  expect(unchanged.statusCode).toBe(304)
  await call(triage, { body: { issue_type: 'sast', issue_ids: [one], new_triage_state: 'fixing' } })
  const again = await ask(url, { 'if-none-match': String(first.headers['etag']) })
  expect(again.statusCode).toBe(200)
  const fixing = again
    .json()
    .sastFindings.findings.filter((finding: { triage_state: string }) => finding.triage_state === 'fixing')
  expect(fixing.map(({ id }: { id: number }) => id)).toEqual([one])
  expect((await ask(`${url}&status=fixing`)).json().sastFindings.findings).toHaveLength(1)
})

it('calls listeners of one process with the changes of another, in order', async () => {
  const { build, other, services, deployment } = await started()
  const numbers: number[] = []
  const found: number[] = []
  other.services.onChange(({ changeNumber, findings }) => {
    numbers.push(changeNumber)
    found.push(...findings)
  })
  const made = await build.add({}, {}, {})
  const [mine] = await Promise.all([
    build.add({}),
    other.services.change(deployment.id, 'Ann', async () => undefined, { event: 'job.changed', id: '7' }),
  ])
  await other.services.follow(deployment.id)
  expect(numbers).toEqual(numbers.toSorted((one, next) => one - next))
  expect(found.toSorted((one, next) => one - next)).toEqual([...made, ...mine])
  await services.follow(deployment.id)
  expect(services.deployments.all()[0]?.change_number).toBe(numbers.at(-1))
})
