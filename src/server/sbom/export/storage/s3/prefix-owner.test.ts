import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ensureInstallationId, readInstallationId } from '#server/db/installation.ts'
import { deleteDeployment } from '#server/operations/data-requests/delete-deployment.ts'
import { startS3 } from '#server/testing/s3/s3-server.ts'
import { startTestService } from '#server/testing/service.ts'
import { shopService } from '../../../testing/shop.ts'
import { exportStorage } from '../configured-storage.ts'
import { Bucket } from './bucket.ts'
import { bucketFault } from './check.ts'
import { takePrefix } from './prefix-owner.ts'

const day = 24 * 3600_000

async function started() {
  const s3 = await startS3()
  const key = `${s3.config.prefix}installation`
  const take = (id: string) =>
    takePrefix(new Bucket(s3.config), s3.config.prefix, id).then(
      () => 'taken',
      (error: Error) => error.message,
    )
  return { s3, key, take, owner: () => s3.objects.get(key)?.toString() }
}

const refusal = 'the prefix of EXPORT_STORAGE is used by another installation of Gatehouse.'

describe('a prefix of a bucket', () => {
  it('is taken by the first installation, whose object is written once a day', async () => {
    const { s3, key, take, owner } = await started()
    expect([await take('one'), await take('one'), await take('other')]).toEqual(['taken', 'taken', refusal])
    expect(owner()).toBe('one')
    const writes = () => s3.requests.filter((request) => request === 'PUT installation').length
    expect(writes()).toBe(1)
    s3.modified.set(key, Date.now() - day - 60_000)
    expect([await take('other'), writes()]).toEqual([refusal, 1])
    expect([await take('one'), writes()]).toEqual(['taken', 2])
    expect([await take('one'), writes()]).toEqual(['taken', 2])
  })

  it('has one owner where several come at once, and where an answer was lost', async () => {
    const { s3, take, owner } = await started()
    const ids = Array.from({ length: 6 }, (_, at) => `installation-${at}`)
    let lost = 2
    s3.disturb((request) => (request === 'PUT installation' && lost-- > 0 ? 'lose answer' : null))
    const outcomes = await Promise.all(ids.map(take))
    expect(outcomes.map((outcome, at) => outcome === 'taken' && ids[at]).filter(Boolean)).toEqual([owner()])
    expect(outcomes.filter((outcome) => outcome === refusal)).toHaveLength(5)
  })

  it('is taken where the service of the bucket knows no conditions', async () => {
    const { s3, take, owner } = await started()
    let refused = 3
    s3.disturb((request) =>
      request === 'PUT installation' && refused-- > 0 ? { status: 501, code: 'NotImplemented' } : null,
    )
    expect([await take('one'), owner(), await take('other')]).toEqual(['taken', 'one', refusal])
  })

  it('is not taken where the object is something else, however large', async () => {
    const { s3, key, take } = await started()
    for (const content of ['', 'one\nmore', 'x'.repeat(1_000_000)]) {
      s3.objects.set(key, Buffer.from(content))
      expect(await take('one')).toBe(refusal)
    }
  })
})

describe('an installation whose prefix another one has', () => {
  async function intruder() {
    const { s3, key } = await started()
    s3.objects.set(key, Buffer.from('the first installation'))
    const service = await shopService({ config: { exportStorage: s3.config } })
    await service.services.record(ensureInstallationId)
    await service.add({ name: 'left-pad' })
    return { ...service, s3, key, id: await readInstallationId(service.services.database.read) }
  }

  it('deletes no file there, and stores none', async () => {
    const { ask, read, services, s3, key } = await intruder()
    const foreign = `${s3.config.prefix}${'f'.repeat(32)}`
    s3.objects.set(foreign, Buffer.from('a file of the first installation'))
    await services.jobs.start()
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_FAILED',
      errorMessage: `The file could not be stored: ${refusal} Tell the administrator of this service.`,
    })
    await expect(exportStorage(services).list()).rejects.toThrow(refusal)
    expect([...s3.objects.keys()].toSorted()).toEqual([foreign, key].toSorted())
  })

  it('is told what to do, and works with another prefix', async () => {
    const { services, s3, key, id } = await intruder()
    expect(await bucketFault(s3.config, id)).toBe(
      `The prefix of EXPORT_STORAGE is used by another installation of Gatehouse. Set another prefix, or delete the object ${key} if the other installation does not exist any more.`,
    )
    expect(await bucketFault({ ...s3.config, prefix: 'another/' }, id)).toBeNull()
    // Nothing is known of an installation that has stored nothing.
    expect(await bucketFault(s3.config, null)).toBeNull()
    s3.config.prefix = 'another/'
    const owner = { deployment_id: 1, task_token: 't'.repeat(32) }
    const storage = exportStorage(services)
    await mkdir(dirname(storage.pathOf(owner)), { recursive: true })
    await writeFile(storage.pathOf(owner), 'a file')
    await storage.store(owner)
    expect(s3.objects.get('another/installation')?.toString()).toBe(id)
    expect(s3.objects.get(`another/${owner.task_token}`)?.toString()).toBe('a file')
  })
})

it('keeps the id of an installation as long as it has a deployment', async () => {
  const { addDeployment, services, deployment } = await startTestService()
  const read = () => readInstallationId(services.database.read)
  expect(await read()).toBeNull()
  for (const _ of [1, 2]) await services.record(ensureInstallationId)
  const id = await read()
  expect(id).toMatch(/^[\da-f-]{36}$/)
  const rows = await services.database.read
    .selectFrom('deployment_setting')
    .select('deployment_id')
    .where('name', '=', 'installation')
    .execute()
  expect(rows).toEqual([{ deployment_id: deployment.id }])
  const other = await addDeployment('other')
  await deleteDeployment(services, { ...deployment, name: 'Main' })
  expect(await read()).toBe(id)
  await services.record(ensureInstallationId)
  expect(await read()).toBe(id)
  await deleteDeployment(services, { id: other, slug: 'other', name: 'other' })
  expect(await read()).toBeNull()
})
