import { expect, test } from 'vitest'
import { exportVex } from '#contract/operations/vex.ts'
import { csaf, openVex } from '#server/vex/testing/shop.ts'
import { cycloneDx, osvScanner, sarif, sarifResult, trivy, vulnerability } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'
import { statements } from './testing/statements.ts'

const project = projects()
const id = 'CVE-2026-31'

const { close, foundIn, notAffected } = statements(id, project)

// The ten matchings of go-vex, and the rules of docs/vex.md beyond them.
test.each([
  ['the same', 'pkg:apk/wolfi/form@2.4.1-r1?arch=aarch64', 'pkg:apk/wolfi/form@2.4.1-r1?arch=aarch64'],
  ['no qualifier', 'pkg:apk/wolfi/form@2.4.1-r1', 'pkg:apk/wolfi/form@2.4.1-r1?arch=aarch64'],
  ['no version', 'pkg:oci/form', 'pkg:oci/form@sha256:1f2e'],
  ['one of two qualifiers', 'pkg:deb/debian/form@1?arch=i386', 'pkg:deb/debian/form@1?arch=i386&distro=a'],
  ['no distribution', 'pkg:apk/form@2.4.1-r1', 'pkg:apk/wolfi/form@2.4.1-r1'],
  ['a release', 'pkg:deb/debian/form@1?distro=debian-12', 'pkg:deb/debian/form@1?distro=debian-12.5'],
  ['another name of it', 'pkg:rpm/rhel/form@1?distro=redhat-9', 'pkg:rpm/redhat/form@1?distro=rhel-9.4'],
  ['the usual type', 'pkg:maven/org.acme/form@1?type=jar', 'pkg:maven/org.acme/form@1'],
  ['the epoch in the version', 'pkg:rpm/fedora/form@2:1-3', 'pkg:rpm/fedora/form@1-3?epoch=2'],
  ['the epoch beside it', 'pkg:deb/debian/form@1-3?epoch=2', 'pkg:deb/debian/form@2%3A1-3'],
  ['no epoch', 'pkg:rpm/fedora/form@1-3?epoch=0', 'pkg:rpm/fedora/form@1-3'],
])('a statement that names %s covers it', async (_, stated, found) => {
  expect(await close(await foundIn(found), stated)).toMatchObject({
    result: { outcome: 'triaged', detail: '1 finding triaged.' },
    statuses: ['ignored'],
  })
})

