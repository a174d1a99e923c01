import { expect, test } from 'vitest'
import { csaf, openVex } from '#server/vex/testing/shop.ts'
import { cycloneDx, osvScanner } from './testing/files.ts'
import { projects } from './testing/project.ts'
import { statements } from './testing/statements.ts'

const project = projects()
const id = 'CVE-2026-32'

const { close, foundIn } = statements(id, project)

test.each([
  ['the prerelease of a gem', 'pkg:gem/form@1.0.0', 'pkg:gem/form@1.0.0-rc1', 'version_not_covered'],
  [
    'a desktop by a statement about a server',
    'pkg:rpm/suse/form@1-1?distro=sles-15.5',
    'pkg:rpm/suse/form@1-1?distro=sled-15.5',
    'other_artifact',
  ],
  [
    'a rolling release by one about another edition',
    'pkg:rpm/opensuse/form@1-1?distro=opensuse-leap-15.5',
    'pkg:rpm/opensuse/form@1-1?distro=opensuse-microos-15.5',
    'other_artifact',
  ],
])('a statement does not cover %s', async (_, stated, found, reason) => {
  expect(await close(await foundIn(found), stated)).toMatchObject({
    result: { outcome: 'unmatched', reason },
    statuses: ['open'],
  })
})

test.each([
  ['the scheme in capitals', 'PKG:npm/form@1.0.0', 'pkg:npm/form@1.0.0'],
  ['dashes for underscores', 'pkg:cargo/form-field@1.0.0', 'pkg:cargo/form_field@1.0.0'],
  [
    'the usual registry',
    'pkg:maven/org.acme/form@1?repository_url=https://repo.maven.apache.org/maven2',
    'pkg:maven/org.acme/form@1',
  ],
  [
    'the end of a registry',
    'pkg:npm/form@1.0.0?repository_url=https://r.example.com/',
    'pkg:npm/form@1.0.0?repository_url=https://r.example.com',
  ],
  ['capitals of NuGet', 'pkg:nuget/form.field@1.0.0', 'pkg:nuget/Form.Field@1.0.0'],
  ['capitals of Composer', 'pkg:composer/acme/form@1.0.0', 'pkg:composer/Acme/Form@1.0.0'],
  ['dividers of PyPI', 'pkg:pypi/form-field@1.0.0', 'pkg:pypi/Form._Field@1.0.0'],
  ['capitals of Go', 'pkg:golang/example.com/acme/form@v1.0.0', 'pkg:golang/example.com/Acme/form@v1.0.0'],
])('a statement that spells %s otherwise covers it', async (_, stated, found) => {
  expect(await close(await foundIn(found), stated)).toMatchObject({
    result: { outcome: 'triaged' },
    statuses: ['ignored'],
  })
})

test.each(['debian-backports', 'debian%2Fsecurity', 'debianish'])(
  'the distribution %s is not Debian',
  async (namespace) => {
    expect(await close(await foundIn('pkg:deb/debian/form@1'), `pkg:deb/${namespace}/form@1`)).toMatchObject({
      result: { outcome: 'unmatched', reason: 'other_artifact' },
      statuses: ['open'],
    })
  },
)

test.each([
  ['npm', 'pkg:npm/formstream@1.0.0', 'pkg:npm/FormStream@1.0.0'],
  ['npm', 'pkg:npm/form-merge@1.0.0', 'pkg:npm/form.merge@1.0.0'],
  ['npm', 'pkg:npm/form_merge@1.0.0', 'pkg:npm/form-merge@1.0.0'],
  ['Maven', 'pkg:maven/org.acme/form@1.0.0', 'pkg:maven/org.acme/Form@1.0.0'],
  ['RubyGems', 'pkg:gem/form@1.0.0', 'pkg:gem/Form@1.0.0'],
  ['RubyGems', 'pkg:gem/form_field@1.0.0', 'pkg:gem/form-field@1.0.0'],
  ['Hackage', 'pkg:hackage/form@1.0.0', 'pkg:hackage/Form@1.0.0'],
  ['RPM', 'pkg:rpm/fedora/form@1-1', 'pkg:rpm/fedora/Form@1-1'],
  ['NuGet', 'pkg:nuget/Form-Field@1.0.0', 'pkg:nuget/Form.Field@1.0.0'],
  ['Cargo', 'pkg:cargo/formfield@1.0.0', 'pkg:cargo/form_field@1.0.0'],
])('a statement does not cover another package of %s: %s, %s', async (_, stated, found) => {
  expect(await close(await foundIn(found), stated)).toMatchObject({
    result: { outcome: 'unmatched', reason: 'package_not_found' },
    statuses: ['open'],
  })
})

