import { expect, test } from 'vitest'
import { dependencyGroups } from '#contract/operations/dependencies.ts'
import { cycloneDx, library, osvScanner, vulnerability } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

/** The packages of a file that are within bounds, as `name bound version`. */
async function within(purls: string[], searches: [name: string, bound: string][]) {
  const shop = await project()
  await shop.send(cycloneDx(purls))
  const found: string[] = []
  for (const [name, bound] of searches) {
    const side = bound.startsWith('<') ? 'versionUpperBound' : 'versionLowerBound'
    const rows = await shop.dependencies({ name, [side]: bound })
    found.push(...rows.map(({ version }) => `${name} ${bound} ${version}`))
  }
  return found
}

test('packages of distributions are compared by epoch, version and release', async () => {
  const found = await within(
    [
      'pkg:deb/debian/editor@2:9.1.77-2?arch=amd64&distro=debian-12',
      'pkg:deb/debian/libxml@2.9.14-1%2Bdeb12u2?distro=debian-12',
      'pkg:rpm/redhat/webserver@1:8.5.99-1.el9?arch=x86_64',
      'pkg:rpm/redhat/kernel@5.14.0-362.el9?arch=x86_64',
      'pkg:apk/alpine/shell@1.36.1-r0?arch=x86_64',
      'pkg:apk/alpine/tls@3.1.4_rc1-r2',
    ],
    [
      ['editor', '<9.2'],
      ['editor', '>=2:9.1'],
      ['libxml', '<2.9.14-1'],
      ['libxml', '<2.9.14-2'],
      ['webserver', '>=8.5.100'],
      ['webserver', '<8.5.100'],
      ['kernel', '<5.14.0-362.1.el9'],
      ['shell', '<1.36.1'],
      ['shell', '<1.36.1-r1'],
      ['tls', '<3.1.4'],
    ],
  )
  expect(found).toEqual([
    'editor >=2:9.1 2:9.1.77-2',
    'libxml <2.9.14-2 2.9.14-1+deb12u2',
    'webserver >=8.5.100 1:8.5.99-1.el9',
    'kernel <5.14.0-362.1.el9 5.14.0-362.el9',
    'shell <1.36.1-r1 1.36.1-r0',
    'tls <3.1.4 3.1.4_rc1-r2',
  ])
})

test('packages of languages are compared as their package managers do', async () => {
  const found = await within(
    [
      'pkg:gem/xmlparser@1.15.4-x86_64-linux',
      'pkg:nuget/Acme.Protocol@5.7.0%2Bb271',
      'pkg:nuget/Acme.Json@6.0.0-1',
      'pkg:golang/stdlib@go1.21.4',
      'pkg:composer/acme/mailer@1.0.0-patch1',
      'pkg:pub/client@0.13.0%2Bhotfix.2',
      'pkg:hex/web@1.7.0%2Bbuild.5',
      'pkg:conan/zlib@1.2.11',
      'pkg:cran/parser@1.0-2',
      'pkg:hackage/lens@5.2',
    ],
    [
      ['xmlparser', '<1.15.5'],
      ['xmlparser', '<1.15.4'],
      ['Acme.Protocol', '<5.7.0'],
      ['Acme.Protocol', '>=5.7.0'],
      ['Acme.Json', '<6.0.0'],
      ['stdlib', '<1.21.5'],
      ['acme/mailer', '>1.0.0'],
      ['client', '>0.13.0'],
      ['web', '>1.7.0'],
      ['web', '>=1.7.0'],
      ['zlib', '<1.2.9'],
      ['parser', '>1.0-1'],
      ['lens', '<5.2.0'],
    ],
  )
  expect(found).toEqual([
    'xmlparser <1.15.5 1.15.4-x86_64-linux',
    'Acme.Protocol >=5.7.0 5.7.0+b271',
    'Acme.Json <6.0.0 6.0.0-1',
    'stdlib <1.21.5 go1.21.4',
    'acme/mailer >1.0.0 1.0.0-patch1',
    'client >0.13.0 0.13.0+hotfix.2',
    'web >=1.7.0 1.7.0+build.5',
    'parser >1.0-1 1.0-2',
    'lens <5.2.0 5.2',
  ])
})

/** The advised upgrades of the only finding of an OSV-Scanner report. */
async function upgrades(installed: [string, string, string], affected: object[]) {
  const shop = await project()
  await shop.send(osvScanner('lock.json', installed, { id: 'CVE-2026-7', summary: 'A flaw', affected }))
  const [finding] = await shop.vulnerabilities()
  const versions = finding?.fix_recommendations?.map(({ version }) => version)
  return finding?.no_later_fix ? [...(versions ?? []), 'none is above it'] : versions
}

const affected = (ecosystem: string, name: string, ...lines: [introduced: string, fixed: string][]) => ({
  package: { ecosystem, name },
  ranges: lines.map(([introduced, fixed]) => ({ type: 'ECOSYSTEM', events: [{ introduced }, { fixed }] })),
})

