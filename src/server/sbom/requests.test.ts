import { describe, expect, it } from 'vitest'
import { listSbomExports } from '#contract/sbom.ts'
import { exportsSettled } from './public.ts'
import { shopService, typePrefix } from './testing/shop.ts'

describe('a request that cannot be met makes no job', () => {
  it.each([
    [400, { repositoryId: 1 }],
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
    const ref_id = rows.ref({ project_id: shop, name: 'refs/pull/7/merge', is_primary: 0 })
    rows.scan({ project_id: shop, ref_id, kind: 1 })
    rows.scan({ project_id: shop, ref_id, status: 4 })
    expect((await ask({ ref: 'refs/pull/7/merge' })).status).toBe(422)
  })

  it.each(['APPLICATION', 'FILE', 'DEVICE', 'OPERATING_SYSTEM'])('takes %s for 1.4', async (type) => {
    const { download } = await shopService()
    const { text } = await download({
      metadataComponentType: typePrefix + type,
      formatVersion: { version: '1.4' },
    })
    expect(JSON.parse(text).metadata.component.type).toBe(type.toLowerCase().replace('_', '-'))
  })

  it('429 for the eleventh running export of one token', async () => {
    const { services, ask, mint } = await shopService()
    const ten = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(ten.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    await exportsSettled(services)
    await services.database.write((transaction) =>
      transaction.updateTable('sbom_export').set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS' }).execute(),
    )
    const answer = await ask()
    expect(answer.status).toBe(429)
    expect(answer.headers['retry-after']).toBeDefined()
    expect((await ask({}, { token: await mint({ role: 'analyst' }) })).status).toBe(200)
    await exportsSettled(services)
  })
})
