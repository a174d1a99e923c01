import { stripVTControlCharacters } from 'node:util'
import { convert } from 'xmlbuilder2'
import { z } from 'zod'

/** A failed test, or a file or a run that failed outside any test. */
export interface Failure {
  /** Empty if a whole run failed. */
  file: string
  /** The name of the test, after the names of its groups; empty if the failure was outside any test. */
  test: string
  message: string
}

/** The result of a test run. */
export interface Result {
  passed: number
  skipped: number
  failures: Failure[]
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** An attribute, whose entities the parser does not decode. */
const attribute = z
  .string()
  .transform((text) => text.replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity))

/** The message of a problem and its causes: only a cause names the test file whose process ended. */
const messageWithCauses = z
  .object({ '@message': attribute.default(''), '#': z.union([z.string(), z.array(z.string())]).default('') })
  .transform(({ '@message': message, '#': text }) => {
    const causes = [text]
      .flat()
      .join('\n')
      .matchAll(/^(?:Caused by: )+(?:\w*Error: )?(.+)$/gm)
    return [message, ...Array.from(causes, ([, cause]) => cause)].join(' Cause: ')
  })

const problems = z.array(messageWithCauses).default([])

const junitReport = z.object({
  testsuites: z.array(
    z.object({
      testsuite: z
        .array(
          z.object({
            testcase: z
              .array(
                z.object({
                  '@classname': attribute,
                  '@name': attribute,
                  failure: problems,
                  error: problems,
                  skipped: z.array(z.unknown()).default([]),
                }),
              )
              .default([]),
          }),
        )
        .default([]),
    }),
  ),
})

/** Reads the JUnit report of Vitest or Playwright. A file that could not be loaded is a failed test case. */
export function readReport(xml: string): Result {
  const { testsuites } = junitReport.parse(convert(xml, { format: 'object', verbose: true }))
  const result: Result = { passed: 0, skipped: 0, failures: [] }
  for (const test of testsuites.flatMap(({ testsuite }) => testsuite.flatMap(({ testcase }) => testcase))) {
    const [problem] = [...test.failure, ...test.error]
    const { '@classname': file, '@name': name } = test
    if (problem) result.failures.push({ file, test: name === file ? '' : name, message: problem })
    else if (test.skipped.length > 0) result.skipped += 1
    else result.passed += 1
  }
  return result
}

/** Adds a failure to the result if the run failed without a failed test, or if no test ran. */
export function withRunFailure(result: Result, end: number | NodeJS.Signals | null): Result {
  const { passed, failures } = result
  if (failures.length > 0 || (passed > 0 && end === 0)) return result
  const reason = passed === 0 ? 'no test ran' : 'no test failed'
  const message = `${reason}, and the run ended with ${end ?? 'nothing, since it did not start'}`
  return { ...result, failures: [{ file: '', test: '', message }] }
}

const longest = 200

/**
 * Formats a failure as one line: check, file, test and the first line of its message, which is truncated to 200
 * characters.
 */
export function failureLine(check: string, { file, test, message }: Failure): string {
  const lines = stripVTControlCharacters(message).split(/[\r\n]+/)
  const first = lines.map((line) => line.trim()).find((line) => line !== '') ?? 'no message'
  const cut = first.length > longest ? `${first.slice(0, longest - 1)}…` : first
  return `✗ ${[check, file, test].filter((word) => word !== '').join(' › ')}: ${cut}`
}

/** Formats the last line of a run: the sum of all counts. */
export function total(counts: readonly { passed: number; failed: number }[]): string {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  return `${passed} passed, ${failed} failed`
}
