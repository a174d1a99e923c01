import { expect, test } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { cycloneDx, library, sarif, sarifResult, spdx, spdxPackage, vulnerability } from './testing/files.ts'
import { projects } from './testing/project.ts'

const project = projects()

test.each([
  ['affected', 'open'],
  ['unknown', 'open'],
  ['unaffected', null],
])('a vulnerability whose version is %s', async (status, shown) => {
  const shop = await project()
  const purl = 'pkg:npm/form@2.1.0'
  const versions = [
    { version: '2.1.0', status },
    { range: 'vers:npm/<2.1.0', status: 'affected' },
  ]
  const affects = [{ ref: purl, versions }]
  const sent = await shop.send(
    cycloneDx([purl], { vulnerabilities: [vulnerability('CVE-2026-41', [], { affects })] }),
  )
  expect((await shop.vulnerabilities()).map((each) => each.status)).toEqual(shown === null ? [] : [shown])
  const reason = 'vulnerability that does not affect the version of the component'
  expect(sent.report?.left_out).toEqual(shown === null ? [{ reason, count: 1 }] : [])
})

test('a version that a later scan calls unaffected is fixed', async () => {
  const shop = await project()
  const purl = 'pkg:npm/form@2.1.0'
  const file = (status: string) => {
    const affects = [{ ref: purl, versions: [{ version: '2.1.0', status }] }]
    return cycloneDx([purl], { vulnerabilities: [vulnerability('CVE-2026-41', [], { affects })] })
  }
  await shop.send(file('affected'))
  await shop.send(file('unaffected'))
  expect(await shop.vulnerabilities()).toMatchObject([{ status: 'fixed' }])
})

test('no license is none, however it is written', async () => {
  const shop = await project()
  const licensed = (name: string, choice: object) => library(`pkg:npm/${name}@1.0.0`, { licenses: [choice] })
  await shop.send(
    cycloneDx([
      licensed('a', { expression: '(MIT OR CC0-1.0)' }),
      licensed('b', { license: { name: 'Apache License, Version 2.0' } }),
      licensed('c', { expression: 'NONE' }),
      licensed('d', { license: { name: 'none' } }),
      licensed('e', { license: { id: 'NOASSERTION' } }),
    ]),
  )
  expect((await shop.dependencies()).map(({ name, licenses }) => [name, licenses])).toEqual([
    ['a', ['(MIT OR CC0-1.0)']],
    ['b', ['Apache License, Version 2.0']],
    ['c', []],
    ['d', []],
    ['e', []],
  ])
})

test('what is invalid in a component is counted, and the component is listed', async () => {
  const shop = await project()
  const hash = (alg: string, content: string) => ({ alg, content })
  const sent = await shop.send(
    cycloneDx([
      library('pkg:npm/a@1.0.0', {
        hashes: [hash('SHA-256', 'ab'), hash('CRC32', '0badf00d'), hash('MD5', 'a'.repeat(32))],
      }),
      library('pkg:npm/b@1.0.0', { type: 'gadget' }),
    ]),
  )
  expect(await shop.packages()).toEqual(['npm a 1.0.0', 'npm b 1.0.0'])
  expect(sent.report?.left_out).toEqual([
    { reason: 'hash of an unknown algorithm, or of another length than its algorithm has', count: 2 },
    { reason: 'unknown type of a component, which is listed', count: 1 },
  ])
})

test.each([
  ['the URI of its type', 'http://spdx.org/rdf/references/purl'],
  ['the URI of its type with TLS', 'https://spdx.org/rdf/references/purl'],
  ['its type', 'purl'],
])('a purl of SPDX by %s', async (_, referenceType) => {
  const shop = await project()
  const referenceLocator = 'pkg:maven/org.acme/form-core@2.14.0'
  const externalRefs = [{ referenceCategory: 'PACKAGE-MANAGER', referenceType, referenceLocator }]
  await shop.send(spdx([spdxPackage('form-core', '2.14.0', null, { externalRefs })]))
  expect(await shop.packages()).toEqual(['maven org.acme:form-core 2.14.0'])
})

test('packages that are archives are dependencies, and files are not', async () => {
  const shop = await project()
  const of = (name: string, primaryPackagePurpose: string, purl: string | null = null) =>
    spdxPackage(name, '1.2.0', purl, { primaryPackagePurpose })
  await shop.send(
    spdx([
      of('form', 'ARCHIVE', 'pkg:maven/org.acme/form@1.2.0'),
      of('io', 'ARCHIVE'),
      of('text', 'SOURCE'),
      of('readme', 'FILE'),
    ]),
  )
  expect(await shop.packages()).toEqual([
    'generic io 1.2.0',
    'generic text 1.2.0',
    'maven org.acme:form 1.2.0',
  ])
})

test('a license that only the SPDX document has is called by its name there', async () => {
  const shop = await project()
  const licensed = (name: string, licenseConcluded: string) =>
    spdxPackage(name, '1.0.0', `pkg:npm/${name}@1.0.0`, { licenseConcluded })
  const info = (licenseId: string, more: object) => ({ licenseId, extractedText: 'You may.', ...more })
  await shop.send(
    spdx(
      [
        licensed('a', 'LicenseRef-1'),
        licensed('b', 'LicenseRef-2'),
        licensed('c', 'MIT OR LicenseRef-1'),
        licensed('d', 'LicenseRef-3'),
      ],
      {
        hasExtractedLicensingInfos: [
          info('LicenseRef-1', { name: 'Acme License' }),
          info('LicenseRef-2', { name: 'NOASSERTION' }),
        ],
      },
    ),
  )
  expect((await shop.dependencies()).map(({ licenses }) => licenses)).toEqual([
    ['Acme License'],
    ['LicenseRef-2'],
    ['MIT OR LicenseRef-1'],
    ['LicenseRef-3'],
  ])
})

test.each([
  ['pipe', 'https://example.com/rules/a|c', 'https://example.com/rules/a%7Cc'],
  ['hash', 'https://example.com/[id]?q={x}^#one#two', 'https://example.com/%5Bid%5D?q=%7Bx%7D%5E#one%23two'],
  ['percent', 'https://example.com/100%/%41', 'https://example.com/100%25/%41'],
  ['host', 'https://[::1]:8080/a', 'https://[::1]:8080/a'],
  ['space', 'https://ex ample.com/a', undefined],
])('the help of a rule with a %s in its address is exported as a URI', async (rule, helpUri, exported) => {
  const shop = await project()
  await shop.send(sarif('Probe', [sarifResult(rule, 'a.c', 1)], { rules: [{ id: rule, helpUri }] }))
  const { text } = await shop.service.call(exportFindings, { query: { format: 'sarif', repos: shop.name } })
  expect(JSON.parse(text).runs[0].tool.driver.rules[0].helpUri).toBe(exported)
})
