import { describe, expect, it } from 'vitest'
import { failureLine, playwrightFailures, vitestFailures } from './failures.ts'
import { countPlaywright, countVitest, honest, honestParts, total } from './reports.ts'

const everything = () => true

function file(name: string, ...statuses: string[]) {
  const status = statuses.includes('failed') ? 'failed' : 'passed'
  return { name, status, assertionResults: statuses.map((status) => ({ status })) }
}

describe('the tests of Vitest', () => {
  it('are counted by what became of them', () => {
    const report = {
      success: false,
      testResults: [file('/a.test.ts', 'passed', 'failed', 'skipped'), file('/b.test.ts', 'passed', 'todo')],
    }
    expect(countVitest(report, everything)).toEqual({ passed: 2, failed: 1, skipped: 2 })
    expect(countVitest(report, (name) => name === '/b.test.ts')).toEqual({ passed: 1, failed: 0, skipped: 1 })
  })

  it('include a file that could not be loaded', () => {
    const broken = { name: '/c.test.ts', status: 'failed', assertionResults: [] }
    expect(countVitest({ success: false, testResults: [broken] }, everything).failed).toBe(1)
  })
})

describe('the tests of Playwright', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }

  it('are counted, one that passed only now and then as failed', () => {
    expect(countPlaywright({ errors: [], stats })).toEqual({ passed: 3, failed: 2, skipped: 2 })
  })

  it('include a fault outside any test', () => {
    const none = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
    expect(countPlaywright({ errors: [{ message: 'no service' }], stats: none }).failed).toBe(1)
  })
})

describe('an honest count', () => {
  it('fails a part in which nothing ran', () => {
    expect(honest({ passed: 0, failed: 0, skipped: 4 }, 0).failed).toBe(1)
  })

  it('fails a part whose tool ended badly', () => {
    expect(honest({ passed: 4, failed: 0, skipped: 0 }, 1).failed).toBe(1)
    expect(honest({ passed: 4, failed: 0, skipped: 0 }, null).failed).toBe(1)
  })

  it('leaves a good or a failed count alone', () => {
    expect(honest({ passed: 4, failed: 0, skipped: 0 }, 0).failed).toBe(0)
    expect(honest({ passed: 4, failed: 2, skipped: 0 }, 1).failed).toBe(2)
  })
})

describe('a run of two parts that ended badly', () => {
  const good = { passed: 4, failed: 0, skipped: 0 }
  const bad = { passed: 4, failed: 1, skipped: 0 }

  it('is laid to the part whose test failed, whichever it is', () => {
    expect(honestParts([good, bad], 1)).toEqual([good, bad])
    expect(honestParts([bad, good], 1)).toEqual([bad, good])
  })

  it('is laid to the first part where no test failed', () => {
    expect(honestParts([good, good], 1).map(({ failed }) => failed)).toEqual([1, 0])
    expect(honestParts([good, good], null).map(({ failed }) => failed)).toEqual([1, 0])
  })

  it('hides no part in which nothing ran', () => {
    const none = { passed: 0, failed: 0, skipped: 2 }
    expect(honestParts([bad, none], 1).map(({ failed }) => failed)).toEqual([1, 1])
    expect(honestParts([good, none], 0).map(({ failed }) => failed)).toEqual([0, 1])
  })
})

describe('what failed', () => {
  const failed = {
    ancestorTitles: ['a list', 'of two'],
    title: 'is sorted',
    status: 'failed',
    failureMessages: ['AssertionError: expected 2 to be 1\n    at list.test.ts:7'],
  }
  const passed = { ...failed, title: 'is whole', status: 'passed', failureMessages: [] }

  it('is named from the report of Vitest, in the files of its own part', () => {
    const report = {
      testResults: [
        { name: '/a/list.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
        { name: '/b/broken.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
      ],
    }
    expect(vitestFailures(report, everything).map((failure) => failureLine('unit', failure))).toEqual([
      '✗ unit › /a/list.test.ts › a list › of two › is sorted: AssertionError: expected 2 to be 1',
      '✗ unit › /b/broken.test.ts: No such module',
    ])
    expect(vitestFailures(report, (name) => name.startsWith('/b/'))).toHaveLength(1)
  })

  it('is named from the report of Playwright, one that passed only now and then with it', () => {
    const spec = (title: string, status: string, ...messages: string[]) => ({
      title,
      tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
    })
    const report = {
      errors: [{ message: 'no service' }],
      suites: [
        {
          title: 'list.spec.ts',
          file: 'list.spec.ts',
          specs: [spec('opens', 'expected'), spec('closes', 'flaky', '\u001b[31mTimed out\u001b[39m\nat 7')],
          suites: [
            {
              title: 'beside the list',
              file: 'list.spec.ts',
              specs: [
                spec('walks', 'unexpected', 'Error: expected', 'Error: later'),
                spec('waits', 'skipped'),
              ],
            },
          ],
        },
      ],
    }
    expect(playwrightFailures(report).map((failure) => failureLine('browser', failure))).toEqual([
      '✗ browser › list.spec.ts › closes: Timed out',
      '✗ browser › list.spec.ts › beside the list › walks: Error: expected',
      '✗ browser: no service',
    ])
  })

  it('takes one line, however long its message', () => {
    const line = (message: string) => failureLine('unit', { file: 'a', test: 'b', message })
    expect(line(`\r\n  ${'x'.repeat(900)}\nmore`)).toBe(`✗ unit › a › b: ${'x'.repeat(199)}…`)
    expect(line('')).toBe('✗ unit › a › b: no message')
  })
})

it('ends with one plain line', () => {
  const counts = [
    { passed: 4, failed: 0, skipped: 1 },
    { passed: 3, failed: 2, skipped: 0 },
  ]
  expect(total(counts)).toBe('7 passed, 2 failed')
})