const releases: [purl: string, stated: string, found: string, isCovered: boolean][] = [
  ['pkg:deb/debian/form@1', 'bookworm', 'debian-12', true],
  ['pkg:deb/debian/form@1', 'bookworm', 'debian-12.5', true],
  ['pkg:deb/debian/form@1', 'Bookworm', '12.5', true],
  ['pkg:deb/debian/form@1', 'debian-bookworm', 'debian-12.5', true],
  ['pkg:deb/debian/form@1', 'debian-12', 'bookworm', true],
  ['pkg:deb/debian/form@1', '12', 'bookworm', true],
  ['pkg:deb/debian/form@1', 'debian-12.5', 'bookworm', false],
  ['pkg:deb/debian/form@1', 'bookworm', 'debian-11', false],
  ['pkg:deb/debian/form@1', 'bookworm', 'trixie', false],
  ['pkg:deb/debian/form@1', 'bookworm', 'debian-sid', false],
  ['pkg:deb/debian/form@1', 'sid', 'debian-12', false],
  ['pkg:deb/debian/form@1', 'sid', 'debian-sid', true],
  ['pkg:deb/debian/form@1', 'debian-unstable', 'sid', true],
  ['pkg:deb/debian/form@1', 'debian-1', 'debian-12', false],
  ['pkg:deb/debian/form@1', 'jammy', 'debian-12', false],
  ['pkg:deb/ubuntu/form@1', 'bookworm', 'ubuntu-12.04', false],
  ['pkg:deb/ubuntu/form@1', 'jammy', 'ubuntu-22.04', true],
  ['pkg:deb/ubuntu/form@1', 'ubuntu-22.04', 'ubuntu-jammy', true],
  ['pkg:deb/ubuntu/form@1', '22.04', 'ubuntu-22.04.3', true],
  ['pkg:deb/ubuntu/form@1', 'jammy', 'ubuntu-22.10', false],
  ['pkg:deb/ubuntu/form@1', 'ubuntu-22', 'ubuntu-22.10', false],
  ['pkg:apk/alpine/form@1-r0', 'v3.18', 'alpine-3.18.4', true],
  ['pkg:apk/alpine/form@1-r0', '3.18', 'alpine-3.18.4', true],
  ['pkg:apk/alpine/form@1-r0', 'alpine-3.18', '3.18.4', true],
  ['pkg:apk/alpine/form@1-r0', 'alpine-v3.18', 'alpine-3.18', true],
  ['pkg:apk/alpine/form@1-r0', '3.18.4', '3.18.5', false],
  ['pkg:apk/alpine/form@1-r0', '3.1', '3.18.4', false],
  ['pkg:apk/alpine/form@1-r0', 'alpine-3', 'alpine-3.18', false],
  ['pkg:apk/alpine/form@1-r0', 'edge', '3.18', false],
  ['pkg:rpm/redhat/form@1-1', 'el9', 'rhel-9.2', true],
  ['pkg:rpm/redhat/form@1-1', 'rhel-9', 'redhat-9.4', true],
  ['pkg:rpm/redhat/form@1-1', 'el9_2', 'rhel-9.2', true],
  ['pkg:rpm/redhat/form@1-1', 'el9', 'rhel-8.9', false],
  ['pkg:rpm/redhat/form@1-1', 'rhel-9.2', 'rhel-9.4', false],
  ['pkg:rpm/redhat/form@1-1', 'rhel-9.2', 'el9', false],
  ['pkg:rpm/rocky/form@1-1', 'el9', 'rocky-9.3', true],
  ['pkg:rpm/fedora/form@1-1', 'fc39', 'fedora-39', true],
  ['pkg:rpm/fedora/form@1-1', 'fc39', 'fedora-40', false],
  ['pkg:rpm/amazon/form@1-1', 'amzn-2', 'amazon-2023', false],
  ['pkg:rpm/suse/form@1-1', 'sles-15', 'sles-15.5', false],
  ['pkg:rpm/suse/form@1-1', 'sles-15.5', 'suse linux enterprise server 15 SP5', true],
  ['pkg:rpm/centos/form@1-1', 'centos-8', 'centos-stream-8', false],
]
test.each(releases)(
  '%s: a statement about distro=%s, found in %s',
  async (purl, stated, found, isCovered) => {
    const [named, other] = [stated, found].map((distro) => `${purl}?distro=${encodeURIComponent(distro)}`)
    expect(await close(await foundIn(other ?? ''), named ?? '')).toMatchObject(
      isCovered
        ? { result: { outcome: 'triaged' }, statuses: ['ignored'] }
        : { result: { outcome: 'unmatched', reason: 'other_artifact' }, statuses: ['open'] },
    )
  },
)

