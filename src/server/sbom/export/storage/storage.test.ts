import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { listSbomExports, repeatSbomExport, retrySbomExport } from '#contract/operations/sbom.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import type { Config } from '#server/base/config/config.ts'
import { deleteDeployment } from '#server/operations/data-requests/delete-deployment.ts'
import { testEngine } from '#server/testing/database.ts'
import { startS3 } from '#server/testing/s3/s3-server.ts'
import { shopService } from '../../testing/shop.ts'
import { exportStorage } from './configured-storage.ts'

const day = 24 * 3600_000
const storages: [string, () => Promise<Config['exportStorage']>][] =
  testEngine === 'postgres'
    ? [['the database', async () => 'database']]
    : [
        ['the data folder', async () => 'folder'],
        ['a bucket', async () => (await startS3()).config],
      ]

describe.each(storages)('files in %s', (name, configured) => {
  async function started() {
    const service = await shopService({ config: { exportStorage: await configured() } })
    const storage = exportStorage(service.services)
    const owned = (task_token: string) => ({ deployment_id: service.deployment.id, task_token })
    return {
      ...service,
      storage,
      owned,
      remove: (taskToken: string) => storage.remove(owned(taskToken)),
      stored: async () => (await storage.list()).map(({ task_token }) => task_token),
    }
  }
  const owner = () => ({ deployment_id: 1, task_token: randomBytes(24).toString('base64url') })

  it('are downloaded as they were written, and are nowhere else', async () => {
    const { add, download, services, stored } = await started()
    await add({ name: 'left-pad' })
    const { taskToken, state, file, text } = await download()
    expect(file.status).toBe(200)
    expect(createHash('sha256').update(text).digest('hex')).toBe(state.sha256)
    expect(Buffer.byteLength(text)).toBe(state.size)
    expect(file.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    for (const header of ['etag', 'accept-ranges', 'location'])
      expect(file.headers).not.toHaveProperty(header)
    expect(await stored()).toEqual([taskToken])
    const inFolder = await readdir(join(services.config.dataFolder, 'exports'))
    expect(inFolder).toEqual(name === 'the data folder' ? [taskToken] : [])
  })

  it.each([1, 8 * 1024 * 1024, 21_000_000])('of %i bytes are read as they were stored', async (size) => {
    const { storage } = await started()
    const one = owner()
    const content = randomBytes(size)
    await mkdir(dirname(storage.pathOf(one)), { recursive: true })
    await writeFile(storage.pathOf(one), content)
    await storage.store(one)
    const file = await storage.read(one)
    expect(file && content.equals(await buffer(file))).toBe(true)
    await storage.remove(one)
    expect(await storage.read(one)).toBeNull()
    expect(await storage.list()).toEqual([])
    await storage.remove(one)
  })

  it('are deleted when they expire', async () => {
    const { clock, download, read, services, stored } = await started()
    const { taskToken } = await download()
    clock.now += 7 * day
    await services.jobs.start()
    await expect.poll(stored).toEqual([])
    expect((await read(taskToken)).body).toMatchObject({ downloadUrl: null })
  })

  it('are deleted with their exports after the retention period', async () => {
    const { call, clock, download, services, stored } = await started()
    const { taskToken } = await download()
    // The file has not expired for whoever deletes the record.
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ expires_at: clock.now + 100 * day })
        .execute(),
    )
    expect(await stored()).toEqual([taskToken])
    const retention = { scans: null, history: null, exports: 30, audit: null }
    expect((await call(updateSettings, { body: { retention } })).status).toBe(200)
    clock.now += 31 * day
    await services.jobs.start()
    await services.jobs.settled()
    await expect.poll(stored).toEqual([])
    const rows = await services.database.read.selectFrom('sbom_export').select('id').execute()
    expect(rows).toEqual([])
  })

  it('are deleted with their deployment', async () => {
    const { deployment, download, services, stored } = await started()
    for (let made = 0; made < 3; made += 1) await download()
    expect(await stored()).toHaveLength(3)
    await deleteDeployment(services, { ...deployment, name: 'Main' })
    expect(await stored()).toEqual([])
  })

  it('that belong to no export are deleted at the next start', async () => {
    const { storage, services, stored } = await started()
    for (const one of [owner(), owner(), owner()]) {
      await mkdir(dirname(storage.pathOf(one)), { recursive: true })
      await writeFile(storage.pathOf(one), 'whole, but in no record')
      await storage.store(one)
    }
    expect(await stored()).toHaveLength(3)
    await services.jobs.start()
    await expect.poll(stored).toEqual([])
  })

  it('that are gone when the service starts are missing, and can be created again', async () => {
    const { call, download, fileOf, read, remove, services } = await started()
    const [first, second] = [await download(), await download()]
    await remove(first.taskToken)
    await services.jobs.start()
    const stateOf = async (token: string) => {
      const { status, downloadUrl, fileMissing, repeatable } = (await read(token)).body
      return { status, hasUrl: downloadUrl !== null, fileMissing, repeatable }
    }
    const status = 'SBOM_EXPORT_STATUS_COMPLETED'
    const missing = { status, hasUrl: false, fileMissing: true, repeatable: true }
    const whole = { status, hasUrl: true, fileMissing: false, repeatable: true }
    await expect.poll(() => stateOf(first.taskToken)).toEqual(missing)
    expect(await stateOf(second.taskToken)).toEqual(whole)
    const { taskToken } = (await call(repeatSbomExport, { path: { taskToken: first.taskToken } })).body
    await services.jobs.settled()
    expect(await stateOf(taskToken)).toEqual(whole)
    expect(JSON.parse((await fileOf(taskToken)).text).components).toEqual(JSON.parse(second.text).components)
  })

  it('that are gone are missing for everybody once somebody downloads them, until they are back', async () => {
    const { call, download, read, remove, send, services, storage, owned } = await started()
    const { taskToken, text } = await download()
    const url = new URL((await read(taskToken)).body.downloadUrl ?? '').pathname
    await remove(taskToken)
    const refused = await send('GET', url, { token: null })
    expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('Create the export again')])
    const { exports } = (await call(listSbomExports)).body
    expect(exports).toMatchObject([{ taskToken, downloadUrl: null, fileMissing: true }])
    await mkdir(dirname(storage.pathOf(owned(taskToken))), { recursive: true })
    await writeFile(storage.pathOf(owned(taskToken)), text)
    await storage.store(owned(taskToken))
    await services.jobs.start()
    await expect.poll(async () => (await read(taskToken)).body.fileMissing).toBe(false)
    expect((await send('GET', url, { token: null })).text).toBe(text)
  })

  it('are stored when a failed export is retried', async () => {
    const { call, download, fileOf, services } = await started()
    const { taskToken, text } = await download()
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: 'SBOM_EXPORT_STATUS_FAILED', download_token: null })
        .execute(),
    )
    await call(retrySbomExport, { path: { taskToken } })
    await services.jobs.settled()
    expect(JSON.parse((await fileOf(taskToken)).text).components).toEqual(JSON.parse(text).components)
  })
})
