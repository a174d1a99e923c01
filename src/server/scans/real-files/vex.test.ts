import { expect, test } from 'vitest'
import { analyzed, csaf, openVex, cycloneDx as vexOf } from '#server/vex/testing/shop.ts'
import { cycloneDx, trivy, vulnerability } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

/** An OpenVEX statement that a product is not affected. */
const notAffected = (product: string, name: string, more: object = {}) => ({
  vulnerability: { name },
  products: [{ '@id': product }],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  ...more,
})

test.each([
  ['a scoped npm package', 'npm', '@acme/form', '2.1', 'pkg:npm/%40acme/form@2.1'],
  ['a NuGet package in other case', 'nuget', 'Acme.Form', '4.0.1', 'pkg:nuget/acme.form@4.0.1'],
  ['a PyPI package in other spelling', 'pip', 'Acme_Form', '1.0', 'pkg:pypi/acme-form@1.0'],
  ['a jar', 'pom', 'org.acme:form', '2.14.0', 'pkg:maven/org.acme/form@2.14.0?type=jar'],
  ['Go itself', 'gobinary', 'stdlib', 'v1.22.3', 'pkg:golang/stdlib@1.22.3'],
  ['a Composer package with a v', 'composer', 'acme/form', 'v3.1.4', 'pkg:composer/acme/form@3.1.4'],
  [
    'a gem of a platform',
    'bundler',
    'form',
    '2.3.1-arm64-darwin',
    'pkg:gem/form@2.3.1?platform=arm64-darwin',
  ],
])('OpenVEX closes the finding in %s', async (_, type, name, version, purl) => {
  const shop = await project()
  await shop.send(trivy(type, 'lockfile', [['CVE-2026-21', name, version]]))
  await shop.vex(openVex([notAffected(purl, 'CVE-2026-21')]))
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored', triage_reason: 'false_positive' }])
})

test('OpenVEX reaches a finding by another id of its advisory, and a Go version without its v', async () => {
  const shop = await project()
  await shop.send(trivy('gomod', 'go.mod', [['CVE-2026-22', 'example.com/form', '3.0.0']]))
  const named = { '@id': 'https://github.com/advisories/GHSA-2222-3333-5555', name: 'GHSA-2222-3333-5555' }
  const vulnerability = { ...named, aliases: ['CVE-2026-22'] }
  await shop.vex(openVex([notAffected('pkg:golang/example.com/form@v3.0.0', '', { vulnerability })]))
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored' }])
})

test('OpenVEX of govulncheck, whose product has no name, is about its subcomponents', async () => {
  const shop = await project()
  await shop.send(trivy('gomod', 'go.mod', [['GO-2026-0007', 'example.com/form', 'v0.2.0-alpha.1']]))
  const subcomponents = [{ '@id': 'pkg:golang/example.com/form@v0.2.0-alpha.1' }]
  const products = [{ '@id': 'Unknown Product', subcomponents }]
  await shop.vex(openVex([notAffected('', 'GO-2026-0007', { products })]))
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored' }])
})

test('a product that is only a name does not keep the statement from the next product', async () => {
  const shop = await project()
  await shop.send(trivy('gomod', 'go.mod', [['CVE-2026-23', 'example.com/form', 'v0.4.0']]))
  const products = [{ '@id': 'shopctl' }, { '@id': 'pkg:golang/example.com/form' }]
  const results = await shop.vex(openVex([notAffected('', 'CVE-2026-23', { products })]))
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['unmatched', 'no_package'],
    ['triaged', null],
  ])
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored' }])
})

test('a statement without a justification closes nothing and says so', async () => {
  const shop = await project()
  await shop.send(trivy('npm', 'package-lock.json', [['CVE-2026-24', 'form', '1.0.0']]))
  const unexplained = notAffected('pkg:npm/form@1.0.0', 'CVE-2026-24', { justification: undefined })
  expect(await shop.vex(openVex([unexplained]))).toMatchObject([
    { outcome: 'unmatched', reason: 'no_justification' },
  ])
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'open' }])
})

test('CycloneDX VEX about one of two versions closes the finding in that one', async () => {
  const shop = await project()
  const versions = ['pkg:pypi/form@2.0.0a1', 'pkg:pypi/form@0.9.01']
  await shop.send(cycloneDx(versions, { vulnerabilities: [vulnerability('CVE-2026-25', versions)] }))
  const ref = `urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#${versions[1]}`
  const statement = { id: 'CVE-2026-25', affects: [{ ref }] }
  const analysis = { state: 'not_affected', justification: 'code_not_reachable' }
  await shop.vex(vexOf([analyzed(analysis, statement)]))
  const listed = await shop.vulnerabilities()
  expect(listed.map((each) => [each.found_dependency?.version, each.status])).toEqual([
    ['2.0.0a1', 'open'],
    ['0.9.01', 'ignored'],
  ])
})