test.each([
  ['Debian:12', 'pkg:deb/debian/form@1?distro=bookworm', 'ignored'],
  ['Debian:11', 'pkg:deb/debian/form@1?distro=bookworm', 'open'],
  ['Ubuntu:22.04:LTS', 'pkg:deb/ubuntu/form@1?distro=jammy', 'ignored'],
  ['Alpine:v3.18', 'pkg:apk/alpine/form@1?distro=3.18', 'ignored'],
  ['Alpine:v3.19', 'pkg:apk/alpine/form@1?distro=3.18', 'open'],
  ['Red Hat:enterprise_linux:9::baseos', 'pkg:rpm/redhat/form@1?distro=el9', 'ignored'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'pkg:rpm/suse/form@1?distro=sles-15.5', 'ignored'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'pkg:rpm/suse/form@1?distro=sles-15', 'open'],
])('a finding of OSV-Scanner in %s, and a statement about %s', async (ecosystem, purl, status) => {
  const shop = await project()
  await shop.send(osvScanner('image', [ecosystem, 'form', '1'], { id }, { ids: [id] }))
  expect((await close(shop, purl)).statuses).toEqual([status])
})

test('a statement about a folder of the product is not about all of it', async () => {
  const shop = await foundIn('pkg:npm/form@1.0.0')
  expect(await close(shop, 'pkg:oci/shop#usr/lib', 'pkg:oci/shop')).toMatchObject({
    result: { outcome: 'unmatched' },
    statuses: ['open'],
  })
  // The same digest and registry, which the document encodes.
  const stated = 'pkg:oci/shop@sha256%3A1f?repository_url=ghcr.io%2Facme'
  expect(await close(shop, stated, 'pkg:oci/shop@sha256:1f?repository_url=ghcr.io/acme')).toMatchObject({
    result: { outcome: 'triaged' },
    statuses: ['ignored'],
  })
})

test('of versions that a document calls affected and unaffected, it covers those of its state', async () => {
  const purls = ['pkg:npm/form@1.0.0', 'pkg:npm/form@2.0.0', 'pkg:npm/form@3.0.0']
  const shop = await foundIn(...purls)
  const versions = [
    { range: 'vers:npm/<2.0.0', status: 'affected' },
    { version: '2.0.0', status: 'unaffected' },
    { range: 'vers:none/*' },
  ]
  await shop.vex(
    cycloneDx([{ type: 'library', name: 'form', purl: 'pkg:npm/form', 'bom-ref': 'form' }], {
      serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
      metadata: { timestamp: '2026-01-14T08:00:00Z' },
      vulnerabilities: [
        {
          id,
          analysis: { state: 'not_affected', justification: 'code_not_present' },
          affects: [{ ref: 'form', versions }],
        },
      ],
    }),
  )
  const closed = (await shop.vulnerabilities()).filter(({ status }) => status === 'ignored')
  expect(closed.map(({ found_dependency: found }) => found?.version)).toEqual(['2.0.0'])
})

test('a range with words that are none could not be read', async () => {
  const shop = await foundIn('pkg:maven/org.acme/form@2.0')
  const [result] = await shop.vex(
    csaf(
      {
        cve: id,
        product_status: { known_not_affected: ['form'] },
        flags: [{ label: 'vulnerable_code_not_present', product_ids: ['form'] }],
      },
      {
        branches: [
          {
            category: 'product_version_range',
            name: '<2.0 or later',
            product: {
              name: 'form',
              product_id: 'form',
              product_identification_helper: { purl: 'pkg:maven/org.acme/form' },
            },
          },
        ],
      },
    ),
  )
  expect(result).toMatchObject({ reason: 'unreadable' })
})

/** A document about a package without a version as a component of a release of a distribution. */
const inRelease = (purl: string, release: { name: string; cpe?: string }) =>
  csaf(
    {
      cve: id,
      product_status: { known_not_affected: ['release:form'] },
      flags: [{ label: 'vulnerable_code_not_present', product_ids: ['release:form'] }],
    },
    {
      branches: [],
      full_product_names: [
        {
          product_id: 'release',
          name: release.name,
          ...(release.cpe ? { product_identification_helper: { cpe: release.cpe } } : {}),
        },
        { product_id: 'form', name: 'form', product_identification_helper: { purl } },
      ],
      relationships: [
        {
          category: 'default_component_of',
          full_product_name: { product_id: 'release:form', name: 'form of the release' },
          product_reference: 'form',
          relates_to_product_reference: 'release',
        },
      ],
    },
  )

