import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listPeople, patchPerson } from '#contract/operations/people.ts'
import { exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import { triage } from '#contract/operations/triage.ts'
import { createWebhook } from '#contract/operations/webhooks.ts'
import type { Config } from '#server/base/config/config.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startReceiver } from '#server/notifications/testing/receiver.ts'
import { buildApp } from '../app.ts'
import { result, semgrep, upload } from '../scans/testing/upload.ts'
import { openAgain } from './database.ts'
import { startProvider } from './provider/provider.ts'
import { configOf, openBrowser, publicUrl } from './provider/sign-in.ts'
import { startS3 } from './s3/s3-server.ts'
import { startTestService } from './service.ts'

/** A service, and another process on the same database. */
async function started(config: Partial<Config> = {}) {
  const service = await startTestService({ config })
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  const database = await openAgain(service.services.database)
  const other = await buildApp({
    config: { ...service.services.config, dataFolder },
    database,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    now: () => service.clock.now,
    webFolder: null,
  })
  onTestFinished(async () => {
    await other.server.close()
    await database.close()
    await rm(dataFolder, { recursive: true, force: true })
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

it('redeems in one process a sign-in link of another, once', async () => {
  const { services, other, mint } = await started()
  await mint({ name: 'Root', person: 'Root', deploymentId: null })
  const token = await services.database.read
    .selectFrom('token')
    .select('id')
    .where('name', '=', 'Root')
    .executeTakeFirstOrThrow()
  const code = await services.signInCodes.create(token.id)
  const signIn = () => other.server.inject({ method: 'POST', url: '/api/v1/session', payload: { code } })
  expect((await signIn()).json()).toEqual({ name: 'Root', deployment: null })
  expect((await signIn()).statusCode).toBe(401)
})

it('counts the requests of a token in all processes', async () => {
  const { send, ask, clock } = await started({ rateLimit: 4 })
  const statuses: number[] = []
  for (let asked = 0; asked < 3; asked += 1) {
    statuses.push((await send('GET', '/api/v1/me')).status, (await ask('/api/v1/me')).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  clock.now += 60_000
  const { headers } = await ask('/api/v1/me')
  expect(headers).toMatchObject({ 'ratelimit-remaining': '3', 'ratelimit-reset': '60' })
})

it('counts the failed attempts of an address in all processes', async () => {
  const { send, ask } = await started()
  const wrong = { authorization: 'Bearer gate_wrong' }
  const statuses: number[] = []
  for (let tried = 0; tried < 6; tried += 1) {
    statuses.push((await send('GET', '/api/v1/me', { token: 'gate_wrong' })).status)
    statuses.push((await ask('/api/v1/me', wrong)).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})

it.each(['me', 'deployments/late/projects'])(
  'finds in one process a deployment that another has created, for %s',
  async (path) => {
    const { addDeployment, mint, other } = await started()
    const token = await mint({ name: 'Root', person: 'Root', deploymentId: null })
    await addDeployment('late')
    const response = await other.server.inject({
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.statusCode).toBe(200)
    if (path === 'me') expect(response.json().deployments).toMatchObject([{ slug: 'main' }, { slug: 'late' }])
  },
)

it.each([
  ['the database', async () => 'database' as const],
  ['a bucket', async () => (await startS3()).config],
])(
  'downloads from one process the file of an export that another has made, from %s',
  async (_, configured) => {
    const service = await started({ exportStorage: await configured() })
    const lockfile = [{ package: 'left-pad', version: '1.0.0', ecosystem: 'npm' }]
    const scan = { url: 'https://git.example.com/acme/shop', commit: 'c0ffee' }
    const report = { ...semgrep([]), dependencies: { 'package-lock.json': lockfile } }
    expect((await upload(service, report, scan)).status).toBe(201)
    const { taskToken } = (await service.call(exportSbom, { body: {} })).body
    await service.services.jobs.settled()
    const { body } = await service.call(getSbomExport, { path: { taskToken } })
    expect(body.status).toBe('SBOM_EXPORT_STATUS_COMPLETED')
    const response = await service.ask(new URL(body.downloadUrl ?? '').pathname)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      bomFormat: 'CycloneDX',
      components: [{ components: [{ name: 'left-pad' }] }],
    })
  },
)

it('ends what a disabled person holds in every process, at once', async () => {
  const provider = await startProvider([`${publicUrl}/sign-in`])
  onTestFinished(() => provider.stop())
  for (const [subject, groups] of [
    ['Ann', ['security']],
    ['Bob', ['shop']],
  ] as const)
    provider.state.accounts.set(subject, { subject, claims: { name: subject, groups } })
  const service = await started({ singleSignOn: configOf(provider.issuer) })
  const [ann, bob] = [openBrowser(service, provider), openBrowser(service, provider)]
  expect((await ann.signIn('Ann')).status).toBe(200)
  expect((await bob.signIn('Bob')).status).toBe(200)
  const origin = await service.other.server.listen({ host: '127.0.0.1', port: 0 })
  const events = `${origin}/api/v1/deployments/main/events`
  // A stream would look for itself every 15 seconds. It is told.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const stream = await fetch(events, { headers: bob.headers() })
  expect(stream.status).toBe(200)
  const others = await fetch(events, { headers: ann.headers() })
  const ended = stream.text()
  const { people } = (await ann.call(listPeople)).body
  const id = people.find(({ name }) => name === 'Bob')?.id ?? ''
  expect((await ann.call(patchPerson, { path: { id }, body: { disabled: true } })).status).toBe(200)
  expect((await fetch(events, { headers: bob.headers() })).status).toBe(401)
  await ended
  await others.body?.cancel()
})

it('sends each message of a webhook once, though two processes share the work', async () => {
  const service = await started({ webhookAddresses: ['127.0.0.1'] })
  const { call, services, other } = service
  const { url, received } = await startReceiver()
  await upload(service, semgrep([]))
  await call(createWebhook, { body: { name: 'Hook', url, events: ['finding.new'] } })
  const paths = Array.from({ length: 30 }, (_, at) => `${at}.py`)
  await upload(service, semgrep(paths.map((path) => result('rules.sqli', path, path))), { commit: '2' })
  const processes = [services, other.services]
  for (let round = 0; round < 30 && received.length < 30; round++) {
    for (const table of ['notification_position', 'webhook'] as const)
      for (const { jobs } of processes) jobs.wake(table)
    await Promise.all(processes.map(({ jobs }) => jobs.settled()))
  }
  const ids = received.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([30, 30])
  expect(new Set(received.map(({ json }) => json.data['url'])).size).toBe(30)
})
