import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import type { ReportedRun } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asName, asObject, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { DescribedResults } from '../sarif/described-results.ts'
import { descriptorOf, resultOf } from './check.ts'
import { vulnerablePackageOf } from './package.ts'

/**
 * Reads the JSON of Checkov: of one framework an object, of several a list of them. Failed checks become findings,
 * skipped ones suppressed findings, and files that could not be parsed are not covered. Each framework is a part of its
 * own. Source: docs/formats.md#checkov.
 */
export function checkovReader(options: ReaderOptions): Reader {
  const run = new PackageRun('Checkov', null, options)
  const frameworks = new Frameworks(run.builder.run)
  const results = new DescribedResults('Checkov', run, options)
  let listsFailed = false
  const check = (suppressed: boolean): Route => ({
    begin: () => {
      listsFailed ||= !suppressed
      return undefined
    },
    list: { take: (value) => addCheck(value, suppressed, { run, results, options }) },
  })
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
          ['passed_checks', passedRoute(run, options)],
          ['parsing_errors', unparsed],
        ]),
      },
    ],
    ['summary', version((summary) => getIn(summary, 'checkov_version'))],
    ['checkov_version', version((value) => value)],
    ['check_type', { take: (value) => frameworks.name(value) }],
  ])
  return {
    routes,
    elements: { object: routes, end: () => frameworks.end() },
    finish: async () => {
      frameworks.end()
      return run.finish('checkov')
    },
  }
}

const passedRoute = (run: PackageRun, { count }: ReaderOptions): Route => ({
  list: {
    take: (value) => {
      count.add(value)
      run.leftOut.add(skipReasons.resultKind('pass'))
    },
  },
})

/** Checkov has about 30. */
const maxFrameworks = 100

/** The frameworks of the reports in a file. A report that names none had nothing to check, so that it says nothing of any. */
class Frameworks {
  readonly #run: ReportedRun
  readonly #parts = new Set<string>()
  #name: string | null = null
  #ended = 0

  constructor(run: ReportedRun) {
    this.#run = run
    run.coverage.parts = []
  }

  name(value: TakenValue): void {
    this.#name = asName(value.parse(), 50)
    if (this.#name !== null) this.#parts.add(this.#name)
    if (this.#parts.size > maxFrameworks)
      throw value.fault(`the file has reports of more than ${maxFrameworks} frameworks`, '/check_type')
  }

  /** Ends the report of a framework, whose name may come after its findings. */
  end(): void {
    const { findings, coverage } = this.#run
    if (this.#name !== null) for (const finding of findings.slice(this.#ended)) finding.part = this.#name
    this.#ended = findings.length
    this.#name = null
    coverage.parts = [...this.#parts]
  }
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
