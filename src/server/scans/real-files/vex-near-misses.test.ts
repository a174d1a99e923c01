import { expect, test } from 'vitest'
import { csaf, openVex } from '#server/vex/testing/shop.ts'
import { cycloneDx, vulnerability } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()
const id = 'CVE-2026-32'

const notAffected = (purl: string) => ({
  vulnerability: { name: id },
  products: [{ '@id': purl }],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
})

/** What the answer says of a statement about this package, and whether each finding is open. */
async function close(shop: Project, purl: string, product?: string) {
  const [result] = await shop.vex(openVex([notAffected(purl)]), product)
  return { result, statuses: (await shop.vulnerabilities()).map(({ status }) => status) }
}

/** A finding in a component with each of these package URLs. */
async function foundIn(...purls: string[]) {
  const shop = await project()
  await shop.send(cycloneDx(purls, { vulnerabilities: [vulnerability(id, purls)] }))
  return shop
}

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
])('a statement that spells %s otherwise covers it', async (_, stated, found) => {
  expect(await close(await foundIn(found), stated)).toMatchObject({
    result: { outcome: 'triaged' },
    statuses: ['ignored'],
  })
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
