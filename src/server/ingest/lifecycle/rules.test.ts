import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { states, triageStates } from '#server/db/codes.ts'
import type { Coverage, ReportedRun } from '../report.ts'
import { absenceIn, whenReported } from './rules.ts'

const standing = fc.record({
  state: fc.constantFrom(...states),
  triage: fc.constantFrom(...triageStates),
})

describe('a finding that is reported', () => {
  test('stands as the scanner says, and reporting it once more changes nothing', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, suppressed) => {
        const once = whenReported(before, suppressed)
        expect(once.state).toBe(suppressed ? 'muted' : 'unresolved')
        const twice = whenReported(once, suppressed)
        expect(twice).toEqual({ state: once.state, triage: once.triage, cameBack: false, event: null })
      }),
    )
  })

  test('keeps what people decided, unless they were still at it when it went', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, suppressed) => {
        const { triage, cameBack } = whenReported(before, suppressed)
        const reopened = cameBack && ['reviewing', 'fixing'].includes(before.triage)
        expect(triage).toBe(reopened ? 'reopened' : before.triage)
      }),
    )
  })
})

describe('a finding that is not reported', () => {
  const run = (coverage: Partial<Coverage>, executionSuccessful: boolean | null = null): ReportedRun => ({
    source: { tool: 'Tool', category: null },
    tool: { name: 'Tool', version: null },
    startedAt: null,
    completedAt: null,
    exitCode: null,
    executionSuccessful,
    revision: null,
    rules: [],
    findings: [],
    lockfiles: null,
    coverage: {
      findings: true,
      scannedPaths: null,
      skippedPaths: [],
      failedPaths: [],
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
    ['full', { failedPaths: ['a.py'] }, 'a.py', 'kept'],
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
    expect(absenceIn(run(copied), kind)('rule', path)).toBe(then)
    expect(absenceIn(run(copied, false), kind)('rule', path)).toBe('kept')
  })
})
