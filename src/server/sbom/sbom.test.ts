import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listSbomExports, retrySbomExport } from '#contract/sbom.ts'
import { purlOf } from '#server/purl.ts'
import { isExpression, licencesOf } from './licences.ts'
import { exportsSettled, resumeExports } from './public.ts'
import { shopService, typePrefix } from './testing/shop.ts'

describe('an export of a repository', () => {
  it('is a job that ends with a file behind a link that needs no token', async () => {
    const { ask, read, send, services, scan, add, shop, clock } = await shopService()
    add({})
    const answer = await ask()
    expect(answer.status).toBe(200)
    const { taskToken } = answer.body
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_IN_PROGRESS',
      downloadUrl: null,
    })
    await exportsSettled(services)
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

  it('says everything that is known, and claims nothing else', async () => {
    const { add, download, rows, shop, main, scan } = await shopService()
    const second = rows.lockfile({
      project_id: shop,
      ref_id: main,
      scan_id: scan,
      path: 'web/package-lock.json',
    })
    add({ transitivity: 1 })
    add({ lockfile_id: second, transitivity: 0 })
    add({ name: '@babel/core', version: '7.24.0', transitivity: 1, licenses_json: '["Own licence"]' })
    add({ ecosystem: 'unheard', name: 'thing', version: '', licenses_json: '[]', transitivity: 2 })
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
        { name: 'gatehouse:lockfile', value: 'package-lock.json' },
        { name: 'gatehouse:lockfile', value: 'web/package-lock.json' },
      ],
    })
    expect(find('core')).toMatchObject({
      group: '@babel',
      purl: 'pkg:npm/%40babel/core@7.24.0',
      licenses: [{ license: { name: 'Own licence' } }],
    })
    expect(find('thing')).not.toHaveProperty('purl')
    expect(find('thing')).not.toHaveProperty('licenses')
    expect(bom.dependencies).toEqual([{ ref: 'subject', dependsOn: [find('lodash')['bom-ref']] }])
  })

  it.each(['1.4', '1.5', '1.6', '1.7'] as const)(
    'is valid CycloneDX %s, whatever names a scan brought',
    async (version) => {
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
        add({
          name: name || 'x',
          version: name,
          ecosystem: 'maven',
          licenses_json: JSON.stringify([name, 'MIT OR Apache-2.0']),
        })
        add({ name, version: name, licenses_json: '["MIT OR Apache-2.0"]' })
      }
      rows.dependency({ project_id: shop, lockfile_id: lock, name: 'plain' })
      const json = await download({ formatVersion: { format: 'SBOM_FORMAT_CYCLONEDX', version } })
      const versions = {
        '1.4': Spec.Version.v1dot4,
        '1.5': Spec.Version.v1dot5,
        '1.6': Spec.Version.v1dot6,
        '1.7': Spec.Version.v1dot7,
      }
      expect(await new Validation.JsonStrictValidator(versions[version]).validate(json.text)).toBeNull()
      const xml = await download({
        formatVersion: { version },
        sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX',
      })
      expect(xml.file.headers['content-type']).toBe(`application/vnd.cyclonedx+xml; version=${version}`)
      expect(xml.text).toContain(`<bom xmlns="http://cyclonedx.org/schema/bom/${version}"`)
      expect(xml.text).not.toContain('<script>')
      expect(xml.text).toContain('plain')
      expect(xml.state.components).toBe(json.state.components)
    },
  )

  it('covers the asked ref alone', async () => {
    const { add, download, rows, shop } = await shopService()
    add({ name: 'on-main' })
    const next = rows.ref({ project_id: shop, name: 'refs/heads/next', is_primary: 0 })
    rows.scan({ project_id: shop, ref_id: next })
    const lockfile_id = rows.lockfile({ project_id: shop, ref_id: next, on_primary: 0 })
    rows.dependency({ project_id: shop, lockfile_id, on_primary: 0, name: 'on-next' })
    const { text } = await download({ ref: 'next' })
    expect(text).toContain('on-next')
    expect(text).not.toContain('on-main')
  })

  it('covers every project of the deployment without a repository', async () => {
    const { add, download, rows } = await shopService()
    add({ name: 'of-shop' })
    const api = rows.project({ name: 'acme/api' })
    const lockfile_id = rows.lockfile({ project_id: api, ref_id: rows.ref({ project_id: api }) })
    rows.dependency({ project_id: api, lockfile_id, name: 'of-api' })
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

describe('a request that cannot be met makes no job', () => {
  it.each([
    [400, { repositoryId: 1 }],
    [400, { formatVersion: { version: '1.3' } }],
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
    [501, { formatVersion: { format: 'SBOM_FORMAT_SPDX', version: '2.3' } }],
    [501, { includeVulnerabilities: true }],
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

describe('the link', () => {
  it('cannot be guessed, prolonged or used for another export, and ends', async () => {
    const { ask, read, send, services, clock } = await shopService()
    const tokens = [(await ask()).body.taskToken, (await ask()).body.taskToken]
    await exportsSettled(services)
    const urls = await Promise.all(
      tokens.map(async (token) => new URL((await read(token)).body.downloadUrl ?? '').pathname),
    )
    const [first = '', second = ''] = urls
    const status = async (path: string) => (await send('GET', path, { token: null })).status
    const parts = (path: string) => path.slice('/api/v1/sbom/download/'.length).split('.')
    const [id, until, signature] = parts(first)
    const base = '/api/v1/sbom/download/'
    expect(await status(first)).toBe(200)
    expect(await status(`${base}${id}.${Number(until) + 60_000}.${signature}`)).toBe(404)
    expect(await status(`${base}${parts(second)[0]}.${until}.${signature}`)).toBe(404)
    expect(await status(`${base}${id}.${until}.${'A'.repeat(43)}`)).toBe(404)
    expect(await status(`${base}..%2F..%2Fetc%2Fpasswd`)).toBe(404)
    clock.now += 16 * 60_000
    expect(await status(first)).toBe(404)
    const fresh = new URL((await read(tokens[0] ?? '')).body.downloadUrl ?? '').pathname
    expect(await status(fresh)).toBe(200)
  })

  it('ends with the file after 7 days, while the record stays', async () => {
    const { services, ask, read, clock } = await shopService()
    const { taskToken } = (await ask()).body
    await exportsSettled(services)
    expect(await readdir(join(services.config.dataFolder, 'exports'))).toEqual([taskToken])
    clock.now += 7 * 24 * 3600_000
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_COMPLETED',
      downloadUrl: null,
    })
    await resumeExports(services)
    expect(await readdir(join(services.config.dataFolder, 'exports'))).toEqual([])
  })
})

describe('a job that is broken off', () => {
  it('goes on after a restart', async () => {
    const { ask, read, services } = await shopService()
    const { taskToken } = (await ask()).body
    await exportsSettled(services)
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', download_token: null })
        .execute(),
    )
    await resumeExports(services)
    await exportsSettled(services)
    expect((await read(taskToken)).body.status).toBe('SBOM_EXPORT_STATUS_COMPLETED')
  })

  it('is given up after three times, and can be tried again by hand', async () => {
    const { ask, call, read, services } = await shopService()
    const { taskToken } = (await ask()).body
    await exportsSettled(services)
    expect((await call(retrySbomExport, { path: { taskToken } })).status).toBe(409)
    await services.database.write((transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', attempts: 3, download_token: null })
        .execute(),
    )
    await resumeExports(services)
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_FAILED',
      errorMessage: 'The export was broken off 3 times.',
    })
    expect((await call(retrySbomExport, { path: { taskToken } })).body).toEqual({ taskToken })
    await exportsSettled(services)
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_COMPLETED',
      errorMessage: null,
    })
  })

  it('says why it failed, without the inner workings', async () => {
    const { ask, read, services } = await shopService()
    await writeFile(join(services.config.dataFolder, 'exports'), 'a file where the folder should be')
    const { taskToken } = (await ask()).body
    await exportsSettled(services)
    const { body } = await read(taskToken)
    expect(body.status).toBe('SBOM_EXPORT_STATUS_FAILED')
    expect(body.errorMessage).toMatch(/^The file could not be written \(E[A-Z]+\)\.$/)
    expect(body.downloadUrl).toBeNull()
  })
})