test.each([
  ['type', 'pkg:apk/wolfi/form@1-r0', 'pkg:rpm/wolfi/form@1-r0', 'package_not_found', 'form'],
  ['name', 'pkg:apk/wolfi/form@1-r0', 'pkg:apk/wolfi/field@1-r0', 'package_not_found', 'form'],
  ['version', 'pkg:apk/wolfi/form@1-r0', 'pkg:apk/wolfi/form@1-r1', 'version_not_covered', '1-r1'],
  ['epoch', 'pkg:rpm/fedora/form@1-3?epoch=2', 'pkg:rpm/fedora/form@1-3', 'version_not_covered', '1-3'],
  [
    'distribution',
    'pkg:apk/wolfi/form@1-r0',
    'pkg:apk/alpine/form@1-r0',
    'other_artifact',
    'wolfi (found: alpine)',
  ],
  [
    'vendor',
    'pkg:rpm/fedora/form@1-3',
    'pkg:rpm/redhat/form@1-3',
    'other_artifact',
    'fedora (found: redhat)',
  ],
  [
    'architecture',
    'pkg:deb/debian/form@1?arch=armhf',
    'pkg:deb/debian/form@1?arch=amd64',
    'other_artifact',
    'arch=armhf (found: amd64)',
  ],
  [
    'image',
    'pkg:oci/form@sha256:1f?arch=amd64',
    'pkg:oci/form@sha256:1f?arch=arm64',
    'other_artifact',
    'arch=amd64 (found: arm64)',
  ],
  [
    'qualifier that it lacks',
    'pkg:npm/form@1?arch=x',
    'pkg:npm/form@1',
    'other_artifact',
    'arch=x (found: none)',
  ],
  [
    'jar',
    'pkg:maven/org.acme/form@1?classifier=sources',
    'pkg:maven/org.acme/form@1',
    'other_artifact',
    'classifier=sources',
  ],
  [
    'release',
    'pkg:rpm/rocky/form@1?distro=el9',
    'pkg:rpm/rocky/form@1?distro=el8',
    'other_artifact',
    'distro=el9 (found: el8)',
  ],
  [
    'point release',
    'pkg:deb/debian/form@1?distro=debian-12.5',
    'pkg:deb/debian/form@1?distro=debian-12',
    'other_artifact',
    'distro',
  ],
  [
    'longer number',
    'pkg:deb/debian/form@1?distro=debian-1',
    'pkg:deb/debian/form@1?distro=debian-12',
    'other_artifact',
    'distro',
  ],
  [
    'code name',
    'pkg:deb/debian/form@1?distro=debian-sid',
    'pkg:deb/debian/form@1?distro=debian-12',
    'other_artifact',
    'distro',
  ],
  ['part of it', 'pkg:npm/form@1#lib', 'pkg:npm/form@1', 'other_artifact', '#lib'],
  [
    'platform',
    'pkg:gem/form@1?platform=java',
    'pkg:gem/form@1?platform=x86_64-linux',
    'other_artifact',
    'platform=java',
  ],
])(
  'a statement about another %s closes nothing, and the answer names it',
  async (_, stated, found, reason, named) => {
    const { result, statuses } = await close(await foundIn(found), stated)
    expect(result).toMatchObject({ outcome: 'unmatched', reason, detail: expect.stringContaining(named) })
    expect(statuses).toEqual(['open'])
  },
)

const container = {
  version: '15.0.7',
  scan: {
    ...{ type: 'container_scanning', status: 'success' },
    ...{ start_time: '2026-01-14T08:00:00', end_time: '2026-01-14T08:01:00' },
    scanner: { id: 'trivy', name: 'Trivy', version: '1', vendor: { name: 'GitLab' } },
    analyzer: { id: 'gcs', name: 'GCS', version: '1', vendor: { name: 'GitLab' } },
  },
  vulnerabilities: [
    {
      ...{ id: 'one', name: 'form', severity: 'High' },
      identifiers: [{ type: 'cve', name: id, value: id }],
      location: {
        ...{ operating_system: 'debian:12', image: 'registry.example.com/acme/shop:1' },
        dependency: { package: { name: 'form' }, version: '1:3.0.dfsg-2' },
      },
    },
  ],
}

const grypeMatch = (purl: object) => ({
  matches: [
    {
      vulnerability: { id, severity: 'High' },
      artifact: { name: 'form', version: '1:3.0-2.el9_1', type: 'rpm', locations: [], ...purl },
    },
  ],
  source: { type: 'image', target: { userInput: 'acme/shop:1' } },
  distro: { name: 'rocky', version: '9.3' },
  descriptor: { name: 'grype', version: '0.90.0' },
})

const found = {
  osvDebian: osvScanner('status', ['Debian:12', 'form', '1:3.0.dfsg-2'], { id }, { ids: [id] }),
  osvAlpine: osvScanner('installed', ['Alpine:v3.18', 'form', '3.0.1-r4'], { id }, { ids: [id] }),
  osvRocky: osvScanner('rpmdb', ['Rocky Linux:9', 'form', '1:3.0-2.el9_1'], { id }, { ids: [id] }),
  gitlab: container,
  grype: grypeMatch({ purl: 'pkg:rpm/rocky/form@3.0-2.el9_1?arch=x86_64&epoch=1&distro=rocky-9.3' }),
  grypeWithout: grypeMatch({}),
  trivyJson: trivy('debian', 'acme/shop:1 (debian 12.5)', [[id, 'form', '1:3.0.dfsg-2']]),
  trivySarif: sarif(
    'Trivy',
    [
      sarifResult(id, 'library/shop', 1, {
        message: {
          text: `Package: form\nInstalled Version: 1:3.0.dfsg-2\nVulnerability ${id}\nSeverity: HIGH`,
        },
      }),
    ],
    { rules: [{ id, name: 'OsPackageVulnerability', properties: { tags: ['vulnerability', 'security'] } }] },
  ),
}

