import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Package, VulnerabilityVerdict } from '../content/content.ts'
import type { ExportSpec } from '../content/export-spec.ts'
import { assertCycloneDxJson, assertCycloneDxXml, assertSpdx, cycloneDxVersions } from '../testing/valid.ts'
import { buildBom } from './bom.ts'
import { serialize } from './serialize.ts'
import { spdxDocument } from './spdx.ts'

const evil = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '<script>alert(1)</script>',
    ']]>',
    '&amp;',
    '"\'',
    '\u0000\u0007\uFFFF',
    '\uD800',
    '../../etc/passwd',
    '@a/b/c',
    'a:b:c',
    '\t\r\n',
    '<!--',
    '%0A',
    '#1',
  ),
)
const license = fc.oneof(
  evil,
  fc.constantFrom(
    'MIT',
    'mit',
    'MIT OR Apache-2.0',
    'GPL-2.0+',
    'LicenseRef-own',
    'Own License',
    'NOASSERTION',
  ),
)
const hexDigit = fc.constantFrom(...'0123456789abcdefABCDEF')
const hash = fc.record({
  alg: fc.constantFrom(
    'MD5',
    'SHA-1',
    'SHA-256',
    'SHA-512',
    'SHA3-384',
    'BLAKE3',
    'Streebog-256',
    'SHA-3',
    '',
  ),
  content: fc.oneof(
    evil,
    fc
      .constantFrom(32, 40, 64, 96, 128)
      .chain((size) => fc.string({ unit: hexDigit, minLength: size, maxLength: size })),
  ),
})
const onePackage: fc.Arbitrary<Package> = fc.record({
  ecosystem: fc.oneof(fc.constantFrom('npm', 'pypi', 'gomod', 'maven', 'gem', 'deb'), evil),
  name: evil,
  version: evil,
  purl: fc.option(fc.oneof(evil, fc.constantFrom('pkg:deb/debian/curl@7.50?arch=i386', 'pkg:npm/a b@1'))),
  cpes: fc.array(
    fc.constantFrom(
      'cpe:2.3:a:acme:form:1.0:*:*:*:*:node.js:*:*',
      'cpe:/a:acme:form:1.0',
      'cpe:2.3:o:a\\!b:c:-:*:*:en-us:*:*:*:*',
    ),
    { maxLength: 2 },
  ),
  licenses: fc.array(license, { maxLength: 3 }),
  hashes: fc.array(hash, { maxLength: 3 }),
  places: fc.array(fc.record({ path: evil, transitivity: fc.nat(2) }), { maxLength: 2 }),
  requires: fc.option(fc.array(fc.nat(9), { maxLength: 3 })),
})
const judged: fc.Arbitrary<VulnerabilityVerdict> = fc.record({
  id: fc.oneof(evil, fc.constantFrom('CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm')),
  severity: fc.option(fc.constantFrom('low', 'medium', 'high', 'critical')),
  cwes: fc.uniqueArray(fc.integer({ min: 1, max: 2000 }), { maxLength: 2 }),
  verdict: fc.constantFrom('fixing', 'in_triage', 'will_not_fix', 'false_positive'),
  affects: fc.array(fc.record({ project: fc.nat(1), at: fc.option(fc.nat(9)) }), {
    minLength: 1,
    maxLength: 3,
  }),
})
const project = (id: number) =>
  fc.record({
    id: fc.constant(id),
    name: evil,
    url: fc.option(fc.oneof(evil, fc.constantFrom('https://code.example/a b', 'http://[::1'))),
    ref: evil,
    commit: fc.option(evil),
    packages: fc.array(onePackage, { minLength: 10, maxLength: 12 }),
  })
const order: fc.Arbitrary<Omit<ExportSpec, 'format' | 'version' | 'output'>> = fc.record({
  request: fc.record({
    name: evil,
    componentType: fc.constantFrom('application', 'operating-system', 'file'),
    componentVersion: fc.option(evil),
    supplier: fc.option(
      fc.record({
        name: evil,
        url: fc.constantFrom(
          'https://acme.example',
          'https://acme.example/a|b',
          'http://[::1',
          'https://ü.example',
        ),
        contact: fc.record({ name: evil, email: fc.constant('security@acme.example'), phone: evil }),
      }),
    ),
    tokenId: fc.constant(null),
  }),
  ref: fc.option(evil),
  commit: fc.option(evil),
  nested: fc.boolean(),
  content: fc.record({
    url: fc.option(evil),
    projects: fc.tuple(project(1), project(2)),
    vulnerabilities: fc.option(fc.array(judged, { maxLength: 5 })),
  }),
  at: fc.constant(Date.UTC(2026, 0, 15, 12)),
  toolVersion: fc.constant('0.1.0'),
})

describe('whatever a scan brought, the file is valid', () => {
  it.each(cycloneDxVersions)('CycloneDX %s as JSON', async (version) => {
    await fc.assert(
      fc.asyncProperty(order, async (one) => {
        const written = { ...one, format: 'SBOM_FORMAT_CYCLONEDX', version, output: 'json' as const }
        await assertCycloneDxJson(version, serialize(buildBom(written), version, 'json'))
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })

  it.each(cycloneDxVersions)('CycloneDX %s as XML', async (version) => {
    await fc.assert(
      fc.asyncProperty(order, async (one) => {
        const written = { ...one, format: 'SBOM_FORMAT_CYCLONEDX', version, output: 'xml' as const }
        await assertCycloneDxXml(version, serialize(buildBom(written), version, 'xml'))
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })

  it('SPDX 2.3', () => {
    fc.assert(
      fc.property(order, (one) => {
        const text = spdxDocument({ ...one, format: 'SBOM_FORMAT_SPDX', version: '2.3', output: 'json' })
        expect(assertSpdx(text).packages.length).toBeGreaterThan(20)
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })
})
