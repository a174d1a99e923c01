import type { overviewPeriods } from '#contract/overview-vocabulary.ts'
import { formatNumber } from '#lib/text/format.ts'
import { ownerName } from '#lib/text/owner-name.ts'

type Period = (typeof overviewPeriods)[number]

/** Texts of the overview. */
export const labels = {
  title: 'Overview',
  loading: 'Loading the overview',
  failed: "Couldn't load the overview",
  stale: 'May be out of date',
  retry: 'Retry',
  filters: 'Filters of the overview',
  params: {
    period: 'Period',
    project: 'Project',
    tag: 'Project tag',
    owner: 'Owner',
    include_disabled: 'Disabled rules',
  },
  periods: { '30d': '30 days', '90d': '90 days', '1y': '1 year', '2y': '2 years' } satisfies Record<
    Period,
    string
  >,
  anyProject: 'All projects',
  includesDisabled: 'Includes disabled rules',
  counted: 'backlog: open, reviewing or fixing, on primary branches',
  owner: (owner: string) =>
    owner === 'me' ? 'Owned by me' : owner === 'none' ? 'Without an owner' : ownerName(owner),
  unknownProject: (name: string) => `There is no project ${name}`,
  unscanned: {
    title: (project: string | undefined, tag: string | undefined) => {
      if (project !== undefined) return `${project} was never scanned`
      return tag === undefined ? 'No project was scanned yet' : `No project tagged ${tag} was scanned yet`
    },
    detail: 'Findings are unknown until a first scan is imported.',
  },
  due: {
    overdue: (count: number) => `${formatNumber(count)} overdue`,
    week: (count: number) => `${formatNumber(count)} due this week`,
    count: (count: number, due: 'overdue' | 'week', what: string) => `${labels.due[due](count)}: ${what}`,
  },
  open: {
    title: 'Backlog',
    /** Not "open": that is one of the three statuses in it, which the menu, projects and rules count. */
    heading: (type: string) => `${type} backlog`,
    of: (severity: string, type: string) => `${severity}, ${type}`,
    count: (count: number, what: string) => `${formatNumber(count)} in the backlog: ${what}`,
    kinds: {
      added: (count: number) => `${formatNumber(count)} came`,
      gone: (count: number) => `${formatNumber(count)} went`,
    },
    moved: (kind: 'added' | 'gone', count: number, what: string) =>
      `${labels.open.kinds[kind](count)} ${what}`,
    since: (day: string) => `since ${day}`,
  },
} as const