const debian = 'pkg:deb/debian/form@1%3A3.0.dfsg-2'
const rocky = 'pkg:rpm/rocky/form@3.0-2.el9_1?epoch=1'

test.each<[keyof typeof found, string, string | null]>([
  ['osvDebian', `${debian}?distro=debian-12`, null],
  ['osvDebian', 'pkg:deb/debian/form@3.0.dfsg-2?epoch=1&arch=i386', 'arch=i386'],
  ['osvAlpine', 'pkg:apk/alpine/form', null],
  ['osvRocky', `${rocky}&distro=rocky-9`, null],
  ['gitlab', `${debian}?arch=amd64`, 'arch=amd64'],
  ['grype', `${rocky}&arch=x86_64`, null],
  ['grypeWithout', `${rocky}&arch=x86_64&distro=rocky-9`, 'arch=x86_64'],
  ['trivyJson', `${debian}?distro=debian-12&upstream=forms`, 'upstream=forms'],
  ['trivySarif', `${debian}?arch=amd64`, 'the distribution debian, arch=amd64'],
])('of %s: %s closes it, and the answer names what the scan does not tell', async (name, stated, unknown) => {
  const shop = await project()
  await shop.send(found[name])
  const { result, statuses } = await close(shop, stated)
  expect(statuses).toEqual(['ignored'])
  expect(result?.detail).toBe(
    `1 finding triaged.${unknown === null ? '' : ` The scan does not tell whether it is ${unknown}.`}`,
  )
})

test.each<[keyof typeof found, string, string]>([
  ['osvDebian', 'pkg:deb/ubuntu/form@1%3A3.0.dfsg-2', 'the distribution ubuntu (found: debian)'],
  ['osvDebian', `${debian}?distro=debian-11`, 'distro=debian-11 (found: Debian:12)'],
  ['osvAlpine', 'pkg:apk/wolfi/form', 'the distribution wolfi'],
  ['osvRocky', 'pkg:rpm/rocky/form@3.0-2.el9_1', '1:3.0-2.el9_1'],
  ['gitlab', 'pkg:deb/ubuntu/form', 'the distribution ubuntu'],
  ['grype', `${rocky}&arch=aarch64`, 'arch=aarch64 (found: x86_64)'],
  ['grypeWithout', 'pkg:rpm/redhat/form', 'the distribution redhat (found: rocky)'],
  ['trivyJson', `${debian}?distro=debian-12.4`, 'distro=debian-12.4'],
  ['trivySarif', 'pkg:deb/debian/form@1%3A3.0.dfsg-1', '1:3.0.dfsg-2'],
  ['trivySarif', 'pkg:pypi/form', 'was not found in form'],
])('of %s: %s closes nothing', async (name, stated, named) => {
  const shop = await project()
  await shop.send(found[name])
  const { result, statuses } = await close(shop, stated)
  expect(statuses).toEqual(['open'])
  expect(result).toMatchObject({ outcome: 'unmatched', detail: expect.stringContaining(named) })
})

test('CSAF about an RPM with an epoch, named with its architecture, closes the finding of Grype', async () => {
  const shop = await project()
  await shop.send(found.grype)
  const purl = `${rocky}&arch=x86_64`
  const product = { product_id: 'RPM', name: 'form', product_identification_helper: { purl } }
  const document = csaf(
    {
      ...{ cve: id, product_status: { known_not_affected: ['RPM'] } },
      flags: [{ label: 'vulnerable_code_not_present', product_ids: ['RPM'] }],
    },
    { branches: [{ category: 'product_version', name: 'form-1:3.0-2.el9_1.x86_64', product }] },
  )
  await shop.vex(document)
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored' }])
})

