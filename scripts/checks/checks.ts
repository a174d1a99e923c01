import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { howToInstall, readyChromium } from '../chromium.mjs'
import { root } from '../prepare.mjs'
import { type Failure, type Result, readReport, withRunFailure } from './reports.ts'
import { type Ended, runTool, tools } from './tools.ts'

/** The checks of `npm test`, in the order of the summary. */
export const checkNames = [
  'types',
  'lint',
  'knip',
  'size',
  'unit',
  'component',
  'service',
  'postgres',
  'browser',
] as const

export type CheckName = (typeof checkNames)[number]

export interface Outcome {
  check: CheckName
  passed: number
  failed: number
  skipped: number
  seconds: number
  /** The tests that failed, by name. */
  failures: Failure[]
}

/** The environment variable with the path of the browser, for tests that start one. */
const chromiumVariable = 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'

type Show = (outcome: Outcome, output?: string) => void
type Check = (filters: readonly string[], show: Show) => Promise<Outcome>

const reports = join(root, 'test-results')

/** Deletes an earlier report, so that it is not read as the result of a tool that crashed. */
function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true })
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

const noTests: Result = { passed: 0, skipped: 0, failures: [] }

/** Returns the result of a tool that writes a JUnit report; there is none if the tool crashed before. */
function resultOf(report: string, { status, signal }: Ended): Result {
  let result = noTests
  try {
    result = readReport(readFileSync(report, 'utf8'))
  } catch {
    // The exit status of the run reports this.
  }
  return withRunFailure(result, status ?? signal ?? null)
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}

/** Runs a check that passes or fails as a whole: it counts as one test. */
async function runStatic(check: CheckName, show: Show, run: () => Promise<Ended>): Promise<Outcome> {
  const start = performance.now()
  const { status, output } = await run()
  const hasPassed = status === 0
  const outcome = {
    check,
    passed: hasPassed ? 1 : 0,
    failed: hasPassed ? 0 : 1,
    skipped: 0,
    seconds: secondsSince(start),
    failures: [],
  }
  show(outcome, output)
  return outcome
}

/** Runs each tool, even after one that failed, and collects all output. */
async function inTurn(...calls: string[][]): Promise<Ended> {
  const ended: Ended = { status: 0, output: '' }
  for (const args of calls) {
    const { status, output } = await runTool(args, { quiet: true })
    ended.output += output
    if (status !== 0) ended.status = status
  }
  return ended
}

const checks: Record<CheckName, Check> = {
  // Checks everything, then each half with only the types of its own platform.
  types: (_, show) =>
    runStatic('types', show, () =>
      inTurn(
        ...['tsconfig.json', 'tsconfig.dashboard.json', 'tsconfig.service.json'].map((project) => [
          tools.types,
          '--project',
          project,
        ]),
      ),
    ),
  lint: (_, show) =>
    runStatic('lint', show, () => inTurn([tools.biome, 'check', '--error-on-warnings', '.'], [tools.lint])),
  knip: (_, show) => runStatic('knip', show, () => inTurn([tools.knip, '--no-progress'])),
  size: (_, show) =>
    runStatic('size', show, async () => {
      const built = await runTool([tools.build, '--if-stale'], { quiet: true })
      return built.status === 0 ? runTool([tools.size], { quiet: true }) : built
    }),
  unit: (filters, show) => vitest('unit', filters, show),
  component: (filters, show) => vitest('component', filters, show),
  service: (filters, show) => vitest('service', filters, show),
  postgres: (filters, show) => vitest('postgres', filters, show),
  browser,
}

/**
 * Runs checks one after another, even after one that failed.
 * @param filters what Vitest and Playwright choose files by @param show prints the result of each
 */
export async function runInTurn(
  names: readonly CheckName[],
  filters: readonly string[],
  show: Show,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const name of names) outcomes.push(await checks[name](filters, show))
  return outcomes
}

/** Runs the tests of a Vitest project. */
async function vitest(
  check: 'unit' | 'component' | 'service' | 'postgres',
  filters: readonly string[],
  show: Show,
): Promise<Outcome> {
  const start = performance.now()
  const chromium = check === 'component' ? await readyChromium() : undefined
  if (check === 'component' && chromium === undefined) return withoutBrowser(check, start, show)
  const report = freshReport(`${check}.xml`)
  const reporters = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${report}`]
  const environment: Record<string, string> = chromium ? { [chromiumVariable]: chromium } : {}
  const args = [tools.vitest, 'run', '--project', check, ...reporters, ...filters]
  const ended = await runTool(args, { environment })
  return finish(check, start, resultOf(report, ended), show)
}

function finish(check: CheckName, start: number, result: Result, show: Show, output = ''): Outcome {
  const outcome = { check, ...result, failed: result.failures.length, seconds: secondsSince(start) }
  show(outcome, output)
  return outcome
}

/** Returns the result of a check that could not be run. */
function notRun(check: CheckName, start: number, show: Show, [message, output]: [string, string]): Outcome {
  return finish(check, start, { ...noTests, failures: [{ file: '', test: '', message }] }, show, output)
}

const withoutBrowser = (check: CheckName, start: number, show: Show) =>
  notRun(check, start, show, ['there is no browser', `gatehouse: ${howToInstall}\n`])

/** Runs the end-to-end tests in a browser, against the real service. */
async function browser(filters: readonly string[], show: Show): Promise<Outcome> {
  const start = performance.now()
  const built = await runTool([tools.build, '--if-stale'], { quiet: true })
  if (built.status !== 0)
    return notRun('browser', start, show, ['the dashboard or the service could not be built', built.output])
  const chromium = await readyChromium()
  if (chromium === undefined) return withoutBrowser('browser', start, show)
  const report = freshReport('browser.xml')
  const environment = { [chromiumVariable]: chromium, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report }
  const ended = await runTool([tools.playwright, 'test', ...filters], { environment })
  return finish('browser', start, resultOf(report, ended), show)
}
