import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { deleteDeployment } from '#server/operations/data-requests/delete-deployment.ts'
import { type Disturbance, startS3 } from '#server/testing/s3/s3-server.ts'
import { shopService } from '../../../testing/shop.ts'
import { exportStorage } from '../configured-storage.ts'

async function started() {
  const s3 = await startS3()
  const service = await shopService({ config: { exportStorage: s3.config } })
  await service.add({ name: 'left-pad' })
  return { ...service, s3, storage: exportStorage(service.services) }
}

/** Disturbs the first requests that match, and no others. */
const first = (times: number, pattern: RegExp, disturbance: Disturbance) => {
  let left = times
  return (request: string) => (pattern.test(request) && left-- > 0 ? disturbance : null)
}

const forbidden: Disturbance = { status: 403, code: 'AccessDenied' }
const busy: Disturbance = { status: 503, code: 'SlowDown' }
const large = randomBytes(20 * 1024 * 1024)

describe('an export whose file the bucket does not take', () => {
  it.each([
    [
      'refuses',
      forbidden,
      1,
      /^The file could not be stored: the bucket refuses access \(403 AccessDenied\)\. Tell the/,
    ],
    [
      'is gone',
      { status: 404, code: 'NoSuchBucket' },
      1,
      /the bucket does not exist \(404 NoSuchBucket\)\. Tell the/,
    ],
    ['is elsewhere', { status: 301, code: 'PermanentRedirect' }, 1, /in another region than AWS_REGION/],
    ['is overloaded', busy, 3, /the bucket is not available \(503 SlowDown\)\. Try again later\.$/],
    ['breaks off', { breakAfter: 0 }, 3, /the bucket cannot be reached \(\w+\)\. Try again later\.$/],
    ['hangs', 'hang', 3, /the bucket did not answer within 0\.6 s\. Try again later\.$/],
  ] as const)('fails with a sentence when it %s', async (_, disturbance, attempts, message) => {
    const { ask, read, s3, services } = await started()
    if (disturbance === 'hang') s3.config.timeout = 200
    s3.disturb((request) => (request.startsWith('PUT') ? disturbance : null))
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    const { body } = await read(taskToken)
    expect(body).toMatchObject({ status: 'SBOM_EXPORT_STATUS_FAILED', downloadUrl: null })
    expect(body.errorMessage).toMatch(message)
    expect(body.errorMessage).not.toMatch(/127\.0\.0\.1|AKIA|secret|token/)
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(attempts)
    expect([...s3.objects.keys()]).toEqual([])
  })

  it.each([
    ['secretAccessKey', 'SignatureDoesNotMatch'],
    ['accessKeyId', 'InvalidAccessKeyId'],
    ['region', 'AuthorizationHeaderMalformed'],
  ] as const)('says so when %s is wrong', async (name, code) => {
    const s3 = await startS3()
    const { ask, read, services } = await shopService({
      config: { exportStorage: { ...s3.config, [name]: 'wrong' } },
    })
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    expect((await read(taskToken)).body.errorMessage).toContain(code)
  })

  it('is stored when the bucket recovers meanwhile', async () => {
    const { download, s3 } = await started()
    s3.disturb(first(2, /^PUT/, busy))
    expect((await download()).text).toContain('left-pad')
  })
})

describe('an upload in parts', () => {
  async function upload(choose: (request: string) => Disturbance | null) {
    const { s3, storage } = await started()
    const owner = { deployment_id: 1, task_token: randomBytes(24).toString('base64url') }
    await mkdir(dirname(storage.pathOf(owner)), { recursive: true })
    await writeFile(storage.pathOf(owner), large)
    s3.disturb(choose)
    const failure = await storage.store(owner).then(
      () => null,
      (error: Error) => error.message,
    )
    s3.disturb(() => null)
    return { failure, s3, storage, owner, key: `${s3.config.prefix}${owner.task_token}` }
  }

  it.each([
    ['a part is refused', /\?partNumber/, forbidden],
    ['a part never arrives', /\?partNumber/, { breakAfter: 0 }],
    ['the end is refused', /^POST [^?]+\?uploadId/, busy],
  ] as const)('is aborted when %s', async (_, pattern, disturbance) => {
    const { failure, s3 } = await upload((request) => (pattern.test(request) ? disturbance : null))
    expect(failure).toMatch(/^The file could not be stored: /)
    expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0])
  })

  it.each([
    ['parts are asked for again', first(2, /\?partNumber/, busy)],
    ['connections break', first(2, /\?partNumber/, { breakAfter: 0 })],
    ['the answer to the last request is lost', first(1, /^POST [^?]+\?uploadId/, 'lose answer')],
  ])('is complete although %s', async (_, choose) => {
    const { failure, s3, key } = await upload(choose)
    expect(failure).toBeNull()
    expect(s3.objects.get(key)?.equals(large)).toBe(true)
    expect(s3.uploads.size).toBe(0)
  })

  it('that a killed process left is aborted with the deletion of its file', async () => {
    const { s3, storage, owner } = await upload((request) =>
      /\?partNumber|DELETE/.test(request) ? forbidden : null,
    )
    expect(s3.uploads.size).toBe(1)
    expect(await storage.list()).toMatchObject([{ task_token: owner.task_token }])
    await storage.remove(owner)
    expect(s3.uploads.size).toBe(0)
  })
})

