import { expect, test } from 'vitest'
import { cycloneDx, library, spdx, spdxPackage, vulnerability } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

test('a package with two references is listed once, with one finding, beside those that have no version', async () => {
  const shop = await project()
  const sent = await shop.send(
    cycloneDx(
      [
        { type: 'operating-system', name: 'debian', version: '12', 'bom-ref': 'os' },
        library('pkg:npm/left-pad@1.3.0', { 'bom-ref': 'one' }),
        library('pkg:npm/left-pad@1.3.0', { 'bom-ref': 'two' }),
        { type: 'library', name: 'vendored', 'bom-ref': 'v' },
        { type: 'machine-learning-model', name: 'scorer', version: '2', 'bom-ref': 'm' },
        { type: 'file', name: '/etc/hosts', 'bom-ref': 'f' },
      ],
      { vulnerabilities: [vulnerability('CVE-2026-1', ['one', 'two'])] },
    ),
  )
  expect(await shop.packages()).toEqual([
    'generic debian 12',
    'generic scorer 2',
    'generic vendored',
    'npm left-pad 1.3.0',
  ])
  expect(await shop.vulnerabilities()).toMatchObject([{ found_dependency: { package: 'left-pad' } }])
  expect(sent.report?.left_out).toEqual([
    { reason: 'component of type "file"', count: 1 },
    { reason: 'component listed twice', count: 1 },
    { reason: 'duplicate entry', count: 1 },
  ])
})

test('packages without a purl are told apart by their group', async () => {
  const shop = await project()
  const named = (group: string | null, name: string) => ({
    ...{ type: 'library', name, version: '1.2.0', 'bom-ref': `${group}/${name}` },
    ...(group === null ? {} : { group }),
  })
  await shop.send(
    cycloneDx([named('@acme', 'form'), named(null, 'form'), named('org.a', 'io'), named('org.b', 'io')]),
  )
  expect((await shop.dependencies()).map(({ name }) => name).toSorted()).toEqual([
    '@acme/form',
    'form',
    'org.a/io',
    'org.b/io',
  ])
})

test('a package that is installed under another name is the package of its purl', async () => {
  const shop = await project()
  const purl = 'pkg:npm/strip-ansi@6.0.1'
  await shop.send(cycloneDx([library(purl, { name: 'strip-ansi-cjs', 'bom-ref': 'alias' }), library(purl)]))
  expect(await shop.packages()).toEqual(['npm strip-ansi 6.0.1'])
})

test('a part of the application itself is direct, and what it requires transitive', async () => {
  const shop = await project()
  const part = 'pkg:npm/shop-cart@2.0.0'
  await shop.send(
    cycloneDx(['pkg:npm/money@1.0.0'], {
      metadata: {
        component: { type: 'application', name: 'shop', 'bom-ref': 'shop', components: [library(part)] },
      },
      dependencies: [
        { ref: 'shop', dependsOn: [part] },
        { ref: part, dependsOn: ['pkg:npm/money@1.0.0'] },
      ],
    }),
  )
  expect((await shop.dependencies()).map(({ name, transitivity }) => [name, transitivity])).toEqual(
    expect.arrayContaining([
      ['money', 'TRANSITIVE'],
      ['shop-cart', 'DIRECT'],
    ]),
  )
})

test('a Go package in a subfolder of a module stands beside other modules', async () => {
  const shop = await project()
  const paths = ['pkg:golang/example.com/proto@v0.3.0#gen/orders', 'pkg:golang/example.com/api@v1.2.0']
  await shop.send(cycloneDx(paths))
  expect(await shop.dependencies()).toHaveLength(2)
})