test('a branch of CSAF for an architecture says which artifact its products are, if their package URLs do not', async () => {
  const shop = await foundIn(...twoArchitectures, 'pkg:npm/form@1.2', 'pkg:deb/debian/field@1.2?arch=arm64')
  const named = (product_id: string, purl: string) => ({
    category: 'product_version',
    name: '1.2',
    product: { product_id, name: product_id, product_identification_helper: { purl } },
  })
  const inArchitecture = (name: string, ...branches: object[]) => ({
    category: 'architecture',
    name,
    branches,
  })
  const ids = ['DEB', 'NPM', 'OTHER', 'ANY']
  const document = csaf(
    {
      ...{ cve: id, product_status: { known_not_affected: ids } },
      flags: [{ label: 'vulnerable_code_not_present', product_ids: ids }],
    },
    {
      branches: [
        inArchitecture(
          'amd64',
          named('DEB', 'pkg:deb/debian/form@1.2'),
          named('NPM', 'pkg:npm/form@1.2'),
          named('OTHER', 'pkg:deb/debian/field@1.2'),
        ),
        inArchitecture('Any', named('ANY', 'pkg:deb/debian/other@1.2')),
      ],
    },
  )
  expect(
    (await shop.vex(document)).map(({ outcome, reason, detail }) => [outcome, reason ?? detail]),
  ).toEqual([
    ['triaged', '1 finding triaged.'],
    ['triaged', '1 finding triaged.'],
    ['unmatched', 'other_artifact'],
    ['unmatched', 'package_not_found'],
  ])
  expect((await shop.vulnerabilities()).map((one) => one.status)).toEqual([
    'ignored',
    'open',
    'ignored',
    'open',
  ])
})

const twoArchitectures = ['amd64', 'arm64'].map((arch) => `pkg:deb/debian/form@1.2?arch=${arch}`)

test('each of two statements about two architectures closes its own finding, in whichever order they come', async () => {
  const shop = await foundIn(...twoArchitectures)
  const [first = '', second = ''] = twoArchitectures
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'open' }, { status: 'open' }])
  await shop.vex(openVex([notAffected(second)]))
  const inOrder = async () => (await shop.vulnerabilities()).map(({ status }) => status)
  expect(await inOrder()).toEqual(['open', 'ignored'])
  const reversed = twoArchitectures.toReversed()
  await shop.send(cycloneDx(reversed, { vulnerabilities: [vulnerability(id, reversed)] }))
  expect(await inOrder()).toEqual(['open', 'ignored'])
  const results = await shop.vex(openVex([notAffected(first), notAffected(second)]))
  expect(results.map(({ outcome }) => outcome)).toEqual(['triaged', 'unchanged'])
  expect(await inOrder()).toEqual(['ignored', 'ignored'])
})

/** The packages of the exported statements. */
async function exported(shop: Project): Promise<string[]> {
  const query = { project: shop.name, ref: 'main' }
  const { text } = await shop.service.call(exportVex, { query })
  const { statements } = JSON.parse(text)
  return statements.map((each: never) => each['products'][0]['subcomponents'][0]['@id'])
}

test('a decision about one artifact is published for that one', async () => {
  const shop = await foundIn(...twoArchitectures)
  await shop.vex(openVex([notAffected(twoArchitectures[1] ?? '')]))
  expect(await exported(shop)).toEqual(['pkg:deb/debian/form@1.2?arch=arm64'])
})

test('a decision about a package of a distribution is published with it', async () => {
  const shop = await project()
  await shop.send(found.osvDebian)
  await shop.vex(openVex([notAffected('pkg:deb/debian/form')]))
  expect(await exported(shop)).toEqual(['pkg:deb/debian/form@1:3.0.dfsg-2?distro=debian-12'])
})