/** A product of CSAF with these helpers to identify it. */
const product = (product_id: string, product_identification_helper: object) => ({
  ...{ product_id, name: product_id, product_identification_helper },
})

/** CSAF that product P is not affected; `tree` says what that is. */
const productNotAffected = (tree: object) =>
  csaf(
    {
      product_status: { known_not_affected: ['P'] },
      flags: [{ label: 'vulnerable_code_not_in_execute_path', product_ids: ['P'] }],
    },
    { branches: [], full_product_names: [], relationships: [], product_groups: [], ...tree },
  )

const lodash = { purl: 'pkg:npm/lodash' }
const branch = (category: string, name: string, more: object) => ({ category, name, ...more })
const part = (id: string, product_reference: string, relates_to_product_reference: string) => ({
  category: 'default_component_of',
  full_product_name: { product_id: id, name: id },
  product_reference,
  relates_to_product_reference,
})

test.each<[string, object]>([
  ['a version', { branches: [branch('product_version', '4.17.20', { product: product('P', lodash) })] }],
  [
    'a range',
    {
      branches: [
        branch('product_version_range', 'vers:npm/>=4.0.0|<4.17.21', { product: product('P', lodash) }),
      ],
    },
  ],
  [
    'a range without a scheme',
    { branches: [branch('product_version_range', '<4.17.21', { product: product('P', lodash) })] },
  ],
  [
    'a range around another branch',
    {
      branches: [
        branch('product_version_range', '>4.17.1|<=4.17.20', {
          branches: [branch('architecture', 'any', { product: product('P', lodash) })],
        }),
      ],
    },
  ],
  [
    'one of the package URLs of CSAF 2.1',
    {
      full_product_names: [
        product('P', { purls: ['pkg:npm/lodash@4.17.20?platform=x', 'pkg:npm/lodash@4.17.20'] }),
      ],
    },
  ],
  [
    'a part of a part, named before it',
    {
      full_product_names: [product('LODASH', lodash), product('MODULE', {}), product('SHOP', {})],
      relationships: [part('P', 'INNER', 'SHOP'), part('INNER', 'LODASH', 'MODULE')],
    },
  ],
  [
    'the beginning of a path of CSAF 2.1',
    {
      full_product_names: [product('LODASH', lodash), product('MODULE', {}), product('SHOP', {})],
      product_paths: [
        {
          beginning_product_reference: 'LODASH',
          subpaths: ['MODULE', 'SHOP'].map((id) => ({
            category: 'default_component_of',
            next_product_reference: id,
          })),
          full_product_name: { product_id: 'P', name: 'lodash in the shop' },
        },
      ],
    },
  ],
])('CSAF closes the finding in %s', async (_, tree) => {
  const shop = await project()
  await shop.send(trivy('npm', 'package-lock.json', [['CVE-2021-23337', 'lodash', '4.17.20']]))
  await shop.vex(productNotAffected(tree))
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored' }])
})

test.each<[string, string, object]>([
  [
    'another version than the package URL names',
    'version_not_covered',
    { branches: [branch('product_version', '4.17.19', { product: product('P', lodash) })] },
  ],
  [
    'another range, which a branch around it has',
    'version_not_covered',
    {
      branches: [
        branch('product_version_range', '<4.17.20', {
          branches: [branch('architecture', 'any', { product: product('P', lodash) })],
        }),
      ],
    },
  ],
  [
    'a range in words',
    'unreadable',
    { branches: [branch('product_version_range', 'before May', { product: product('P', lodash) })] },
  ],
  [
    'a part of itself',
    'no_package',
    { relationships: [part('P', 'INNER', 'P'), part('INNER', 'P', 'INNER')] },
  ],
])('CSAF about %s closes nothing and says why', async (_, reason, tree) => {
  const shop = await project()
  await shop.send(trivy('npm', 'package-lock.json', [['CVE-2021-23337', 'lodash', '4.17.20']]))
  const [result] = await shop.vex(productNotAffected(tree))
  expect(result).toMatchObject({ outcome: 'unmatched', reason })
  if (reason === 'unreadable') expect(result?.detail).toContain('could not be read')
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'open' }])
})

test('of two statements of a document the newer counts, also if its date is not over yet', async () => {
  const shop = await project()
  await shop.send(trivy('npm', 'package-lock.json', [['CVE-2026-26', 'form', '1.4.0']]))
  const older = { status: 'under_investigation', justification: undefined, timestamp: '2025-11-03T00:00:00Z' }
  await shop.vex(
    openVex([
      notAffected('pkg:npm/form', 'CVE-2026-26', older),
      notAffected('pkg:npm/form@1.4.0', 'CVE-2026-26', { timestamp: '2099-01-01T00:00:00Z' }),
    ]),
  )
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored' }])
})