test('a license that another scan changes or no longer names is changed or gone', async () => {
  const shop = await project()
  const licensed = (...ids: string[]) =>
    cycloneDx([library('pkg:npm/chart@3.1.0', { licenses: ids.map((id) => ({ license: { id } })) })])
  const licenses = async () => (await shop.dependencies()).map((each) => each.licenses)
  await shop.send(licensed('MIT'))
  expect(await licenses()).toEqual([['MIT']])
  await shop.send(licensed('BSD-3-Clause'))
  expect(await licenses()).toEqual([['BSD-3-Clause']])
  await shop.send(licensed())
  expect(await licenses()).toEqual([[]])
})

test('SPDX that the package describes, instead of the document, has the same subject', async () => {
  const shop = await project()
  await shop.send(
    spdx([spdxPackage('shop', '1.0'), spdxPackage('money', '2.1.0', 'pkg:npm/money@2.1.0')], {
      relationships: [
        relationship('SPDXRef-shop', 'DESCRIBED_BY', 'SPDXRef-DOCUMENT'),
        relationship('SPDXRef-money', 'DEPENDENCY_OF', 'SPDXRef-shop'),
      ],
    }),
  )
  expect(await shop.dependencies()).toMatchObject([{ name: 'money', transitivity: 'DIRECT' }])
})

test('packages that SPDX describes together are all dependencies', async () => {
  const shop = await project()
  await shop.send(
    spdx(
      [
        spdxPackage('money', '2.1.0', 'pkg:npm/money@2.1.0'),
        spdxPackage('chart', '3.1.0', 'pkg:npm/chart@3.1.0'),
      ],
      {
        relationships: [
          relationship('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-money'),
          relationship('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-chart'),
          relationship('SPDXRef-chart', 'PACKAGE_OF', 'SPDXRef-money'),
        ],
      },
    ),
  )
  expect(await shop.packages()).toEqual(['npm chart 3.1.0', 'npm money 2.1.0'])
})

test('a purl of SPDX 2.2 is read, and what has none stays a package beside it', async () => {
  const shop = await project()
  const reference = (referenceCategory: string, referenceType: string, referenceLocator: string) => ({
    externalRefs: [{ referenceCategory, referenceType, referenceLocator }],
  })
  await shop.send(
    spdx([
      spdxPackage(
        'module',
        'v1.4.0',
        null,
        reference('PACKAGE_MANAGER', 'purl', 'pkg:golang/example.com/a/b@v1.4.0?type=module'),
      ),
      spdxPackage('musl', '1.2.4-r2', 'pkg:apk/alpine/musl@1.2.4-r2?arch=x86_64'),
      spdxPackage(
        'zstd',
        '1.5.5',
        null,
        reference('SECURITY', 'cpe23Type', 'cpe:2.3:a:facebook:zstandard:1.5.5:*:*:*:*:*:*:*'),
      ),
    ]),
  )
  expect(await shop.packages()).toEqual([
    'apk musl 1.2.4-r2',
    'generic zstd 1.5.5',
    'gomod example.com/a/b v1.4.0',
  ])
})

test('licenses of SPDX come from the declaration where nobody concluded one', async () => {
  const shop = await project()
  const licensed = (name: string, licenseConcluded: string, licenseDeclared: string) =>
    spdxPackage(name, '1.0.0', `pkg:npm/${name}@1.0.0`, { licenseConcluded, licenseDeclared })
  await shop.send(
    spdx(
      [
        licensed('one', 'NOASSERTION', '(ISC OR MIT) AND BSD-2-Clause'),
        licensed('two', 'NONE', 'GPL-2.0-only WITH Classpath-exception-2.0'),
      ],
      { files: [{ SPDXID: 'SPDXRef-File-1', fileName: './one.js' }], snippets: [] },
    ),
  )
  expect((await shop.dependencies()).map(({ name, licenses }) => [name, licenses])).toEqual(
    expect.arrayContaining([
      ['one', ['(ISC OR MIT) AND BSD-2-Clause']],
      ['two', ['GPL-2.0-only WITH Classpath-exception-2.0']],
    ]),
  )
})

const relationship = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string) => ({
  spdxElementId,
  relationshipType,
  relatedSpdxElement,
})
