import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, honest, total } from './reports.ts'

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

it('ends with one plain line', () => {
  const counts = [
    { passed: 4, failed: 0, skipped: 1 },
    { passed: 3, failed: 2, skipped: 0 },
  ]
  expect(total(counts)).toBe('7 passed, 2 failed')
})
