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

test.each([
  ['a version', 'product_version', '4.17.20', 'pkg:npm/lodash@4.17.20'],
  ['a range', 'product_version_range', 'vers:npm/>=4.0.0|<4.17.21', 'pkg:npm/lodash'],
])('CSAF closes the finding in %s', async (_, category, name, purl) => {
  const shop = await project()
  await shop.send(trivy('npm', 'package-lock.json', [['CVE-2021-23337', 'lodash', '4.17.20']]))
  const product_identification_helper = { purl }
  const product = { product_id: 'P', name: 'lodash', product_identification_helper }
  await shop.vex(
    csaf(
      {
        product_status: { known_not_affected: ['P'] },
        flags: [{ label: 'vulnerable_code_not_in_execute_path', product_ids: ['P'] }],
      },
      { branches: [{ category, name, product }], relationships: [], product_groups: [] },
    ),
  )
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'ignored' }])
})
