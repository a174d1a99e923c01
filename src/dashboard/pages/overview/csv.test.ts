import { expect, it } from 'vitest'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { overviewCsv } from './csv.ts'
import { isUnscanned } from './is-unscanned.ts'

const flows = {
  ...{ opened: 0, reopened: 0, unignored: 0, became_primary: 0, fixed: 0, ignored: 0, muted: 0, removed: 0 },
  ...{ left_primary: 0, raised: 0, lowered: 0 },
}

function overviewOf(open: number, never: number): OverviewAnswer {
  const none = { open: 0, change: 0, added: 0, gone: 0, age: null, time_to_fix: null }
  const bySeverity = { critical: none, high: none, medium: none, low: none }
  const type = {
    ...{ open, change: 0, added: 0, gone: 0, by_severity: bySeverity, flows, previous_flows: null },
    ...{ due: null, fixed_by_month: null },
  }
  return {
    period: '30d',
    from: '2026-01-01',
    until: '2026-01-30',
    since: '2026-01-01T00:00:00Z',
    time_zone: 'UTC',
    types: { sast: type, sca: type, secrets: type },
    intervals: [],
    projects: [],
    rules: [],
    gate: { fail: 0, pass: 0, none: 0, excepted: 0 },
    coverage: { projects: 2, older_than_30_days: 0, never, failed: 0 },
    scans: [],
  }
}

it('the table has no zeros of projects that were never scanned, and those of all others', () => {
  const unscanned = overviewCsv(overviewOf(0, 2))
  expect(unscanned).not.toContain('backlog')
  expect(unscanned).toContain('coverage,,2026-01-30,,,never,2')
  for (const other of [overviewOf(0, 1), overviewOf(1, 2)]) {
    expect(isUnscanned(other)).toBe(false)
    expect(overviewCsv(other)).toContain('total,2026-01-01,2026-01-30,sast,,backlog,')
  }
})
