import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
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
