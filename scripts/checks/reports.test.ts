import { describe, expect, it } from 'vitest'
import { failureLine, readReport, total, withRunFailure } from './reports.ts'

const suite = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8" ?><testsuites name="a">${content}</testsuites>`

const vitest = suite(`
  <testsuite name="src/list.test.ts" tests="3">
    <testcase classname="src/list.test.ts" name="a list &gt; is &lt;sorted&gt;" time="0.1">
      <failure message="expected 2 to be 1" type="AssertionError">AssertionError: expected 2 to be 1</failure>
    </testcase>
    <testcase classname="src/list.test.ts" name="a list &gt; is whole" time="0.1"></testcase>
    <testcase classname="src/list.test.ts" name="a list &gt; waits" time="0"><skipped/></testcase>
  </testsuite>
  <testsuite name="src/broken.test.ts" tests="1">
    <testcase classname="src/broken.test.ts" name="src/broken.test.ts" time="0">
      <failure message="Cannot find module" type="Error">Error</failure>
    </testcase>
  </testsuite>
  <testsuite name="vitest unhandled errors" tests="1">
    <testcase classname="vitest unhandled errors" name="Unhandled Rejection: later" time="0">
      <error message="later" type="Error">Error: later</error>
    </testcase>
    <testcase classname="vitest unhandled errors" name="Unhandled Error" time="0">
      <error message="Worker emitted error." type="Error">
Error: Worker emitted error.
Caused by: Caused by: Error: Worker exited while running a.test.ts
      </error>
    </testcase>
  </testsuite>`)

const playwright = suite(`
<testsuite name="list.spec.ts" tests="3">
<testcase name="beside the list › walks" classname="list.spec.ts" time="1">
<system-out><![CDATA[ <testcase name="no test"> ]]></system-out>
<failure message="Timed out&#10;at 7" type="expect.toBe"><![CDATA[ a < b ]]></failure>
</testcase>
<testcase name="opens" classname="list.spec.ts" time="1"></testcase>
<testcase name="waits" classname="list.spec.ts"><skipped></skipped></testcase>
</testsuite>`)

describe('a report', () => {
  it('of Vitest counts its tests and names those that failed, and what failed outside any test', () => {
    const { passed, skipped, failures } = readReport(vitest)
    expect([passed, skipped]).toEqual([1, 1])
    expect(failures.map((failure) => failureLine('unit', failure))).toEqual([
      '✗ unit › src/list.test.ts › a list > is <sorted>: expected 2 to be 1',
      '✗ unit › src/broken.test.ts: Cannot find module',
      '✗ unit › vitest unhandled errors › Unhandled Rejection: later: later',
      '✗ unit › vitest unhandled errors › Unhandled Error: Worker emitted error. Cause: Worker exited while running a.test.ts',
    ])
  })

  it('of Playwright counts its tests and names those that failed', () => {
    const { passed, skipped, failures } = readReport(playwright)
    expect([passed, skipped]).toEqual([1, 1])
    expect(failures.map((failure) => failureLine('browser', failure))).toEqual([
      '✗ browser › list.spec.ts › beside the list › walks: Timed out',
    ])
  })

  it('may be empty', () => {
    expect(readReport(suite(''))).toEqual({ passed: 0, skipped: 0, failures: [] })
  })
})

describe('a run', () => {
  const good = { passed: 4, skipped: 0, failures: [] }
  const messages = (...run: Parameters<typeof withRunFailure>) =>
    withRunFailure(...run).failures.map(({ message }) => message)

  it('fails in which nothing ran', () => {
    expect(messages({ ...good, passed: 0 }, 0)).toEqual(['no test ran, and the run ended with 0'])
  })

  it('fails that ended badly', () => {
    expect(messages(good, 1)).toEqual(['no test failed, and the run ended with 1'])
    expect(messages(good, 'SIGKILL')).toEqual(['no test failed, and the run ended with SIGKILL'])
  })

  it('is left alone when it passed, or when a failed test explains its end', () => {
    expect(withRunFailure(good, 0)).toBe(good)
    const failed = { ...good, failures: [{ file: 'a', test: 'b', message: 'c' }] }
    expect(withRunFailure(failed, 1)).toBe(failed)
  })
})

it('names a failure in one line, however long its message', () => {
  const line = (message: string) => failureLine('unit', { file: 'a', test: 'b', message })
  expect(line(`\r\n  ${'x'.repeat(900)}\nmore`)).toBe(`✗ unit › a › b: ${'x'.repeat(199)}…`)
  expect(line('')).toBe('✗ unit › a › b: no message')
})

it('ends with one plain line', () => {
  const counts = [
    { passed: 4, failed: 0 },
    { passed: 3, failed: 2 },
  ]
  expect(total(counts)).toBe('7 passed, 2 failed')
})
