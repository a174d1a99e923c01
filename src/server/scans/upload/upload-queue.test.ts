import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { acceptScan } from '#contract/operations/scans.ts'
import { createTriageJob, listJobs } from '#contract/operations/triage.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { result, semgrep, upload } from '../testing/upload.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})

const small = semgrep([result('xss', 'app.py', 'render(name)')])
/** A report of 11 MB, which is small only as long as it is compressed. */
const large = (name: string) =>
  Buffer.from(
    JSON.stringify({
      ...semgrep([result('xss', `${name}.py`, 'render(name)')]),
      time: Array.from({ length: 11_000 }, () => 'x'.repeat(997)),
    }),
  )

/** Sends bytes as they come. */
const sendSlowly = (project: string, payload: Readable) =>
  service.server.inject({
    method: 'POST',
    url: `/api/v1/deployments/main/scans?project=${project}`,
    headers: { authorization: `Bearer ${service.token}`, 'transfer-encoding': 'chunked' },
    payload,
  })

test('uploads that arrive slowly hold no turn and leave no file', async () => {
  const bytes = Buffer.from(JSON.stringify({ ...small, time: ['x'.repeat(300_000)] }))
  const streams = Array.from({ length: 6 }, () => {
    const stream = new Readable({ read: () => undefined })
    stream.push(bytes.subarray(0, -10))
    return stream
  })
  const slow = streams.map((stream, at) => sendSlowly(`acme/slow-${at}`, stream))
  expect((await upload(service, small)).status).toBe(201)
  expect((await upload(service, gzipSync(large('other')), { project: 'acme/other' })).status).toBe(201)
  for (const stream of streams) {
    stream.push(bytes.subarray(-10))
    stream.push(null)
  }
  for (const response of await Promise.all(slow)) expect(response.statusCode).toBe(201)
  expect(readdirSync(service.services.config.dataFolder).filter((name) => /upload/.test(name))).toEqual([])
})

test.each([
  ['known to be large', (bytes: Buffer) => bytes],
  ['compressed', (bytes: Buffer) => gzipSync(bytes)],
])('large files, %s, are at work one at a time, and small ones pass them', async (_, packed) => {
  const { large: turns, reading } = service.services.imports
  const end = await turns.take()
  const sent = Array.from({ length: 3 }, (_, at) =>
    upload(service, packed(large(`${at}`)), { project: `acme/large-${at}` }),
  )
  await vi.waitFor(() => expect(turns.lengths).toEqual({ running: 1, waiting: 3 }), 20_000)
  expect((await upload(service, small)).status).toBe(201)
  end()
  for (const { status } of await Promise.all(sent)) expect([201, 202]).toContain(status)
  await service.services.jobs.settled()
  expect(turns.lengths).toEqual({ running: 0, waiting: 0 })
  expect(reading.lengths).toEqual({ running: 0, waiting: 0 })
  const scans = await service.services.database.read.selectFrom('scan').select('id').execute()
  expect(scans).toHaveLength(4)
})

/** A report of findings with long messages, which takes as much when it is applied. */
const ofLongMessages = (name: string) =>
  Buffer.from(
    JSON.stringify(
      semgrep(
        Array.from({ length: 1200 }, (_, at) => {
          const values = Array.from({ length: 40 }, (_, each) => at * 40 + each)
          const one = result('xss', `src/${name}${at}.py`, `call(${at})`)
          return { ...one, extra: { ...one.extra, message: `${values}${'x'.repeat(9000)}` } }
        }),
      ),
    ),
  )

test('other jobs of a deployment pass an import that waits for its turn', async () => {
  const { jobs, imports } = service.services
  await upload(service, small)
  // The upload has the turn while it is read, and its job comes after this one.
  const sending = upload(service, ofLongMessages('a'), { project: 'acme/large' })
  await vi.waitFor(() => expect(imports.large.isBusy).toBe(true), 20_000)
  const turn = imports.large.take()
  expect((await sending).status).toBe(202)
  const end = await turn
  await vi.waitFor(() => expect(imports.large.lengths.waiting).toBe(1), 20_000)
  const body = { issue_type: 'sast', new_triage_state: 'reviewing', expected_count: 1 } as const
  const made = z.parse(z.object({ id: z.string() }), (await service.call(createTriageJob, { body })).body)
  const states = async () => {
    const { body } = await service.call(listJobs, {})
    return body.jobs.map(({ id, kind, state }) => [id === made.id ? 'triage' : kind, state]).sort()
  }
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual([
        ['import', 'queued'],
        ['triage', 'done'],
      ]),
    20_000,
  )
  end()
  await jobs.settled()
  expect((await states())[0]).toEqual(['import', 'done'])
})

test('a large held scan is applied when it is its turn, and a small one at once', async () => {
  const { large: turns } = service.services.imports
  const held: number[] = []
  for (const [project, later] of [
    ['acme/small', semgrep([])],
    ['acme/large', gzipSync(ofLongMessages('b'))],
  ] as const) {
    const results = Array.from({ length: 30 }, (_, at) => result('sql', `${at}.py`, `query(${at})`))
    await upload(service, semgrep(results), { project })
    service.clock.now += 60_000
    const { body } = await upload(service, later, { project, commit: 'b2' })
    expect(body.hold).toMatchObject({ would_fix: 30 })
    held.push(body.id)
  }
  const [small = 0, large = 0] = held
  const end = await turns.take()
  const accept = (scanId: number) => service.call(acceptScan, { path: { scanId } })
  expect((await accept(small)).status).toBe(200)
  const accepting = accept(large)
  await vi.waitFor(() => expect(turns.lengths.waiting).toBe(1), 20_000)
  end()
  expect((await accepting).body).toMatchObject({ status: 'SCAN_STATUS_COMPLETED', report: { new: 1200 } })
  expect(turns.isBusy).toBe(false)
})

test('a client that goes away leaves the queue', async () => {
  const { large: turns } = service.services.imports
  const end = await turns.take()
  const address = await service.server.listen({ port: 0, host: '127.0.0.1' })
  const sent = request(`${address}/api/v1/deployments/main/scans?project=acme/gone`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
  })
  sent.on('error', () => undefined).end(gzipSync(large('gone')))
  await vi.waitFor(() => expect(turns.lengths.waiting).toBe(1), 20_000)
  sent.destroy()
  await vi.waitFor(() => expect(turns.lengths.waiting).toBe(0), 20_000)
  end()
  expect(turns.isBusy).toBe(false)
})

test('uploads beyond what may wait in all are told to come again, until others are read', async () => {
  const { uploads } = service.services
  const others = ['one', 'other'].map((caller) => ({ caller }))
  for (const other of others) expect(uploads.reserve(other, other.caller, 1024 ** 3)).toBe(true)
  const refused = await upload(service, small)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30'])
  expect(refused.text).toContain('Too many uploads wait')
  for (const other of others) uploads.release(other)
  expect((await upload(service, small)).status).toBe(201)
  // Nothing of a refused or finished upload stays counted.
  for (const other of others) expect(uploads.reserve(other, other.caller, 1024 ** 3)).toBe(true)
})

test('one caller cannot take the place of all uploads', async () => {
  const { uploads } = service.services
  expect(uploads.reserve({}, 'one', 1024 ** 3)).toBe(true)
  expect(uploads.reserve({}, 'one', 1)).toBe(false)
  expect((await upload(service, small)).status).toBe(201)
})
