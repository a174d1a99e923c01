import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** A test that failed, or a file or a run that broke down outside any test. */
export interface Failure {
  /** Empty where a whole run broke down. */
  file: string
  /** The name of the test under those of its groups; empty where it failed outside any test. */
  test: string
  message: string
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()).default([]),
          title: z.string().default(''),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const playwrightError = z.object({ message: z.string().optional(), value: z.string().optional() })

const playwrightSuite = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(playwrightError) })) }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})

const playwrightReport = z.object({
  errors: z.array(playwrightError),
  suites: z.array(playwrightSuite).default([]),
})

const between = ' › '

/** What failed in the files that `belongs` picks out of Vitest's JSON report. */
export function vitestFailures(report: unknown, belongs: (file: string) => boolean): Failure[] {
  return vitestReport.parse(report).testResults.flatMap((file) => {
    if (!belongs(file.name)) return []
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ ancestorTitles, title, failureMessages }) => ({
        file: file.name,
        test: [...ancestorTitles, title].join(between),
        message: failureMessages?.[0] ?? '',
      }))
    if (file.status !== 'failed' || tests.length > 0) return tests
    return [{ file: file.name, test: '', message: file.message }]
  })
}

function textOf(error: z.infer<typeof playwrightError> | undefined): string {
  return error?.message ?? error?.value ?? ''
}

function suiteFailures(suite: z.infer<typeof playwrightSuite>, groups: string[]): Failure[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: suite.file,
        test: [...groups, title].join(between),
        message: textOf(results.flatMap(({ errors }) => errors)[0]),
      })),
  )
  return [...own, ...suite.suites.flatMap((inner) => suiteFailures(inner, [...groups, inner.title]))]
}

/** What failed in Playwright's JSON report, faults outside any test last. */
export function playwrightFailures(report: unknown): Failure[] {
  const { suites, errors } = playwrightReport.parse(report)
  return [
    ...suites.flatMap((suite) => suiteFailures(suite, [])),
    ...errors.map((error) => ({ file: '', test: '', message: textOf(error) })),
  ]
}

const longest = 200

/** One line for a failure: part, file, test and the first line of its message, which is cut to 200 characters. */
export function failureLine(part: string, { file, test, message }: Failure): string {
  const lines = stripVTControlCharacters(message).split(/[\r\n]+/)
  const first = lines.map((line) => line.trim()).find((line) => line !== '') ?? 'no message'
  const cut = first.length > longest ? `${first.slice(0, longest - 1)}…` : first
  return `✗ ${[part, file, test].filter((word) => word !== '').join(between)}: ${cut}`
}
