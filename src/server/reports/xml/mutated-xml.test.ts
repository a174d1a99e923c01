import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forced } from '#server/testing/stress/repetitions.ts'
import { cycloneDxSample } from '../readers/cyclonedx/testing/sample.ts'
import { report as dependencyCheckReport } from '../readers/dependency-check/testing/sample.ts'
import type { ReportFormat } from '../report/report.ts'
import { cycloneDxXml } from '../testing/cyclonedx-xml.ts'
import { dependencyCheckXml } from '../testing/dependency-check-xml.ts'
import { anyText, changes, fewOf, mutated, samplesOf } from '../testing/mutated.ts'
import { expectSound, reportOf } from '../testing/sound-report.ts'

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
  anyText(20),
)

test.each<[ReportFormat, string, object, (document: object) => string]>([
  ['cyclonedx', 'CycloneDX', cycloneDxSample, cycloneDxXml],
  ['dependency-check', 'Dependency-Check', dependencyCheckReport, (report) => dependencyCheckXml(report)],
])(
  'of many files of %s XML that were changed (%s), each is read soundly or refused with its place',
  async (format, _, original, toXml) => {
    const outcomes = { read: 0, refused: 0 }
    const text = fc.tuple(fc.nat(), fc.nat(12), fewOf(markup))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samplesOf([original])),
        changes(0, 2),
        fc.array(text, { maxLength: 1 }),
        fc.nat(9),
        async (sample, changed, texts, tenth) => {
          let xml = toXml(Object(mutated(sample, changed)))
          for (const [at, length, other] of texts) {
            const start = at % xml.length
            xml = xml.slice(0, start) + other + xml.slice(start + length)
          }
          // To find out the format takes as long as to read a small file.
          const report = await reportOf(xml, tenth === 0 ? null : format)
          outcomes[report === null ? 'refused' : 'read'] += 1
          if (report === null) return
          if (report.format !== format) expect(report.format).toBe(format)
          expectSound(report)
        },
      ),
      { numRuns: forced(1_000) },
    )
    expect(outcomes.read).toBeGreaterThan(forced(200))
    expect(outcomes.refused).toBeGreaterThan(forced(100))
  },
)