const rhel = (version: string) => ({ name: 'RHEL', cpe: `cpe:/o:redhat:enterprise_linux:${version}` })
const inReleases: [
  release: { name: string; cpe?: string },
  purl: string,
  found: string,
  isCovered: boolean,
][] = [
  [rhel('8'), 'pkg:rpm/redhat/form', 'pkg:rpm/redhat/form@1-1.el9?distro=rhel-9.2', false],
  [rhel('9'), 'pkg:rpm/redhat/form', 'pkg:rpm/redhat/form@1-1.el9?distro=rhel-9.2', true],
  [rhel('9'), 'pkg:rpm/redhat/form@1-1.el9', 'pkg:rpm/redhat/form@1-1.el9', true],
  [
    { name: 'Red Hat Enterprise Linux AppStream (v. 8)', cpe: 'cpe:/a:redhat:enterprise_linux:8::appstream' },
    'pkg:rpm/redhat/form',
    'pkg:rpm/redhat/form@1-1?distro=rhel-9.2',
    false,
  ],
  [
    { name: 'Red Hat Enterprise Linux 8' },
    'pkg:rpm/redhat/form',
    'pkg:rpm/redhat/form@1-1?distro=rhel-9',
    false,
  ],
  [
    { name: 'Red Hat OpenShift 4.12', cpe: 'cpe:/a:redhat:openshift:4.12' },
    'pkg:rpm/redhat/form',
    'pkg:rpm/redhat/form@1-1?distro=rhel-9.2',
    true,
  ],
  [
    { name: 'SUSE Linux Enterprise Server 15 SP4' },
    'pkg:rpm/suse/form',
    'pkg:rpm/suse/form@1-1?distro=sles-15.5',
    false,
  ],
  [
    { name: 'SLES', cpe: 'cpe:2.3:o:suse:sles:15:sp5:*:*:*:*:*:*' },
    'pkg:rpm/suse/form',
    'pkg:rpm/suse/form@1-1?distro=sles-15.5',
    true,
  ],
  [{ name: 'Ubuntu 22.04 LTS' }, 'pkg:deb/ubuntu/form', 'pkg:deb/ubuntu/form@1?distro=ubuntu-24.04', false],
  [{ name: 'Ubuntu 22.04 LTS' }, 'pkg:deb/ubuntu/form', 'pkg:deb/ubuntu/form@1?distro=jammy', true],
  [{ name: 'Shop 2' }, 'pkg:deb/ubuntu/form', 'pkg:deb/ubuntu/form@1?distro=jammy', true],
  // The package URL says it itself.
  [rhel('8'), 'pkg:rpm/redhat/form?distro=rhel-9', 'pkg:rpm/redhat/form@1-1?distro=rhel-9.2', true],
]
test.each(inReleases)('a component of %j: %s, found %s', async (release, purl, found, isCovered) => {
  const shop = await foundIn(found)
  const [result] = await shop.vex(inRelease(purl, release))
  expect(result).toMatchObject(
    isCovered ? { outcome: 'triaged' } : { outcome: 'unmatched', reason: 'other_artifact' },
  )
  expect(await shop.vulnerabilities()).toMatchObject([{ status: isCovered ? 'ignored' : 'open' }])
})

test.each([
  ['a subcomponent alone', { subcomponents: { '@id': 'pkg:npm/field' } }],
  ['a subcomponent that is a text', { subcomponents: 'pkg:npm/field' }],
  ['subcomponents that are no package URLs', { subcomponents: [{ hashes: { 'sha-256': 'ab' } }, 3] }],
])('a statement of OpenVEX about %s is not about the whole product', async (_, parts) => {
  const shop = await foundIn('pkg:npm/form@1.0.0')
  const product = 'pkg:oci/shop'
  const statement = {
    vulnerability: { name: id },
    status: 'not_affected',
    justification: 'component_not_present',
    products: [{ '@id': product, ...parts }],
  }
  for (const one of [statement, { ...statement, products: [product], ...parts }])
    await shop.vex(openVex([one]), product)
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'open' }])
})

test.each([
  [
    'a product that another one of the group is',
    { product_groups: [{ group_id: 'G', product_ids: ['other'] }] },
  ],
  ['a product that is in no tree', {}],
])('CSAF about %s closes nothing', async (_, more) => {
  const shop = await foundIn('pkg:npm/form@1.0.0')
  await shop.vex(
    csaf(
      {
        cve: id,
        product_status: { known_not_affected: ['other', 'G'] },
        flags: [{ label: 'vulnerable_code_not_present', group_ids: ['G'] }],
      },
      {
        branches: [],
        full_product_names: [
          { product_id: 'form', name: 'form', product_identification_helper: { purl: 'pkg:npm/form' } },
        ],
        relationships: [],
        ...more,
      },
    ),
  )
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'open' }])
})
