import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { shopService } from '../testing/shop.ts'
import { assertCycloneDxJson, assertCycloneDxXml, cycloneDxVersions } from '../testing/valid.ts'

describe('an export of a repository', () => {
  it('is a job that ends with a file behind a link that needs no token', async () => {
    const { ask, read, send, services, scan, add, shop, clock } = await shopService()
    await add({})
    const response = await ask()
    expect(response.status).toBe(200)
    const { taskToken } = response.body
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_IN_PROGRESS',
      downloadUrl: null,
    })
    await services.jobs.settled()
    const { body } = await read(taskToken)
    expect(body).toMatchObject({
      taskToken,
      status: 'SBOM_EXPORT_STATUS_COMPLETED',
      errorMessage: null,
      repositoryId: String(shop),
      ref: 'refs/heads/main',
      commit: '9f2c1ab',
      scanId: scan,
      format: 'SBOM_FORMAT_CYCLONEDX',
      version: '1.5',
      createdBy: 'Tess Ter',
      components: 1,
      expiresAt: new Date(clock.now + 7 * 24 * 3600_000).toISOString(),
    })
    const { pathname } = new URL(body.downloadUrl ?? '')
    const file = await send('GET', pathname, { token: null })
    expect(file.headers).toMatchObject({
      'content-type': 'application/vnd.cyclonedx+json; version=1.5',
      'content-disposition': 'attachment; filename="acme-shop_main_2026-01-15.cdx.json"',
      'cache-control': 'private, no-store',
    })
    expect(file.headers['etag']).toBeUndefined()
    expect(Buffer.byteLength(file.text)).toBe(body.size)
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(body.sha256)
  })

  it.each([{}, { name: '' }, { name: '', contact: { email: undefined } }])(
    'says nothing of a supplier that was emptied: %j',
    async (metadataSupplier) => {
      const { add, download } = await shopService()
      await add({})
      const { text } = await download({ metadataSupplier })
      expect(JSON.parse(text).metadata).not.toHaveProperty('supplier')
    },
  )

  it('says everything that is known, and claims nothing else', async () => {
    const { add, download, rows, shop, main, scan } = await shopService()
    const second = await rows.lockfile({
      project_id: shop,
      ref_id: main,
      scan_id: scan,
      path: 'web/package-lock.json',
    })
    await add({ transitivity: 1 })
    await add({ lockfile_id: second, transitivity: 0 })
    await add({ name: '@babel/core', version: '7.24.0', transitivity: 1, licenses_json: '["Own license"]' })
    await add({ ecosystem: 'unheard', name: 'thing', version: '', licenses_json: '[]', transitivity: 2 })
    const { text } = await download({
      componentVersion: '2.4.1',
      metadataSupplier: {
        name: 'Acme',
        url: 'https://acme.example',
        contact: { name: 'Security', email: 'security@acme.example', phone: '+1 555 0100' },
      },
    })
    const bom = JSON.parse(text)
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
    expect(bom.metadata).toMatchObject({
      timestamp: '2026-01-15T12:00:00.000Z',
      component: { type: 'application', name: 'acme/shop', version: '2.4.1', 'bom-ref': 'subject' },
      supplier: {
        name: 'Acme',
        url: ['https://acme.example'],
        contact: [{ name: 'Security', email: 'security@acme.example', phone: '+1 555 0100' }],
      },
      tools: { components: [{ name: 'Gatehouse', version: '0.0.0-test' }] },
    })
    expect(bom.components).toHaveLength(3)
    const find = (name: string) => bom.components.find((one: { name: string }) => one.name === name)
    expect(find('lodash')).toMatchObject({
      type: 'library',
      version: '4.17.21',
      purl: 'pkg:npm/lodash@4.17.21',
      licenses: [{ license: { id: 'MIT' } }],
      properties: [
        { name: 'gatehouse:lockfile:transitive', value: 'package-lock.json' },
        { name: 'gatehouse:lockfile:direct', value: 'web/package-lock.json' },
      ],
    })
    expect(find('core')).toMatchObject({
      group: '@babel',
      purl: 'pkg:npm/%40babel/core@7.24.0',
      licenses: [{ license: { name: 'Own license' } }],
    })
    expect(find('thing')).not.toHaveProperty('purl')
    expect(find('thing')).not.toHaveProperty('licenses')
    expect(bom.dependencies).toEqual([{ ref: 'subject', dependsOn: [find('lodash')['bom-ref']] }])
  })

  it.each(cycloneDxVersions)('is valid CycloneDX %s, whatever names a scan brought', async (version) => {
    const { add, download, rows, shop, lock } = await shopService()
    const evil = [
      '<script>',
      ']]>',
      '&amp;',
      '\u0000\u0007\uFFFF',
      '\uD800',
      '"',
      '../..',
      ' ',
      'ü',
      '@a/b/c',
      ':',
      '/',
    ]
    for (const name of evil) {
      await add({
        name: name || 'x',
        version: name,
        ecosystem: 'maven',
        licenses_json: JSON.stringify([name, 'MIT OR Apache-2.0']),
      })
      await add({ name, version: name, licenses_json: '["MIT OR Apache-2.0"]' })
    }
    await rows.dependency({ project_id: shop, lockfile_id: lock, name: 'plain' })
    const json = await download({ formatVersion: { format: 'SBOM_FORMAT_CYCLONEDX', version } })
    await assertCycloneDxJson(version, json.text)
    const xml = await download({
      formatVersion: { version },
      sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX',
    })
    expect(xml.file.headers['content-type']).toBe(`application/vnd.cyclonedx+xml; version=${version}`)
    await assertCycloneDxXml(version, xml.text)
    expect(xml.text).toContain(`<bom xmlns="http://cyclonedx.org/schema/bom/${version}"`)
    expect(xml.text).not.toContain('<script>')
    expect(xml.text).toContain('plain')
    expect(xml.state.components).toBe(json.state.components)
  })

  it('has the hashes, the package URLs and the graph that a scan gave', async () => {
    const { add, download } = await shopService()
    const sha = (digit: string) => ({ alg: 'SHA-256', content: digit.repeat(64) })
    const leaf = await add({ name: 'leaf', requires_json: '[]', transitivity: 1 })
    const unknown = await add({ name: 'unknown', transitivity: 1 })
    const hashes_json = JSON.stringify([sha('a'), sha('b'), { alg: 'MD5', content: 'no hash' }])
    await add({ name: 'top', requires_json: JSON.stringify([unknown, leaf]), hashes_json })
    const debian = { ecosystem: 'deb', name: 'debian/curl', version: '7.50', transitivity: 2 }
    await add({ ...debian, purl: 'pkg:deb/debian/curl@7.50?arch=i386' })
    const { text, state } = await download()
    const { components, dependencies } = JSON.parse(text)
    expect(components.map((one: { purl: string }) => one.purl)).toEqual([
      'pkg:deb/debian/curl@7.50?arch=i386',
      'pkg:npm/leaf@4.17.21',
      'pkg:npm/top@4.17.21',
      'pkg:npm/unknown@4.17.21',
    ])
    expect(components[0].properties[0]).toEqual({ name: 'gatehouse:ecosystem', value: 'deb' })
    expect(components[2].hashes).toEqual([sha('a'), sha('b')])
    expect(dependencies).toEqual([
      { ref: 'subject', dependsOn: ['pkg:npm/top@4.17.21'] },
      { ref: 'pkg:npm/leaf@4.17.21' },
      { ref: 'pkg:npm/top@4.17.21', dependsOn: ['pkg:npm/leaf@4.17.21', 'pkg:npm/unknown@4.17.21'] },
    ])
    expect(state.completeness).toEqual([
      { element: 'supplier', have: 0, of: 5 },
      { element: 'name', have: 4, of: 4 },
      { element: 'version', have: 4, of: 4 },
      { element: 'identifier', have: 4, of: 4 },
      { element: 'relationship', have: 2, of: 4 },
      { element: 'author', have: 1, of: 1 },
      { element: 'timestamp', have: 1, of: 1 },
    ])
  })

  it('covers the asked ref alone', async () => {
    const { add, download, rows, shop } = await shopService()
    await add({ name: 'on-main' })
    const next = await rows.ref({ project_id: shop, name: 'refs/heads/next', is_primary: 0 })
    await rows.scan({ project_id: shop, ref_id: next })
    const lockfile_id = await rows.lockfile({ project_id: shop, ref_id: next, on_primary: 0 })
    await rows.dependency({ project_id: shop, lockfile_id, on_primary: 0, name: 'on-next' })
    const { text } = await download({ ref: 'next' })
    expect(text).toContain('on-next')
    expect(text).not.toContain('on-main')
  })

  it('covers every project of the deployment without a repository', async () => {
    const { add, download, rows } = await shopService()
    await add({ name: 'of-shop' })
    const api = await rows.project({ name: 'acme/api' })
    const lockfile_id = await rows.lockfile({ project_id: api, ref_id: await rows.ref({ project_id: api }) })
    await rows.dependency({ project_id: api, lockfile_id, name: 'of-api' })
    const { text, state } = await download({ repositoryId: undefined })
    const bom = JSON.parse(text)
    expect(state).toMatchObject({ repositoryId: null, components: 2 })
    expect(bom.metadata.component.name).toBe('Main')
    const holds = bom.components.map((one: { name: string; components: { name: string }[] }) => [
      one.name,
      one.components.map((inner) => inner.name),
    ])
    expect(Object.fromEntries(holds)).toEqual({ 'acme/shop': ['of-shop'], 'acme/api': ['of-api'] })
  })
})
