import { describe, expect, it } from 'vitest'
import { getSettings } from '#contract/operations/deployments.ts'
import { getSbomExport } from '#contract/operations/sbom.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { shopService, typePrefix } from '../testing/shop.ts'

async function service() {
  const shop = await shopService()
  const set = (sbomDefaults: unknown) => shop.call(updateSettings, { body: { sbomDefaults } })
  const stored = async () => (await shop.call(getSettings)).body.sbomDefaults
  async function made(body: object) {
    const { taskToken } = (await shop.ask(body)).body
    await shop.services.jobs.settled()
    return (await shop.call(getSbomExport, { path: { taskToken } })).body
  }
  return { ...shop, set, stored, made }
}

const supplier = { name: 'Acme', url: 'https://acme.example', contact: { email: 'security@acme.example' } }

describe('what the dialog of an export is filled in with', () => {
  it('is set and taken away by administrators, each with a line in the audit log', async () => {
    const { set, stored, call, mint, services } = await service()
    expect(await stored()).toBeNull()
    const defaults = {
      formatVersion: { format: 'SBOM_FORMAT_CYCLONEDX', version: '1.6' },
      metadataSupplier: supplier,
    }
    expect((await set(defaults)).body).toMatchObject({ ticketUrlTemplate: null, sbomDefaults: defaults })
    await set(structuredClone(defaults))
    expect(await stored()).toEqual(defaults)
    await call(updateSettings, { body: { ticketUrlTemplate: 'https://tickets.example/' } })
    expect(await stored()).toEqual(defaults)
    await set(null)
    expect(await stored()).toBeNull()
    const rows = await services.database.read
      .selectFrom('audit_event')
      .select(['target', 'detail_json'])
      .where('action', '=', 'settings.changed')
      .where('target', '=', 'sbomDefaults')
      .orderBy('id')
      .execute()
    expect(rows.map((row) => JSON.parse(row.detail_json ?? ''))).toEqual([
      { from: null, to: defaults },
      { from: defaults, to: null },
    ])
    const token = await mint({ role: 'manager' })
    expect((await call(updateSettings, { body: { sbomDefaults: null }, token })).status).toBe(403)
  })

  it.each([
    [
      400,
      '/sbomDefaults/formatVersion/version',
      { formatVersion: { format: 'SBOM_FORMAT_SPDX', version: '1.5' } },
    ],
    [400, '/sbomDefaults/formatVersion/version', { formatVersion: { version: '9.9' } }],
    [400, '/sbomDefaults/metadataSupplier/url', { metadataSupplier: { url: 'javascript:alert(1)' } }],
    [
      400,
      '/sbomDefaults/metadataSupplier/contact/email',
      { metadataSupplier: { contact: { email: 'nobody' } } },
    ],
    [
      422,
      '/sbomDefaults/sbomOutputFormat',
      { formatVersion: { format: 'SBOM_FORMAT_SPDX' }, sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX' },
    ],
    [
      422,
      '/sbomDefaults/metadataComponentType',
      { formatVersion: { version: '1.4' }, metadataComponentType: `${typePrefix}DATA` },
    ],
  ])('is refused as a whole with %i at %s', async (status, pointer, defaults) => {
    const { set, stored } = await service()
    const response = await set(defaults)
    expect([response.status, response.body]).toMatchObject([status, { errors: [{ pointer }] }])
    expect(await stored()).toBeNull()
  })

  it('changes nothing of a request: what that leaves out has the defaults of the API', async () => {
    const { set, made } = await service()
    await set({
      formatVersion: { format: 'SBOM_FORMAT_CYCLONEDX', version: '1.4' },
      sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX',
      metadataComponentType: `${typePrefix}FIRMWARE`,
      metadataSupplier: supplier,
    })
    const usual = { version: '1.5', output: 'json', componentType: 'application', supplierName: null }
    expect(await made({})).toMatchObject(usual)
    expect(await made({ metadataSupplier: { name: 'Other' } })).toMatchObject({
      ...usual,
      supplierName: 'Other',
    })
    await set({ formatVersion: { format: 'SBOM_FORMAT_SPDX' } })
    expect(await made({ sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX' })).toMatchObject({
      ...usual,
      output: 'xml',
    })
  })
})
