import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { asBoolean, asName, asObject, asPosition, getIn, type JsonObject } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { artifactLocation, SarifResults } from '../sarif/sarif-results.ts'

/** The keys of a finding that are read. */
const findingKeys = [
  'SourceMetadata',
  'SourceName',
  'DetectorName',
  'DetectorDescription',
  'Verified',
  'VerificationError',
  'Raw',
  'RawV2',
]

/**
 * Reads the JSON lines of TruffleHog 3: a finding on each line, which becomes a secret; also a list of them.
 * Source: docs/formats.md#trufflehog.
 */
export function truffleHogReader(options: ReaderOptions): Reader {
  const results = new SarifResults('TruffleHog', options)
  const first = new Map<string, unknown>()
  let firstValue: TakenValue | null = null
  const addFirst = () => {
    if (firstValue === null) return
    const value = firstValue
    firstValue = null
    addFinding(value, Object.fromEntries(first), results)
  }
  const take = (value: TakenValue) => {
    addFirst()
    options.count.add(value)
    const finding = asObject(value.parse())
    if (!finding) throw value.fault('a TruffleHog finding must be an object')
    addFinding(value, finding, results)
  }
  const keep = (key: string): [string, Route] => [
    key,
    {
      take: (value) => {
        // The first line arrives key by key, since it may be the whole document.
        if (firstValue === null) options.count.add(value)
        firstValue ??= value
        first.set(key, value.parse())
      },
    },
  ]
  return {
    routes: new Map<string, Route>(findingKeys.map(keep)),
    elements: { take },
    lines: { take },
    finish: async () => {
      addFirst()
      return results.finish('trufflehog')
    },
  }
}

function addFinding(value: TakenValue, finding: JsonObject, results: SarifResults): void {
  const ruleId = asName(finding['DetectorName'])
  if (!ruleId)
    throw value.fault('this is not a TruffleHog finding: its `DetectorName` is missing', '/DetectorName')
  const source = sourceOf(finding['SourceMetadata'])
  const path =
    ['file', 'filename', 'path', 'link', 'key', 'image', 'repository']
      .map((key) => filePath(getIn(source, key)))
      .find((each) => each !== null) ?? asName(finding['SourceName'])
  const isVerified = asBoolean(finding['Verified']) === true
  const failed = asName(finding['VerificationError']) !== null
  results.add(
    value,
    {
      ruleId,
      level: 'error',
      message: { text: `${ruleId} credential found` },
      locations:
        path === null
          ? []
          : [
              {
                physicalLocation: {
                  artifactLocation: artifactLocation(path),
                  region: { startLine: asPosition(getIn(source, 'line')) },
                },
              },
            ],
      partialFingerprints: { commitSha: getIn(source, 'commit'), date: dateOf(getIn(source, 'timestamp')) },
      properties: {
        Raw: finding['Raw'],
        match: finding['RawV2'],
        secret_type: ruleId,
        validation_status: isVerified ? 'verified' : failed ? 'error' : 'unverified',
      },
    },
    { fullDescription: { text: finding['DetectorDescription'] } },
  )
}

/** Where the finding is: the only entry of `Data`, named after the kind of source. */
function sourceOf(metadata: unknown): JsonObject | null {
  for (const value of Object.values(asObject(getIn(metadata, 'Data')) ?? {})) {
    const source = asObject(value)
    if (source) return source
  }
  return null
}

/** `2025-03-04 10:20:30 +0000` as ISO 8601. */
const dateOf = (value: unknown) => asName(value, 40)?.replace(/^(\S+) (\S+) ([+-]\d{4})$/, '$1T$2$3')
