import { describe, expect, test } from 'vitest'
import type { Coverage, ReportedRun } from '#server/reports/report/report.ts'
import { coverageOf } from './coverage.ts'

describe('a finding that is not reported', () => {
  const run = (coverage: Partial<Coverage>, failure: string | null = null): ReportedRun => ({
    source: { tool: 'Tool', category: null },
    tool: { name: 'Tool', version: null },
    startedAt: null,
    completedAt: null,
    exitCode: null,
    failure,
    errors: [],
    revision: null,
    rules: [],
    findings: [],
    lockfiles: null,
    coverage: {
      findings: true,
      isPartial: false,
      scannedPaths: null,
      skippedPaths: [],
      failedParts: [],
      failedRules: [],
      listsRules: false,
      disabledRules: null,
      ...coverage,
    },
  })

  test.each([
    ['full', {}, 'a.py', 'fixed'],
    ['full', {}, null, 'fixed'],
    ['full', { scannedPaths: ['a.py'] }, 'a.py', 'fixed'],
    ['full', { scannedPaths: ['b.py'] }, 'a.py', 'removed'],
    ['full', { scannedPaths: ['b.py'] }, null, 'fixed'],
    ['full', { findings: false }, 'a.py', 'kept'],
    ['full', { disabledRules: ['rule'] }, 'a.py', 'removed'],
    ['full', { disabledRules: ['other'] }, 'a.py', 'fixed'],
    ['full', { failedParts: [{ path: 'a.py', rule: null, lines: null }] }, 'a.py', 'kept'],
    ['full', { failedParts: [{ path: 'a.py', rule: 'rule', lines: null }] }, 'a.py', 'kept'],
    ['full', { failedParts: [{ path: 'a.py', rule: 'other', lines: null }] }, 'a.py', 'fixed'],
    ['full', { failedRules: ['rule'] }, 'a.py', 'kept'],
    ['full', { scannedPaths: ['b.py'], skippedPaths: ['a.py'] }, 'a.py', 'kept'],
    ['full', { skippedPaths: ['vendor'] }, 'vendor/lib/a.py', 'kept'],
    ['full', { skippedPaths: ['vendor/'] }, 'vendor/lib/a.py', 'kept'],
    ['full', { skippedPaths: ['ven'] }, 'vendor/lib/a.py', 'fixed'],
    ['diff', {}, 'a.py', 'kept'],
    ['diff', { scannedPaths: ['a.py'] }, 'a.py', 'fixed'],
    ['diff', { scannedPaths: ['b.py'] }, 'a.py', 'kept'],
    ['diff', { scannedPaths: ['a.py'] }, null, 'kept'],
    ['diff', { scannedPaths: ['a.py'], disabledRules: ['rule'] }, 'a.py', 'kept'],
  ] as const)('in a %s scan with %j, in %s, is %s', (kind, coverage, path, then) => {
    const copied: Partial<Coverage> = JSON.parse(JSON.stringify(coverage))
    expect(coverageOf(run(copied), kind).absenceOf('rule', path)).toBe(then)
    expect(coverageOf(run(copied, 'It failed.'), kind).absenceOf('rule', path)).toBe('kept')
  })
})
