import { describe, expect, it } from 'vitest'
import { shopService, typePrefix } from '../testing/shop.ts'
import { assertSpdx } from '../testing/valid.ts'

const spdx = { formatVersion: { format: 'SBOM_FORMAT_SPDX', version: '2.3' } }

describe('an export as SPDX 2.3', () => {
  it('says everything that is known, and asserts nothing else', async () => {
    const { add, download } = await shopService()
    const leaf = await add({ name: 'leaf', transitivity: 1, licenses_json: '["Own license", "MIT OR ISC"]' })
    const content = 'A'.repeat(64)
    await add({
      name: '@scope/top',
      requires_json: JSON.stringify([leaf]),
      hashes_json: JSON.stringify([{ alg: 'SHA-256', content }]),
    })
    await add({ ecosystem: 'unheard', name: 'thing', version: '', licenses_json: '[]', transitivity: 2 })
    const { text, file, state } = await download({
      ...spdx,
      componentVersion: '2.4.1',
      metadataComponentType: `${typePrefix}OPERATING_SYSTEM`,
      metadataSupplier: {
        name: 'Acme',
        url: 'https://acme.example',
        contact: { email: 'security@acme.example' },
      },
    })
    const document = assertSpdx(text)
    expect(file.headers).toMatchObject({
      'content-type': 'application/spdx+json',
      'content-disposition': 'attachment; filename="acme-shop_2.4.1_2026-01-15.spdx.json"',
    })
    expect(state).toMatchObject({ format: 'SBOM_FORMAT_SPDX', version: '2.3', output: 'json', components: 3 })
    expect(document).toMatchObject({
      spdxVersion: 'SPDX-2.3',
      name: 'acme/shop',
      creationInfo: {
        created: '2026-01-15T12:00:00Z',
        creators: ['Tool: Gatehouse-0.0.0-test', 'Organization: Acme (security@acme.example)'],
      },
    })
    const [subject, top, low, thing] = document.packages
    expect(subject).toMatchObject({
      versionInfo: '2.4.1',
      supplier: 'Organization: Acme (security@acme.example)',
      primaryPackagePurpose: 'OPERATING_SYSTEM',
      sourceInfo: 'ref refs/heads/main, commit 9f2c1ab',
    })
    expect(top).toMatchObject({
      name: '@scope/top',
      versionInfo: '4.17.21',
      supplier: 'NOASSERTION',
      downloadLocation: 'NOASSERTION',
      filesAnalyzed: false,
      licenseConcluded: 'NOASSERTION',
      licenseDeclared: 'MIT',
      checksums: [{ algorithm: 'SHA256', checksumValue: 'a'.repeat(64) }],
      externalRefs: [
        {
          referenceCategory: 'PACKAGE-MANAGER',
          referenceType: 'purl',
          referenceLocator: 'pkg:npm/%40scope/top@4.17.21',
        },
      ],
      primaryPackagePurpose: 'LIBRARY',
    })
    expect(low?.['licenseDeclared']).toMatch(/^LicenseRef-Own-license-[0-9a-f]{8} AND \(MIT OR ISC\)$/)
    expect(document.hasExtractedLicensingInfos).toMatchObject([{ name: 'Own license' }])
    expect(thing).toMatchObject({ licenseDeclared: 'NOASSERTION' })
    for (const absent of ['versionInfo', 'checksums', 'externalRefs'])
      expect(thing).not.toHaveProperty(absent)
    const named = new Map(document.packages.map((one) => [String(one['SPDXID']), String(one['name'])]))
    expect(
      document.relationships.map((one) => [
        named.get(one.spdxElementId) ?? 'document',
        one.relationshipType,
        named.get(one.relatedSpdxElement),
      ]),
    ).toEqual([
      ['document', 'DESCRIBES', 'acme/shop'],
      ['acme/shop', 'DEPENDS_ON', '@scope/top'],
      ['@scope/top', 'DEPENDS_ON', 'leaf'],
      ['acme/shop', 'CONTAINS', 'leaf'],
      ['acme/shop', 'CONTAINS', 'thing'],
    ])
  })

  it('has a namespace of its own each time, and the same packages', async () => {
    const { add, download } = await shopService()
    await add({})
    const [one, two] = [assertSpdx((await download(spdx)).text), assertSpdx((await download(spdx)).text)]
    expect(one.documentNamespace).not.toBe(two.documentNamespace)
    expect(one.packages).toEqual(two.packages)
  })

  it('covers a deployment by its projects', async () => {
    const { add, download, rows } = await shopService()
    await add({})
    await rows.ref({ project_id: await rows.project({ name: 'acme/bare' }) })
    const document = assertSpdx((await download({ ...spdx, repositoryId: undefined })).text)
    expect(document.packages.map((one) => one['name'])).toEqual(['Main', 'acme/bare', 'acme/shop', 'lodash'])
  })
})
