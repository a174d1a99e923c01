import type { FlowKind, StandingKind } from '#contract/overview-vocabulary.ts'
import { writeDays } from '#contract/parameters/day-range.ts'
import { type FindingFilter, findingFilter } from '#contract/parameters/findings-query.ts'
import { writeFlow } from '#contract/parameters/flow-filter.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import type { FindingType, gateFilters, severities } from '#contract/vocabulary.ts'
import { paths } from '#lib/urls/paths.ts'
import type { OverviewState } from './search-params.ts'

type Severity = (typeof severities)[number]

interface Days {
  from: string
  until: string
}

/** The URLs of the lists behind the numbers of an overview: each list has exactly the number's items. */
export interface ListLinks {
  /** The backlog. */
  open: (type: FindingType, more?: FindingFilter) => string
  /** Findings that are overdue, or due this week. */
  due: (type: FindingType, due: 'overdue' | 'week') => string
  /** Findings of a severity that were fixed in a month, in time or all that had a due date. */
  fixed: (type: FindingType, days: Days, severity: Severity, due: readonly ('met' | 'missed')[]) => string
  /** Findings that entered or left the backlog; by default in the whole period. */
  flow: (type: FindingType, kinds: readonly FlowKind[], days?: Days, more?: FindingFilter) => string
  /**
   * Findings that are in the backlog after the days, by default those of the period, or of these the ones that were not
   * before, or the reverse; by default of all severities.
   */
  standing: (type: FindingType, kind: StandingKind, of?: { days?: Days; severity?: Severity }) => string
  /** The same as `flow` in as many days before the period. */
  flowBefore: (type: FindingType, kind: FlowKind) => string
  scans: (verdict: (typeof gateFilters)[number]) => string
  projects: (lastScan?: string) => string
}

/** The changes by which a finding is new. */
export const newKinds: readonly FlowKind[] = ['opened', 'reopened']

/** Returns the links of an overview. */
export function listLinks(
  deployment: string,
  { project, tag, owner, include_disabled: withDisabled }: OverviewState,
  period: Pick<OverviewAnswer, 'from' | 'until' | 'since'>,
): ListLinks {
  const list = (type: FindingType, more: FindingFilter) => {
    const filter: FindingFilter = {
      ...(type === 'secrets' ? { dedup: true } : { primary_ref: true }),
      ...(withDisabled ? {} : { rule_disabled: false }),
      ...(project ? { repos: [project] } : {}),
      ...(tag ? { project_tags: [tag] } : {}),
      ...(owner ? { owner } : {}),
      ...more,
    }
    return paths.findings(deployment, type, writeQuery(findingFilter, filter))
  }
  const scope = { ...(project ? { repos: [project] } : {}), ...(tag ? { project_tags: [tag] } : {}) }
  const flow: ListLinks['flow'] = (type, kinds, { from, until } = period, more = {}) =>
    list(type, { flow: writeFlow(kinds, from, until), ...more })
  return {
    open: (type, more = {}) => list(type, { status: ['open', 'reviewing', 'fixing'], ...more }),
    due: (type, due) => list(type, { due: [due] }),
    fixed: (type, { from, until }, severity, due) =>
      list(type, { fixed_on: writeDays(from, until), severities: [severity], due: [...due] }),
    flow,
    standing: (type, kind, { days: { from, until } = period, severity } = {}) =>
      list(type, { flow: writeFlow([kind], from, until, severity && [severity]) }),
    flowBefore: (type, kind) => flow(type, [kind], daysBefore(period)),
    scans: (verdict) =>
      paths.scans(deployment, scanSearch({ ...scope, gate: verdict, gate_since: period.since })),
    projects: (lastScan) =>
      paths.projects(deployment, {
        ...(tag ? { project_tags: tag } : {}),
        ...(lastScan ? { last_scan: lastScan } : {}),
      }),
  }
}

const day = 86_400_000

/** The last day before a range. */
export const dayBefore = ({ from }: Pick<Days, 'from'>): string =>
  new Date(Date.parse(from) - day).toISOString().slice(0, 10)

/** As many days as a range has, up to the day before it. */
function daysBefore({ from, until }: Days): Days {
  const [first, last] = [Date.parse(from), Date.parse(until)]
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: dayOf(2 * first - last - day), until: dayOf(first - day) }
}

function scanSearch(values: Readonly<Record<string, string | readonly string[]>>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') search.append(name, value)
    else for (const one of value) search.append(`${name}[]`, one)
  }
  return search
}
