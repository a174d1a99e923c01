import { expect, test } from 'vitest'
import { cycloneDx, library, spdx, spdxPackage } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

const inSpdx = { format: 'SBOM_FORMAT_SPDX', version: '2.3' } as const
const cpe = (name: string) => `cpe:2.3:a:acme:${name}:1.0.0:*:*:*:*:node.js:*:*`

test('CPE names of CycloneDX come back in each format', async () => {
  const shop = await project()
  const sent = await shop.send(
    cycloneDx([
      library('pkg:npm/a@1.0.0', { cpe: cpe('a') }),
      library('pkg:npm/b@1.0.0', { cpe: 'cpe:/a:acme:b:1.0.0' }),
      library('pkg:npm/c@1.0.0', { cpe: 'cpe:2.3:a:acme' }),
      { type: 'library', name: 'vendored', version: '1.0.0', cpe: cpe('vendored') },
      // The same package twice, under one name each.
      library('pkg:npm/d@1.0.0', { 'bom-ref': 'd1', cpe: cpe('d') }),
      library('pkg:npm/d@1.0.0', { 'bom-ref': 'd2', cpe: cpe('dd') }),
    ]),
  )
  expect(sent.report?.left_out).toContainEqual({ reason: 'CPE that is none', count: 1 })
  const { components } = await shop.bom()
  expect(components.map(({ name, cpe }: { name: string; cpe?: string }) => [name, cpe])).toEqual([
    ['vendored', cpe('vendored')],
    ['a', cpe('a')],
    ['b', 'cpe:/a:acme:b:1.0.0'],
    ['c', undefined],
    ['d', cpe('d')],
  ])
  expect(cpesOf(await shop.bom(inSpdx))).toEqual({
    vendored: [`cpe23Type ${cpe('vendored')}`],
    a: [`cpe23Type ${cpe('a')}`],
    b: ['cpe22Type cpe:/a:acme:b:1.0.0'],
    d: [`cpe23Type ${cpe('d')}`, `cpe23Type ${cpe('dd')}`],
  })
})

test('CPE names of SPDX come back from its export, and from what was imported of it', async () => {
  const shop = await project()
  const named = (category: string, type: string, referenceLocator: string) => ({
    ...{ referenceCategory: category, referenceType: type, referenceLocator },
  })
  const externalRefs = [
    named('SECURITY', 'cpe22Type', 'cpe:/a:acme:a:1.0.0'),
    named('SECURITY', 'cpe23Type', cpe('a')),
    named('PACKAGE-MANAGER', 'purl', 'pkg:npm/a@1.0.0'),
    named('SECURITY', 'http://spdx.org/rdf/references/cpe23Type', cpe('aa')),
    named('SECURITY', 'advisory', 'https://example.com/cpe'),
  ]
  await shop.send(spdx([spdxPackage('a', '1.0.0', null, { externalRefs })]))
  const all = { a: ['cpe22Type cpe:/a:acme:a:1.0.0', `cpe23Type ${cpe('a')}`, `cpe23Type ${cpe('aa')}`] }
  const exported = await shop.bom(inSpdx)
  expect(cpesOf(exported)).toEqual(all)
  expect((await shop.bom()).components).toMatchObject([{ purl: 'pkg:npm/a@1.0.0', cpe: cpe('a') }])
  const other = await project()
  await other.send(exported)
  expect(cpesOf(await other.bom(inSpdx))).toEqual(all)
})

/** The CPE names in an SPDX document by package. */
function cpesOf(document: { packages: SpdxPackage[] }): Record<string, string[]> {
  return Object.fromEntries(
    document.packages.flatMap(({ name, externalRefs = [] }) => {
      const cpes = externalRefs.filter((each) => each.referenceCategory === 'SECURITY')
      return cpes.length === 0
        ? []
        : [[name, cpes.map((each) => `${each.referenceType} ${each.referenceLocator}`)]]
    }),
  )
}

interface SpdxPackage {
  name: string
  externalRefs?: { referenceCategory: string; referenceType: string; referenceLocator: string }[]
}
