import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asName, asObject, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { DescribedResults } from '../sarif/described-results.ts'
import { descriptorOf, resultOf } from './check.ts'
import { vulnerablePackageOf } from './package.ts'

/**
 * Reads the JSON of Checkov: of one framework an object, of several a list of them. Failed checks become findings,
 * skipped ones suppressed findings, and files that could not be parsed are not covered. Source: docs/formats.md#checkov.
 */
export function checkovReader(options: ReaderOptions): Reader {
  const run = new PackageRun('Checkov', null, options)
  const results = new DescribedResults('Checkov', run, options)
  let listsFailed = false
  const check = (suppressed: boolean): Route => ({
    begin: () => {
      listsFailed ||= !suppressed
      return undefined
    },
    list: { take: (value) => addCheck(value, suppressed, { run, results, options }) },
  })
  const passed: Route = {
    list: {
      take: (value) => {
        options.count.add(value)
        run.leftOut.add(skipReasons.resultKind('pass'))
      },
    },
  }
  const unparsed: Route = {
    list: {
      take: (value) => {
        const path = filePath(value.parse())?.replace(/^\/+/, '')
        if (!path) return
        const message = 'The file could not be parsed.'
        run.builder.addError({ level: 'error', message, path, line: null, rule: null })
        run.builder.addFailedPart({ path, rule: null, lines: null })
      },
    },
  }
  const version = (of: (value: unknown) => unknown): Route => ({
    take: (value) => {
      run.builder.run.tool.version ??= asName(of(value.parse()), 100)
    },
  })
  const routes = new Map<string, Route>([
    [
      'results',
      {
        end: () => {
          // Without the list, nobody knows what failed: a report with its summary alone must not fix anything.
          if (!listsFailed) run.builder.fail('The report of Checkov has no list of failed checks.')
          listsFailed = false
        },
        object: new Map([
          ['failed_checks', check(false)],
          ['skipped_checks', check(true)],
          ['passed_checks', passed],
          ['parsing_errors', unparsed],
        ]),
      },
    ],
    ['summary', version((summary) => getIn(summary, 'checkov_version'))],
    ['checkov_version', version((value) => value)],
  ])
  return { routes, elements: { object: routes }, finish: async () => run.finish('checkov') }
}

function addCheck(
  value: TakenValue,
  suppressed: boolean,
  { run, results, options }: { run: PackageRun; results: DescribedResults; options: ReaderOptions },
): void {
  options.count.add(value)
  const record = asObject(value.parse())
  if (!record) throw value.fault('a check must be an object')
  if (asName(record['check_id']) === null)
    throw value.fault('this is not a check of Checkov: its `check_id` is missing', '/check_id')
  const vulnerable = vulnerablePackageOf(record, suppressed)
  if (vulnerable) run.add(vulnerable)
  else results.add(descriptorOf(record), resultOf(record, suppressed), (problem) => value.fault(problem))
}
