import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createScan, getImport } from '#contract/operations/scans.ts'
import { cancelJob, listJobs } from '#contract/operations/triage.ts'
import { importAnswer } from '#contract/responses/scans.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep } from '../testing/upload.ts'

const text = 'x'.repeat(9_000)
/** A report of more than 10 MB. */
const large = Buffer.from(
  JSON.stringify(
    semgrep(
      Array.from({ length: 1_200 }, (_, at) => result('r', `src/${at}.py`, `call(${at}, "${text}")`, 1)),
    ),
  ),
)

const send = (service: TestService, body: Buffer, token?: string) =>
  service.call(createScan, {
    query: { project: 'acme/shop', commit: 'a1' },
    body,
    ...(token === undefined ? {} : { token }),
  })

/** An upload that went on as a job, as its own token follows it. */
const follow = (service: TestService, importId: string, token: string) =>
  service.call(getImport, { path: { importId }, token })

test('a large upload goes on as a job, which tells what the upload would have answered', async () => {
  expect(large.length).toBeGreaterThan(10 * 1024 * 1024)
  const service = await startTestService()
  const token = await service.mint({ role: 'ci' })
  const taken = await send(service, large, token)
  expect(taken.status).toBe(202)
  const { id, location } = z.parse(importAnswer, taken.body)
  expect(taken.headers['location']).toBe(location)
  await service.services.jobs.settled()
  const { body } = await follow(service, id, token)
  expect(body).toMatchObject({
    state: 'done',
    error: null,
    scan: { status: 'SCAN_STATUS_COMPLETED', report: { read: 1_200, new: 1_200 }, repeated: false },
  })
  expect(await codeFindings(service)).toHaveLength(1_200)
  const { body: jobs } = await service.call(listJobs, {})
  expect(jobs.jobs).toMatchObject([{ kind: 'import', state: 'done', result: { scan_id: body.scan?.id } }])

  const again = await send(service, large, token)
  await service.services.jobs.settled()
  const second = await follow(service, z.parse(importAnswer, again.body).id, token)
  expect(second.body.scan).toMatchObject({ id: body.scan?.id, repeated: true })
})

test('a job says that it waits, and that it is under way', async () => {
  const service = await startTestService()
  const { change } = service.services
  const states: unknown[] = []
  // Asked before each change that is written.
  Object.assign(service.services, {
    async change(...input: Parameters<typeof change>) {
      states.push((await service.call(listJobs, {})).body.jobs[0]?.state)
      return change(...input)
    },
  })
  await send(service, large)
  await service.services.jobs.settled()
  expect(states).toEqual([undefined, 'queued', 'running'])
})

test('uploads at once are each answered, and each applied once', async () => {
  const service = await startTestService()
  const files = Array.from({ length: 9 }, (_, at) =>
    service.call(createScan, {
      query: { project: `acme/${at}` },
      body: Buffer.from(JSON.stringify(semgrep([result('r', 'a.py', `f(${at})`, 3)]))),
    }),
  )
  const answers = await Promise.all(files)
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(201))
  expect(await codeFindings(service)).toHaveLength(9)
})

test('a job that is cancelled imports nothing, and nothing of its file is kept', async () => {
  const service = await startTestService()
  const taken = await send(service, large)
  const { id } = z.parse(importAnswer, taken.body)
  const cancelled = await service.call(cancelJob, { path: { id } })
  await service.services.jobs.settled()
  expect(cancelled.status).toBe(200)
  const { body } = await service.call(getImport, { path: { importId: id } })
  expect(body).toMatchObject({ state: 'cancelled', scan: null })
  expect(await codeFindings(service)).toEqual([])
  await service.call(createScan, {
    query: { project: 'acme/other' },
    body: Buffer.from(JSON.stringify(semgrep([]))),
  })
  const { read } = service.services.database
  expect(await read.selectFrom('stored_report').select('id').execute()).toEqual([])
})