describe('a download', () => {
  it.each([
    ['refuses', forbidden],
    ['is overloaded', busy],
    ['breaks off', { breakAfter: 0 }],
    ['hangs', 'hang'],
  ] as const)('is 503 with the time to come back when the bucket %s', async (_, disturbance) => {
    const { download, fileOf, s3 } = await started()
    const { taskToken } = await download()
    const { timeout } = s3.config
    if (disturbance === 'hang') s3.config.timeout = 200
    s3.disturb(() => disturbance)
    const { file } = await fileOf(taskToken)
    expect(file.status).toBe(503)
    expect(file.headers['retry-after']).toBe('10')
    expect(file.body).toMatchObject({
      detail: expect.stringMatching(/^The files of exports are not available: /),
    })
    s3.disturb(() => null)
    s3.config.timeout = timeout
    expect((await fileOf(taskToken)).file.status).toBe(200)
  })

  it('is 404 when the file is gone from the bucket', async () => {
    const { download, fileOf, s3 } = await started()
    const { taskToken } = await download()
    s3.objects.clear()
    expect((await fileOf(taskToken)).file.status).toBe(404)
  })

  async function stored() {
    const { s3, storage } = await started()
    const owner = { deployment_id: 1, task_token: randomBytes(24).toString('base64url') }
    s3.objects.set(`${s3.config.prefix}${owner.task_token}`, large)
    return { s3, storage, owner, key: `${s3.config.prefix}${owner.task_token}` }
  }

  it('goes on where it was when its connection breaks', async () => {
    const { s3, storage, owner } = await stored()
    s3.disturb(first(3, /^GET/, { breakAfter: 3_000_000 }))
    const file = await storage.read(owner)
    expect(file && large.equals(await buffer(file))).toBe(true)
    expect(s3.requests.filter((request) => request.startsWith('GET'))).toHaveLength(4)
  })

  it('breaks off, and does not end as if it were whole, when its connection breaks again and again', async () => {
    const { s3, storage, owner } = await stored()
    s3.disturb((request) => (request.startsWith('GET') ? { breakAfter: 1_000_000 } : null))
    const file = await storage.read(owner)
    await expect(file ? buffer(file) : null).rejects.toThrow('the bucket cannot be reached')
  })

  it('is not continued with another file of the same name', async () => {
    const { s3, storage, owner, key } = await stored()
    s3.disturb(first(1, /^GET/, { breakAfter: 3_000_000 }))
    const file = await storage.read(owner)
    s3.objects.set(key, randomBytes(large.length))
    await expect(file ? buffer(file) : null).rejects.toThrow('the bucket rejected the request (412')
  })

  it('is read in small parts, and ends with its reader', async () => {
    const { storage, owner } = await stored()
    const file = await storage.read(owner)
    for await (const part of file ?? []) {
      expect(part.length).toBeLessThan(1024 * 1024)
      break
    }
    expect(file?.destroyed).toBe(true)
  })
})

describe('a bucket that does not answer', () => {
  it('delays no start, and expired files are deleted when it answers again', async () => {
    const { clock, download, read, s3, services, storage } = await started()
    const { taskToken } = await download()
    clock.now += 7 * 24 * 3600_000
    const { timeout } = s3.config
    s3.config.timeout = 200
    s3.disturb(() => 'hang')
    await services.jobs.start()
    expect((await read(taskToken)).body.downloadUrl).toBeNull()
    s3.disturb(() => null)
    s3.config.timeout = timeout
    await expect.poll(() => storage.list()).toEqual([])
  })

  it('keeps the record of an export whose file cannot be deleted with its deployment', async () => {
    const { deployment, download, s3, services } = await started()
    await download()
    s3.disturb((request) => (request.startsWith('DELETE') ? forbidden : null))
    const deletion = () => deleteDeployment(services, { ...deployment, name: 'Main' })
    await expect(deletion()).rejects.toThrow('the bucket refuses access')
    expect(await services.database.read.selectFrom('sbom_export').select('id').execute()).toHaveLength(1)
    s3.disturb(() => null)
    await deletion()
    expect(s3.objects.size).toBe(0)
  })
})
