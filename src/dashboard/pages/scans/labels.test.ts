import { describe, expect, it } from 'vitest'
import type { IngestReport, ScanCoverage } from '#contract/responses/scans.ts'
import { coverageText, holdText, numbersOf } from './labels.ts'

const nothing: ScanCoverage = {
  files: null,
  skipped_files: 0,
  failed_files: 0,
  partial_files: 0,
  rules: null,
  rules_off: 0,
  failed_rules: 0,
}

describe('the coverage of a scan', () => {
  it('says what failed and which rules were off', () => {
    const coverage = { ...nothing, files: 412, failed_files: 3, rules_off: 2 }
    expect(coverageText(coverage)).toBe('412 files, 3 failed, 2 rules off')
  })

  it('names what it counts where the number of all is not known', () => {
    const coverage = { ...nothing, failed_files: 1, partial_files: 2, failed_rules: 1 }
    expect(coverageText(coverage)).toBe('1 file failed, 2 files partially scanned, 1 rule failed')
  })

  it('says nothing where nothing is known', () => {
    expect(coverageText(nothing)).toBe('')
    expect(coverageText(null)).toBe('')
  })
})

describe('a held scan', () => {
  const hold = { would_fix: 48, open: 48, expires_at: '2026-11-30T00:00:00.000Z' }

  it('says why it is held', () => {
    expect(holdText({ ...hold, reason: 'empty' })).toBe(
      'Held: it would fix 48 of 48 open findings, and nothing shows that it scanned the same files as before',
    )
    expect(holdText({ ...hold, reason: 'other_rules' })).toBe(
      'Held: it ran none of the rules of the 48 open findings',
    )
    expect(holdText({ ...hold, reason: 'other_scope' })).toBe(
      'Held: it would fix 48 of 48 open findings, and it scanned other files than the scan before',
    )
  })
})

describe('the numbers of a report', () => {
  const report: IngestReport = {
    read: 9,
    new: 3,
    new_in_project: 3,
    fixed: 0,
    removed: 0,
    unchanged: 4,
    reopened: 0,
    moved: 2,
    uncertain: 1,
    left_out: [
      { reason: 'a duplicate', count: 2 },
      { reason: 'without a rule', count: 1 },
    ],
  }

  it('tell what is new in the project only where it differs', () => {
    expect(numbersOf(report)[0]).toMatchObject({ label: 'New', count: 3, more: undefined })
    expect(numbersOf({ ...report, new_in_project: 1 })[0]?.more?.words).toBe('1 new in this project')
  })

  it('sum what was left out', () => {
    expect(numbersOf(report).at(-1)).toMatchObject({ label: 'Left out', count: 3 })
  })
})
