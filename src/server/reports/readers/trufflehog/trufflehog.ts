import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { maxErrors, type ReportedRun } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
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

/** The keys of a line of its log, which it writes beside the findings. */
const logKeys = ['level', 'logger', 'msg', 'trufflehog_version']

/**
 * Reads the JSON lines of TruffleHog 3: a finding on each line, which becomes a secret; also a list of them. Lines of
 * its log are left out, and tell whether the scan was finished. Source: docs/formats.md#trufflehog.
 */
export function truffleHogReader(options: ReaderOptions): Reader {
  const results = new SarifResults('TruffleHog', options)
  const log = new ScanLog(results)
  const first = new Map<string, unknown>()
  let firstValue: TakenValue | null = null
  const add = (value: TakenValue, line: JsonObject) => {
    if (isLogLine(line)) log.add(line)
    else {
      options.count.add(value)
      addFinding(value, line, results)
    }
  }
  const addFirst = () => {
    if (firstValue === null) return
    const value = firstValue
    firstValue = null
    add(value, Object.fromEntries(first))
  }
  const take = (value: TakenValue) => {
    addFirst()
    const line = asObject(value.parse())
    if (!line) throw value.fault('a TruffleHog finding must be an object')
    add(value, line)
  }
  const keep = (key: string): [string, Route] => [
    key,
    {
      take: (value) => {
        // The first line arrives key by key, since it may be the whole document.
        firstValue ??= value
        first.set(key, value.parse())
      },
    },
  ]
  return {
    routes: new Map<string, Route>([...findingKeys, ...logKeys].map(keep)),
    elements: { take },
    lines: { take },
    finish: async () => {
      addFirst()
      const report = await results.finish('trufflehog')
      for (const run of report.runs) log.describe(run)
      return report
    },
  }
}

const isLogLine = (line: JsonObject) =>
  line['DetectorName'] === undefined && typeof line['msg'] === 'string' && line['level'] !== undefined

/** The lines of a log among the findings. */
class ScanLog {
  readonly #results: SarifResults
  readonly #errors: string[] = []
  #lines = 0
  #isFinished = false

  constructor(results: SarifResults) {
    this.#results = results
  }

  /** Adds a line. The rest of an error is not read, since it may have an address with a password. */
  add(line: JsonObject): void {
    this.#lines += 1
    this.#results.leftOut.add(skipReasons.logLine)
    const message = asName(line['msg'], 1_000) ?? ''
    if (/^(?:error|fatal|panic)/.test(asName(line['level'], 20) ?? '') && this.#errors.length < maxErrors)
      this.#errors.push(message)
    if (message !== 'finished scanning') return
    this.#isFinished = true
    this.#results.run.driver.setVersion(asName(line['trufflehog_version'], 100), true)
  }

  describe(run: ReportedRun): void {
    for (const message of this.#errors)
      run.errors.push({ level: 'error', message, path: null, line: null, rule: null })
    if (this.#lines > 0 && !this.#isFinished)
      run.failure ??= 'The log of TruffleHog does not say that the scan was finished.'
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
