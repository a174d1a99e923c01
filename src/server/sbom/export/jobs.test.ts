import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { repeatSbomExport, retrySbomExport } from '#contract/operations/sbom.ts'
import { reportChange } from '#server/testing/changing.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { shopService } from '../testing/shop.ts'

describe('a job that is broken off', () => {
  it('goes on after a restart', async () => {
    const { ask, read, services } = await shopService()
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', download_token: null })
        .execute(),
    )
    await services.jobs.start()
    await services.jobs.settled()
    expect((await read(taskToken)).body.status).toBe('SBOM_EXPORT_STATUS_COMPLETED')
  })

  it('is given up after three times, and can be tried again by hand', async () => {
    const { ask, call, read, services } = await shopService()
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    expect((await call(retrySbomExport, { path: { taskToken } })).status).toBe(409)
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', attempts: 3, download_token: null })
        .execute(),
    )
    await services.jobs.start()
    await services.jobs.settled()
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_FAILED',
      errorMessage: 'The export was interrupted 3 times.',
    })
    expect((await call(retrySbomExport, { path: { taskToken } })).body).toEqual({ taskToken })
    await services.jobs.settled()
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_COMPLETED',
      errorMessage: null,
    })
  })

  it('says why it failed, without the inner workings', async () => {
    const { ask, read, services } = await shopService()
    await writeFile(join(services.config.dataFolder, 'exports'), 'a file where the folder should be')
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    const { body } = await read(taskToken)
    expect(body.status).toBe('SBOM_EXPORT_STATUS_FAILED')
    expect(body.errorMessage).toMatch(/^The file could not be written \(E[A-Z]+\)\.$/)
    expect(body.downloadUrl).toBeNull()
  })

  it('belongs to the one who holds its lease until that is over', async () => {
    const { ask, read, services, clock } = await shopService()
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    const lease_until = clock.now + 15_000
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', download_token: null, lease_until })
        .execute(),
    )
    const part = join(services.config.dataFolder, 'exports', `${taskToken}.part`)
    await writeFile(part, 'half')
    await services.jobs.start()
    await services.jobs.settled()
    expect((await read(taskToken)).body.status).toBe('SBOM_EXPORT_STATUS_IN_PROGRESS')
    expect(await readFile(part, 'utf8')).toBe('half')
    clock.now = lease_until
    await services.jobs.start()
    await services.jobs.settled()
    expect((await read(taskToken)).body.status).toBe('SBOM_EXPORT_STATUS_COMPLETED')
    expect(await readdir(join(services.config.dataFolder, 'exports'))).toEqual([taskToken])
  })

  it('leaves nothing half written behind', async () => {
    const { services } = await shopService()
    const folder = join(services.config.dataFolder, 'exports')
    await mkdir(folder)
    await writeFile(join(folder, 'nobody.part'), 'half')
    await writeFile(join(folder, 'nobody'), 'whole, but in no record')
    await services.jobs.start()
    expect(await readdir(folder)).toEqual([])
  })

  it('names the scan that was read, where a newer one came in since it was asked for', async () => {
    const { add, download, fileOf, rows, services, shop, main, lock } = await shopService()
    await add({ name: 'before' })
    const { taskToken, state } = await download()
    expect(state.commit).toBe('9f2c1ab')
    const began = 'SBOM_EXPORT_STATUS_IN_PROGRESS'
    const run = (statement: RawBuilder<unknown>) => runSql(services.database, statement)
    await run(sql`update sbom_export set status = ${began}, content_digest = null`)
    const newer = await rows.scan({ project_id: shop, ref_id: main, commit: 'newer', started_at: 1e13 })
    await run(sql`update lockfile set scan_id = ${newer} where id = ${lock}`)
    await run(sql`update dependency set name = 'after'`)
    await reportChange(services.database, 1, (changed) => changed.lockfiles([lock]))
    await services.jobs.start()
    await services.jobs.settled()
    const again = await fileOf(taskToken)
    expect(again.state).toMatchObject({ scanId: newer, commit: 'newer' })
    expect(again.text).toContain('"value": "newer"')
    expect(again.text).toContain('pkg:npm/after@')
  })
})

describe('an export made again', () => {
  it('has the same components in the same order, though scan, packages and file are gone', async () => {
    const { add, call, clock, download, fileOf, read, services, send } = await shopService()
    for (const name of ['b', 'a', 'c']) await add({ name, requires_json: '[]' })
    const first = await download({ componentVersion: '2.0', metadataSupplier: { name: 'Acme' } })
    await send('DELETE', '/api/v1/deployments/main/projects/acme/shop')
    clock.now += 8 * 24 * 3600_000
    await services.jobs.start()
    expect((await read(first.taskToken)).body).toMatchObject({ downloadUrl: null, repeatable: true })
    const again = await call(repeatSbomExport, { path: { taskToken: first.taskToken } })
    expect(again.body.taskToken).not.toBe(first.taskToken)
    await services.jobs.settled()
    const second = await fileOf(again.body.taskToken)
    const { scanId, commit, scannedAt, name, componentVersion, supplierName, completeness } = first.state
    const same = { scanId, commit, scannedAt, name, componentVersion, supplierName, completeness }
    expect(second.state).toMatchObject({ ...same, components: 3 })
    const [one, two] = [JSON.parse(first.text), JSON.parse(second.text)]
    expect(two.components).toEqual(one.components)
    expect(two.dependencies).toEqual(one.dependencies)
    expect(two.serialNumber).not.toBe(one.serialNumber)
  })

  it('is refused where the scan was never read', async () => {
    const { add, ask, call, read, services, send } = await shopService()
    await add({})
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', content_digest: null, download_token: null })
        .execute(),
    )
    await send('DELETE', '/api/v1/deployments/main/projects/acme/shop')
    await services.jobs.start()
    await services.jobs.settled()
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_FAILED',
      errorMessage: 'The repository was deleted in the meantime.',
      name: 'acme/shop',
      repeatable: false,
    })
    expect((await call(repeatSbomExport, { path: { taskToken } })).status).toBe(409)
    expect((await call(repeatSbomExport, { path: { taskToken: 'nobody' } })).status).toBe(404)
  })
})
