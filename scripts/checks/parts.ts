import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { howToInstall, readyChromium } from '../chromium.mjs'
import { root } from '../prepare.mjs'
import { type Failure, playwrightFailures, vitestFailures } from './failures.ts'
import { type Count, countPlaywright, countVitest, honest, honestParts } from './reports.ts'
import { type Ended, runTool, tools } from './tools.ts'

/** The parts of `npm test`, in the order of the summary. */
export const partNames = ['types', 'lint', 'knip', 'size', 'unit', 'service', 'browser'] as const

export type PartName = (typeof partNames)[number]

export interface Outcome extends Count {
  part: PartName
  seconds: number
  /** The tests that failed, by name. */
  failures: Failure[]
}

type Show = (outcome: Outcome, output?: string) => void

const reports = join(root, 'test-results')

/** A report is written afresh: an old one must not answer for a tool that broke down. */
function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true })
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

/** Reads the report that a tool has left; undefined where it broke down before it wrote one. */
function readReport<T>(file: string, read: (report: unknown) => T): T | undefined {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

const noReport: Count = { passed: 0, failed: 1, skipped: 0 }

/** Names why a part failed in which no test did. */
function named(failures: Failure[], { passed, failed }: Count, { status, signal }: Ended): Failure[] {
  if (failed === 0 || failures.length > 0) return failures
  const why = passed === 0 ? 'no test ran' : 'no test failed'
  const end = status ?? signal ?? 'nothing, since it did not start'
  return [{ file: '', test: '', message: `${why}, and the run ended with ${end}` }]
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}

/** A check that holds or does not: it counts as one test. */
async function check(part: PartName, show: Show, run: () => Promise<Ended>): Promise<Outcome> {
  const start = performance.now()
  const { status, output } = await run()
  const held = status === 0
  const outcome = {
    part,
    passed: held ? 1 : 0,
    failed: held ? 0 : 1,
    skipped: 0,
    seconds: secondsSince(start),
    failures: [],
  }
  show(outcome, output)
  return outcome
}

/** Runs each tool, even after one that failed, and keeps all they said. */
async function inTurn(...calls: string[][]): Promise<Ended> {
  const ended: Ended = { status: 0, output: '' }
  for (const args of calls) {
    const { status, output } = await runTool(args, { quiet: true })
    ended.output += output
    if (status !== 0) ended.status = status
  }
  return ended
}

export const checks = {
  // Everything, then each half with the types of its own platform alone.
  types: (show: Show) =>
    check('types', show, () =>
      inTurn(
        ...['tsconfig.json', 'tsconfig.dashboard.json', 'tsconfig.service.json'].map((project) => [
          tools.types,
          '--project',
          project,
        ]),
      ),
    ),
  lint: (show: Show) =>
    check('lint', show, () => inTurn([tools.biome, 'check', '--error-on-warnings', '.'], [tools.lint])),
  knip: (show: Show) => check('knip', show, () => inTurn([tools.knip, '--no-progress'])),
  size: (show: Show) =>
    check('size', show, async () => {
      const built = await runTool([tools.build, '--if-stale', 'web'], { quiet: true })
      return built.status === 0 ? runTool([tools.size], { quiet: true }) : built
    }),
}

/** Unit and service tests, in one run of Vitest, told apart by where a test stands. */
export async function vitest(parts: PartName[], filters: string[], show: Show): Promise<Outcome[]> {
  const start = performance.now()
  const report = freshReport('vitest.json')
  const projects = parts.flatMap((part) => ['--project', part])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ended = await runTool([tools.vitest, 'run', ...projects, ...reporters, ...filters])
  const seconds = secondsSince(start)
  const found = parts.map((part) => {
    const belongs = (file: string) => file.includes('/src/server/') === (part === 'service')
    return readReport(report, (content) => ({
      count: countVitest(content, belongs),
      failures: vitestFailures(content, belongs),
    }))
  })
  const counts = honestParts(
    found.map((one) => one?.count ?? noReport),
    ended.status,
  )
  const outcomes = parts.map((part, index): Outcome => {
    const count = counts[index] ?? noReport
    const failures = (found[index]?.failures ?? []).map((failure) => ({
      ...failure,
      file: relative(root, failure.file),
    }))
    return { part, ...count, seconds, failures: named(failures, count, ended) }
  })
  for (const outcome of outcomes) show(outcome)
  return outcomes
}

/** What a person does in a browser, against the real service. */
export async function browser(filters: string[], show: Show): Promise<Outcome[]> {
  const start = performance.now()
  const failed = (output: string): Outcome[] => {
    const outcome: Outcome = {
      part: 'browser',
      passed: 0,
      failed: 1,
      skipped: 0,
      seconds: secondsSince(start),
      failures: [],
    }
    show(outcome, output)
    return [outcome]
  }
  const built = await runTool([tools.build, '--if-stale', 'web'], { quiet: true })
  if (built.status !== 0) return failed(built.output)
  const chromium = await readyChromium()
  if (chromium === undefined) return failed(`gatehouse: ${howToInstall}\n`)
  const report = freshReport('playwright.json')
  const environment = { PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const ended = await runTool([tools.playwright, 'test', ...filters], { environment })
  const found = readReport(report, (content) => ({
    count: honest(countPlaywright(content), ended.status),
    failures: playwrightFailures(content),
  }))
  const count = found?.count ?? noReport
  const failures = named(found?.failures ?? [], count, ended)
  const outcome: Outcome = { part: 'browser', ...count, seconds: secondsSince(start), failures }
  show(outcome)
  return [outcome]
}
