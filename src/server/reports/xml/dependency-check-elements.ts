import { type Child, listOf, named, number, object, type Shape, text, type XmlDocument } from './shapes.ts'

const identifier = object({ id: text })

/** A score with the words of its vector, whose names are those of the JSON. */
const score = (...words: string[]): Shape =>
  object({
    score: number,
    baseScore: number,
    version: text,
    vectorString: text,
    ...Object.fromEntries(words.map((word) => [word, text])),
  })

const vulnerability: Shape = {
  kind: 'object',
  attributes: { source: 'source' },
  elements: new Map<string, Child>([
    ...named({
      name: text,
      severity: text,
      cwes: listOf('cwe', text),
      description: text,
      references: listOf('reference', object({ source: text, url: text, name: text })),
      vulnerableSoftware: {
        kind: 'list',
        items: new Map<string, Child>([['software', { key: 'software', shape: object({}, software()) }]]),
      },
    }),
    [
      'cvssV2',
      {
        key: 'cvssv2',
        shape: score(
          ...[
            'accessVector',
            'accessComplexity',
            'authenticationr',
            'confidentialityImpact',
            'integrityImpact',
          ],
          ...['availabilityImpact', 'severity'],
        ),
      },
    ],
    [
      'cvssV3',
      {
        key: 'cvssv3',
        shape: score(
          ...['attackVector', 'attackComplexity', 'privilegesRequired', 'userInteraction', 'scope'],
          ...['confidentialityImpact', 'integrityImpact', 'availabilityImpact', 'baseSeverity'],
        ),
      },
    ],
    ['cvssV4', { key: 'cvssv4', shape: score('source', 'baseSeverity') }],
  ]),
}

function software(): { attributes: Readonly<Record<string, string>>; text: string } {
  return {
    attributes: {
      vulnerabilityIdMatched: 'vulnerabilityIdMatched',
      versionEndExcluding: 'versionEndExcluding',
    },
    text: 'id',
  }
}

const dependency: Shape = {
  kind: 'object',
  elements: new Map<string, Child>([
    ...named({ fileName: text, filePath: text }),
    [
      'identifiers',
      {
        shape: {
          kind: 'inlined',
          elements: new Map<string, Child>([
            ['package', { key: 'packages', shape: identifier, isRepeated: true }],
            ['vulnerabilityIds', { key: 'vulnerabilityIds', shape: identifier, isRepeated: true }],
          ]),
        },
      },
    ],
    [
      'vulnerabilities',
      {
        shape: {
          kind: 'inlined',
          elements: new Map<string, Child>([
            ['vulnerability', { key: 'vulnerabilities', shape: vulnerability, isRepeated: true }],
            [
              'suppressedVulnerability',
              { key: 'suppressedVulnerabilities', shape: vulnerability, isRepeated: true },
            ],
          ]),
        },
      },
    ],
  ]),
}

const exceptions: Shape = {
  kind: 'list',
  items: new Map<string, Child>([['exception', { key: 'exception', shape: object({ message: text }) }]]),
}

/**
 * The XML of Dependency-Check. Only what the reader of the JSON reads is listed. Source: dependency-check.2.0.xsd to
 * dependency-check.4.1.xsd, and the JSON that the same versions write.
 */
export const dependencyCheckXml: XmlDocument = {
  format: 'dependency-check',
  root: 'analysis',
  namespace: /^https?:\/\/[\w.-]{1,100}\/DependencyCheck\/dependency-check\.([2-9]\.\d{1,2})\.xsd$/i,
  head: () => ({ reportSchema: '1.1' }),
  shape: object({
    scanInfo: object({ engineVersion: text, analysisExceptions: exceptions }),
    projectInfo: object({ name: text, reportDate: text }),
    dependencies: listOf('dependency', dependency),
  }),
}