describe('package URLs', () => {
  it.each([
    ['npm', '@babel/core', '7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['pypi', 'Typing_Extensions', '4.1', 'pkg:pypi/typing-extensions@4.1'],
    ['gomod', 'github.com/go-chi/chi/v5', 'v5.0.1', 'pkg:golang/github.com/go-chi/chi/v5@v5.0.1'],
    ['maven', 'org.slf4j:slf4j-api', '2.0.9', 'pkg:maven/org.slf4j/slf4j-api@2.0.9'],
    ['composer', 'symfony/http-kernel', '6.4.0', 'pkg:composer/symfony/http-kernel@6.4.0'],
    ['cargo', 'serde', '1.0.0', 'pkg:cargo/serde@1.0.0'],
    ['gem', 'rails', '7.1.0', 'pkg:gem/rails@7.1.0'],
    ['nuget', 'Newtonsoft.Json', '13.0.1', 'pkg:nuget/Newtonsoft.Json@13.0.1'],
    ['unheard', 'of', '1', undefined],
  ])('of %s %s', (ecosystem, name, version, purl) => {
    expect(purlOf(ecosystem, name, version)).toBe(purl)
  })

  it('never fail, whatever the name', () => {
    const ecosystem = fc.constantFrom('npm', 'pypi', 'gomod', 'maven', 'swiftpm', 'pub', 'hex')
    const text = fc.string({ unit: 'binary' })
    fc.assert(fc.property(ecosystem, text, text, (kind, name, version) => void purlOf(kind, name, version)))
  })
})

describe('licences', () => {
  it.each([
    'MIT OR Apache-2.0',
    '(MIT AND (BSD-3-Clause OR LicenseRef-own))',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'Apache-2.0+',
  ])('reads %s as an expression', (text) => expect(isExpression(text)).toBe(true))

  it.each(['', 'MIT OR', '(MIT', 'MIT Apache-2.0', 'Own AND MIT', 'MIT WITH', 'OR', ')('])(
    'reads "%s" as a name',
    (text) => expect(isExpression(text)).toBe(false),
  )

  it('writes an expression alone, and by name beside others', () => {
    const kinds = (words: string[]) => [...licencesOf(words)].map((one) => one.constructor.name)
    expect(kinds(['MIT OR ISC'])).toEqual(['LicenseExpression'])
    expect(kinds(['mit', 'mit', ' '])).toEqual(['SpdxLicense'])
    expect(kinds(['MIT OR ISC', 'MIT'])).toEqual(['NamedLicense', 'SpdxLicense'])
  })
})