test.each([
  [
    'of its own line',
    ['npm', 'args', '1.2.5'],
    [affected('npm', 'args', ['0', '0.2.4'], ['1.0.0', '1.2.6'])],
    ['1.2.6'],
  ],
  [
    'of its own ecosystem',
    ['npm', 'grid', '4.2.1'],
    [affected('NuGet', 'grid', ['0', '9.9.9']), affected('npm', 'grid', ['4.0.0', '4.3.1'])],
    ['4.3.1'],
  ],
  [
    'of its own release',
    ['Debian:12', 'curl', '7.88.1-10'],
    [
      affected('Debian:11', 'curl', ['0', '7.99-1']),
      affected('Debian:12', 'curl', ['0', '7.88.1-10+deb12u4']),
    ],
    ['7.88.1-10+deb12u4'],
  ],
  [
    'above it, lowest first',
    ['PyPI', 'web', '4.1.0'],
    [affected('PyPI', 'web', ['0', '5.0.3'], ['0', '4.2.11'])],
    ['4.2.11', '5.0.3'],
  ],
  [
    'none, since all are below',
    ['npm', 'args', '3.0.0'],
    [affected('npm', 'args', ['0', '0.2.4'], ['1.0.0', '1.2.6'])],
    ['none is above it'],
  ],
  ['none, since none is named', ['npm', 'args', '3.0.0'], [], []],
] satisfies [string, [string, string, string], object[], string[]][])(
  'an upgrade is %s',
  async (_case, installed, entries, expected) => {
    expect(await upgrades(installed, entries)).toEqual(expected)
  },
)

const withEpoch = (purl: string, version: string) => library(purl, { version })

test('an epoch that only the package URL says is a part of the version', async () => {
  const shop = await project()
  const tls = 'pkg:rpm/redhat/tls@3.0.7-1.el9?arch=x86_64&epoch=1'
  const editor = 'pkg:deb/debian/editor@9.0.1378-2?epoch=2&distro=debian-12'
  await shop.send(
    cycloneDx([
      withEpoch(tls, '3.0.7-1.el9'),
      withEpoch(editor, '9.0.1378-2'),
      'pkg:deb/debian/shell@2%3A5.2-1',
      withEpoch('pkg:rpm/redhat/none@3.0-1?epoch=0', '3.0-1'),
      withEpoch('pkg:npm/form@3.0.7?epoch=1', '3.0.7'),
    ]),
  )
  const below = async (name: string, bound: string) =>
    (await shop.dependencies({ name, versionUpperBound: bound })).map(({ version }) => version)
  expect(await below('tls', '<1:3.0.7')).toEqual([])
  expect(await below('tls', '<1:3.0.8')).toEqual(['3.0.7-1.el9'])
  expect(await below('tls', '<3.0.8')).toEqual([])
  expect(await below('editor', '<9.1')).toEqual([])
  expect(await below('editor', '<2:9.1')).toEqual(['9.0.1378-2'])
  expect(await below('shell', '<6')).toEqual([])
  expect(await below('none', '<3.1')).toEqual(['3.0-1'])
  expect(await below('form', '<3.1')).toEqual(['3.0.7'])
  for (const exactVersion of ['3.0.7-1.el9', '1:3.0.7-1.el9'])
    expect(await shop.dependencies({ name: 'tls', exactVersion })).toHaveLength(1)
  // What was sent stays, and the round trip has it.
  const { components } = await shop.bom()
  expect(components.find(({ name }: { name: string }) => name === 'tls')).toMatchObject({
    version: '3.0.7-1.el9',
    purl: tls,
  })
})

test('an epoch beside the version counts for advice and for ranges of a vulnerability', async () => {
  const shop = await project()
  const tls = 'pkg:rpm/redhat/tls@3.0.7-1.el9?epoch=1'
  const id = 'CVE-2026-66'
  await shop.send(
    cycloneDx([withEpoch(tls, '3.0.7-1.el9')], {
      vulnerabilities: [
        vulnerability(id, [], {
          affects: [{ ref: tls, versions: [{ range: 'vers:rpm/<1:3.0.7-1', status: 'unaffected' }] }],
        }),
      ],
    }),
  )
  const found = await shop.vulnerabilities()
  expect(found.map(({ rule_name, status }) => [rule_name, status])).toEqual([[id, 'open']])

  const other = await project()
  const artifact = { name: 'tls', version: '3.0.7-1.el9', type: 'rpm', purl: tls, locations: [] }
  const fix = { versions: ['1:3.0.6-1', '1:3.0.9-1'], state: 'fixed' }
  await other.send({
    matches: [{ vulnerability: { id, severity: 'High', fix }, artifact }],
    source: { type: 'image', target: { userInput: 'acme/shop:1' } },
    descriptor: { name: 'grype', version: '0.90.0' },
  })
  const [advised] = await other.vulnerabilities()
  expect(advised?.fix_recommendations).toEqual([{ package: 'tls', version: '1:3.0.9-1' }])
})

test('packages with a finding are counted in the group of their version with its epoch', async () => {
  const shop = await project()
  const tls = 'pkg:rpm/redhat/tls@3.0.7-1.el9?epoch=1'
  await shop.send(
    cycloneDx([withEpoch(tls, '3.0.7-1.el9')], { vulnerabilities: [vulnerability('CVE-2026-66', [tls])] }),
  )
  const body = { dependencyFilter: { repositoryId: [await shop.id()] } }
  const { groups } = (await shop.service.call(dependencyGroups, { body })).body
  expect(groups).toMatchObject([
    { name: 'tls', openFindings: 1, versions: [{ version: '1:3.0.7-1.el9', openFindings: 1 }] },
  ])
})
