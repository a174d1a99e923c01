import type { FlowKind } from '#contract/overview-vocabulary.ts'
import { formatDecimal, formatNumber, plural } from '#lib/text/format.ts'

/** Texts of the overview below the numbers of open findings, and of its export. */
export const labels = {
  flows: {
    title: 'Changes',
    backlog: 'Open findings over time',
    entered: 'Became open',
    left: 'No longer open',
    type: 'Finding type',
    kinds: {
      opened: 'New',
      reopened: 'Reopened',
      unignored: 'No longer ignored',
      fixed: 'Fixed',
      ignored: 'Ignored',
      muted: 'Suppressed in code',
      removed: 'Removed',
    } satisfies Record<FlowKind, string>,
    total: (kind: string) => `${kind} in the period`,
    before: (count: number) => `${formatNumber(count)} in the period before`,
    noBefore: 'Not kept for the period before',
  },
  times: {
    title: 'Age and time to fix',
    caption: 'Median age of open findings and median time to fix, in days',
    severity: 'Severity',
    age: 'Age of open findings',
    fix: 'Time to fix',
    days: (days: number) => (days === 1 ? '1 day' : `${formatDecimal(days)} days`),
    none: 'None',
    median: (what: string, type: string, severity: string, text: string) =>
      `${what}, ${type}, ${severity}: ${text}`,
    note: 'Medians. The time to fix is that of findings fixed in the period, from when they were found or reopened.',
  },
  gate: {
    title: 'Pull requests',
    verdicts: { fail: 'Blocked', pass: 'Passed', none: 'No verdict' },
    detail: 'By the newest verdict of the gate in the period.',
    of: (verdict: string, count: number) => `${verdict}: ${plural(count, 'pull request')}`,
  },
  coverage: {
    title: 'Coverage',
    projects: 'Projects',
    old: 'Not scanned for 30 days',
    never: 'Never scanned',
    failed: 'Last scan failed',
    of: (what: string, count: number) => `${what}: ${plural(count, 'project')}`,
  },
  busiest: {
    projects: 'Projects with most new findings',
    project: 'Project',
    rules: 'Rules and advisories with most new findings',
    rule: 'Rule or advisory',
    type: 'Type',
    new: 'New',
    none: 'No new findings in this period.',
    of: (count: number, what: string, name: string) => `${plural(count, 'new finding')}, ${what}: ${name}`,
  },
  scans: {
    title: 'Latest scans',
    none: 'No scans yet.',
    all: 'All scans',
    scan: (id: number) => `Scan ${id}`,
    started: 'Started',
  },
  csvFile: (from: string, until: string) => `overview-${from}-${until}.csv`,
  saved: 'Overview exported',
} as const
