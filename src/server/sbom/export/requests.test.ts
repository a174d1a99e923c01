import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeSbom, listSbomExports } from '#contract/operations/sbom.ts'
import { componentTypes } from '#contract/parameters/sbom.ts'
import { reportChange } from '#server/testing/changing.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { shopService, typePrefix } from '../testing/shop.ts'
import { assertCycloneDxJson, assertSpdx } from '../testing/valid.ts'

describe('a request that cannot be met makes no job', () => {
  it.each([
    [400, { repositoryId: 1.5 }],
    [400, { formatVersion: { version: '1.3' } }],
    [400, { formatVersion: { version: '9.9' } }],
    [400, { metadataSupplier: { url: 'http://[::1' } }],
    [400, { formatVersion: { version: '2.3' } }],
    [400, { formatVersion: { format: 'SBOM_FORMAT_SPDX', version: '1.5' } }],
    [400, { formatVersion: { format: 'SWID' } }],
    [400, { sbomOutputFormat: 'JSON' }],
    [400, { metadataComponentType: `${typePrefix}ROBOT` }],
    [400, { metadataSupplier: { url: 'javascript:alert(1)' } }],
    [400, { metadataSupplier: { contact: { email: 'nobody' } } }],
    [404, { repositoryId: '4711' }],
    [404, { repositoryId: '18446744073709551615' }],
    [422, { deploymentId: '4711' }],
    [422, { ref: 'refs/heads/ghost' }],
    [422, { ref: 'refs/heads/main', repositoryId: undefined }],
    [422, { metadataComponentType: `${typePrefix}PLATFORM`, formatVersion: { version: '1.4' } }],
    [
      422,
      { metadataComponentType: `${typePrefix}MACHINE_LEARNING_MODEL`, formatVersion: { version: '1.4' } },
    ],
    [
      422,
      { formatVersion: { format: 'SBOM_FORMAT_SPDX' }, sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX' },
    ],
    [422, { formatVersion: { format: 'SBOM_FORMAT_SPDX' }, includeVulnerabilities: true }],
  ])('%i for %j', async (status, body) => {
    const { ask, call } = await shopService()
    expect((await ask(body)).status).toBe(status)
    expect((await call(listSbomExports)).body.exports).toEqual([])
  })

  it('422 for a ref without a full scan', async () => {
    const { ask, rows, shop } = await shopService()
    const ref_id = await rows.ref({ project_id: shop, name: 'refs/pull/7/merge', is_primary: 0 })
    await rows.scan({ project_id: shop, ref_id, kind: 1 })
    await rows.scan({ project_id: shop, ref_id, status: 4 })
    expect((await ask({ ref: 'refs/pull/7/merge' })).status).toBe(422)
  })

  it('429 for the eleventh running export of one token', async () => {
    const { services, ask, mint } = await shopService()
    const ten = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(ten.map((response) => response.status)).toEqual(Array(10).fill(200))
    await services.jobs.settled()
    await services.database.write((transaction) =>
      transaction.updateTable('sbom_export').set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS' }).execute(),
    )
    const response = await ask()
    expect(response.status).toBe(429)
    expect(response.headers['retry-after']).toBeDefined()
    expect((await ask({}, { token: await mint({ role: 'analyst' }) })).status).toBe(200)
    await services.jobs.settled()
  })
})

describe('a component type', () => {
  it.each(componentTypes)('%s is written, by 1.4 where it has it', async (metadataComponentType) => {
    const { add, ask, download } = await shopService()
    await add({})
    const type = metadataComponentType.slice(typePrefix.length).toLowerCase().replaceAll('_', '-')
    for (const version of ['1.5', '1.7'] as const) {
      const { text, state } = await download({ metadataComponentType, formatVersion: { version } })
      expect([JSON.parse(text).metadata.component.type, state.componentType]).toEqual([type, type])
      await assertCycloneDxJson(version, text)
    }
    const formatVersion = { format: 'SBOM_FORMAT_SPDX' }
    assertSpdx((await download({ metadataComponentType, formatVersion })).text)
    const isNew = ['platform', 'device-driver', 'machine-learning-model', 'data'].includes(type)
    const old = await ask({ metadataComponentType, formatVersion: { version: '1.4' } })
    expect(old.status).toBe(isNew ? 422 : 200)
    if (isNew) return
    const { text } = await download({ metadataComponentType, formatVersion: { version: '1.4' } })
    await assertCycloneDxJson('1.4', text)
  })
})

describe('the number of components', () => {
  const most = 'There are more than 100,000 components. Export individual repositories instead.'

  async function filled(count: number) {
    const service = await shopService()
    await runSql(
      service.services.database,
      sql`insert into dependency (deployment_id, id, project_id, lockfile_id, on_primary, ecosystem, name, version,
          transitivity, licenses_json)
        with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${count})
        select ${service.deployment.id}, 1000 + n, ${service.shop}, ${service.lock}, 1, 'npm', 'package-' || n, '1.0.0', 0, '[]'
        from counted`,
    )
    await reportChange(service.services.database, service.deployment.id, (changed) =>
      changed.lockfiles([service.lock]),
    )
    return service
  }

  it('is bounded: above 100,000 the export has failed and says so', async () => {
    const { ask, read, services } = await filled(100_001)
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_FAILED',
      errorMessage: most,
    })
  })

  it('is told beforehand to be too many where that is sure', async () => {
    const { call } = await filled(500_001)
    expect((await call(describeSbom)).body).toMatchObject({ dependencies: null, reason: most })
  })

  it('may be none where a lockfile lists none', async () => {
    const { download } = await shopService()
    const { text, state } = await download()
    expect(state).toMatchObject({ status: 'SBOM_EXPORT_STATUS_COMPLETED', components: 0 })
    await assertCycloneDxJson('1.5', text)
  })
})
