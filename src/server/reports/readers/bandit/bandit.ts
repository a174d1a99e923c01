import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import {
  asCount,
  asList,
  asName,
  asObject,
  asText,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { artifactLocation, SarifResults } from '../sarif/sarif-results.ts'

const maxErrors = 10_000
const maxFiles = 1_000_000
const levels: Readonly<Record<string, string>> = { HIGH: 'error', MEDIUM: 'warning', LOW: 'note' }

/**
 * Reads the JSON of Bandit. A result becomes a code finding, or a secret, as in the SARIF of Bandit, so that triage is
 * kept where a pipeline changes from one to the other. `metrics` name the files that were scanned, `errors` those that
 * could not be. Source: docs/formats.md#bandit.
 */
export function banditReader(options: ReaderOptions): Reader {
  const results = new SarifResults('Bandit', options)
  const { run } = results
  const scanned: string[] = []
  const notifications: object[] = []
  const about = new Map<string, unknown>()
  const fileRoute: Route = { object: new Map() }
  return {
    routes: new Map<string, Route>([
      ['results', { list: { take: (value) => addResult(value, results, options) } }],
      [
        'errors',
        {
          list: {
            take: (value) => {
              if (notifications.length < maxErrors) notifications.push(notificationOf(value))
            },
          },
        },
      ],
      [
        'metrics',
        {
          object: new Map(),
          each: (key) => {
            const path = key === '_totals' ? null : run.places.path(artifactLocation(key))
            if (path !== null && scanned.length < maxFiles) {
              options.count.keep(path.length + 50)
              scanned.push(path)
            }
            return fileRoute
          },
        },
      ],
      ['generated_at', { take: (value) => void about.set('generated_at', value.parse()) }],
    ]),
    finish: async () => {
      run.invocations.push({
        endTimeUtc: about.get('generated_at'),
        toolConfigurationNotifications: notifications,
      })
      const report = await results.finish('bandit')
      const [reported] = report.runs
      // Bandit counts the lines of each file that it scanned.
      if (reported && scanned.length > 0) reported.coverage.scannedPaths = [...new Set(scanned)]
      return report
    },
  }
}

function addResult(value: TakenValue, results: SarifResults, options: ReaderOptions): void {
  const issue = asObject(value.parse())
  if (!issue) throw value.fault('a Bandit result must be an object')
  const ruleId = asName(issue['test_id'])
  if (!ruleId) throw value.fault('this is not a Bandit result: its `test_id` is missing', '/test_id')
  const path = filePath(issue['filename'])
  if (!path) throw value.fault('this is not a Bandit result: its `filename` is missing', '/filename')
  options.count.add(value)
  const cwe = asCount(getIn(issue, 'issue_cwe', 'id'))
  const confidence = asName(issue['issue_confidence'], 20)?.toLowerCase()
  const name = asName(issue['test_name']) ?? ruleId
  results.add(
    value,
    {
      ruleId,
      level: levels[asName(issue['issue_severity'], 20)?.toUpperCase() ?? ''] ?? 'warning',
      message: { text: issue['issue_text'] },
      locations: [{ physicalLocation: { artifactLocation: artifactLocation(path), ...regionsOf(issue) } }],
      properties: { issue_confidence: issue['issue_confidence'] },
    },
    {
      name,
      helpUri: issue['more_info'],
      shortDescription: { text: name },
      properties: {
        tags: ['security', ...(cwe ? [`external/cwe/cwe-${cwe}`] : [])],
        precision: confidence ?? 'medium',
      },
    },
  )
}

/** The region of an issue and the lines around it, which Bandit writes with their numbers: `12 eval(text)`. */
function regionsOf(issue: JsonObject): object {
  const range = asList(issue['line_range'])
    .slice(0, 100_000)
    .map(asCount)
    .filter((line) => line !== null)
  const startLine = range[0] ?? asCount(issue['line_number'])
  const columns = (key: string) => (asCount(issue[key]) ?? -1) + 1 || undefined
  const region = {
    startLine,
    startColumn: columns('col_offset'),
    endLine: range.at(-1) ?? startLine,
    endColumn: columns('end_col_offset'),
  }
  const numbered = (asText(issue['code']) ?? '').replace(/\n$/, '').split('\n')
  const first = asCount(/^(\d{1,9})(?: |$)/.exec(numbered[0] ?? '')?.[1])
  if (first === null) return { region }
  const lines = numbered.map((line) => line.replace(/^\d{1,9} ?/, ''))
  const own = startLine === null ? undefined : lines[startLine - first]
  return {
    region: own === undefined ? region : { ...region, snippet: { text: `${own}\n` } },
    contextRegion: {
      startLine: first,
      endLine: first + lines.length - 1,
      snippet: { text: lines.map((line) => `${line}\n`).join('') },
    },
  }
}

/** A file that Bandit could not read, as its SARIF reports it. */
function notificationOf(value: TakenValue): object {
  const error = asObject(value.parse())
  const path = filePath(error?.['filename'])
  if (!error || !path)
    throw value.fault('this is not an error of Bandit: its `filename` is missing', '/filename')
  return {
    level: 'error',
    message: { text: asText(error['reason'], 2_000) ?? 'not scanned' },
    locations: [{ physicalLocation: { artifactLocation: artifactLocation(path) } }],
  }
}
