import fc from 'fast-check'
import { expect, test } from 'vitest'
import { report as dependencyCheckReport } from '../readers/dependency-check/testing/sample.ts'
import type { ReportFormat } from '../report/report.ts'
import { cycloneDxXml } from '../testing/cyclonedx-xml.ts'
import { dependencyCheckXml } from '../testing/dependency-check-xml.ts'
import { hostile, mutated } from '../testing/mutated.ts'
import { expectSound, reportOf } from '../testing/sound-report.ts'

/** A small CycloneDX document, written as XML. */
const bom = {
  specVersion: '1.6',
  metadata: {
    timestamp: '2026-01-15T10:00:00Z',
    tools: { components: [{ type: 'application', name: 'cdxgen', version: '10' }] },
    component: { type: 'application', 'bom-ref': 'r', name: 'r' },
  },
  components: [
    {
      type: 'library',
      'bom-ref': 'a',
      group: 'g',
      name: 'a',
      version: '1.0.0',
      hashes: [{ alg: 'MD5', content: 'ab'.repeat(16) }],
      licenses: [{ license: { id: 'MIT' } }, { expression: 'MIT' }],
      purl: 'pkg:npm/a@1.0.0',
      properties: [{ name: 'SrcFile', value: 'package-lock.json' }],
      components: [{ type: 'library', 'bom-ref': 'b', name: 'b' }],
      evidence: { occurrences: [{ location: 'package-lock.json', line: 3 }] },
    },
  ],
  dependencies: [{ ref: 'r', dependsOn: ['a', 'b'] }, { ref: 'a' }],
  vulnerabilities: [
    {
      'bom-ref': 'v',
      id: 'CVE-2021-23337',
      source: { name: 'NVD', url: 'https://nvd.example/1' },
      references: [{ id: 'GHSA-35jh-r3h4-6jhm', source: { name: 'GitHub' } }],
      ratings: [{ score: 7.2, severity: 'high', method: 'CVSSv31', vector: 'CVSS:3.1/AV:N' }],
      cwes: [77],
      description: 'd',
      recommendation: 'Upgrade a to version 1.0.1',
      advisories: [{ url: 'https://a.example' }],
      analysis: { state: 'exploitable' },
      affects: [{ ref: 'a' }, { ref: 'b' }],
    },
  ],
}

/** Pieces of XML that are put into a document, or take the place of a part of it. */
const markup = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '&',
    '&amp;',
    '&x;',
    '&#0;',
    '&#x10FFFF;',
    '"',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x ?>',
    '<!DOCTYPE bom>',
    '<name>',
    '</name>',
    '<components>',
    '</component>',
    '<x:a xmlns:x="urn:x"/>',
    ' a="1"',
    ' xmlns=""',
    '\u0000',
    '\u202E',
    '\r\n',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

test.each<[ReportFormat, string, object, (document: object) => string]>([
  ['cyclonedx', 'CycloneDX', bom, cycloneDxXml],
  ['dependency-check', 'Dependency-Check', dependencyCheckReport, (report) => dependencyCheckXml(report)],
])(
  'of 10,000 files of %s XML that were changed (%s), each is read soundly or refused with its place',
  async (format, _, original, toXml) => {
    const outcomes = { read: 0, refused: 0 }
    const value = fc.tuple(fc.nat(10_000), hostile)
    const text = fc.tuple(fc.nat(), fc.nat(12), markup)
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 2 }),
        fc.array(text, { maxLength: 1 }),
        async (values, texts) => {
          const changed = values.reduce<unknown>(
            (document, [at, other]) => mutated(document, at, other),
            original,
          )
          let xml = toXml(Object(changed))
          for (const [at, length, other] of texts) {
            const start = at % xml.length
            xml = xml.slice(0, start) + other + xml.slice(start + length)
          }
          const report = await reportOf(xml)
          outcomes[report === null ? 'refused' : 'read'] += 1
          if (report === null) return
          expect(report.format).toBe(format)
          expectSound(report)
        },
      ),
      { numRuns: 10_000 },
    )
    expect(outcomes.read).toBeGreaterThan(2_000)
    expect(outcomes.refused).toBeGreaterThan(1_000)
  },
)
