import {
  entryKinds,
  exitKinds,
  type FlowKind,
  flowKinds,
  type overviewPeriods,
} from '#contract/overview-vocabulary.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { type FindingType, findingTypes, severities as severitiesInOrder } from '#contract/vocabulary.ts'
import { severities, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { deploymentText } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { dayText } from '#server/db/time-zone.ts'
import { advisoryIdsOf } from '../columns/advisory-ids.ts'
import { deriveFromColumns, deriveFromNames, namesOf } from '../columns/names.ts'
import { countDue } from '../due/count-due.ts'
import { countFixedByMonth } from '../due/count-fixed.ts'
import type { FindingSet } from '../filters/query.ts'
import { readFirstDay } from '../history/history-start.ts'
import type { StatusHistory } from '../history/status-history.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import type { CountedDays } from './count-flows.ts'
import { countTypeOverview, type TypeOverview } from './count-overview.ts'

type Period = (typeof overviewPeriods)[number]

/** The parts of an overview that are counted from findings. */
type OverviewCounts = Pick<
  OverviewAnswer,
  'from' | 'until' | 'since' | 'time_zone' | 'types' | 'intervals' | 'projects' | 'rules'
>

interface OverviewRequest {
  period: Period
  project: string | undefined
  tag: string | undefined
  /** As in the filter of lists; undefined for all findings. */
  owner: string[] | undefined
  withDisabled: boolean
  /** Milliseconds since 1970. */
  now: number
}

const shownProjects = 8
const shownRules = 8

const lengths: Record<Period, { intervals: number; daysPerInterval: number }> = {
  '30d': { intervals: 30, daysPerInterval: 1 },
  '90d': { intervals: 90, daysPerInterval: 1 },
  '1y': { intervals: 52, daysPerInterval: 7 },
  '2y': { intervals: 104, daysPerInterval: 7 },
}

/**
 * The days of a period that ends today; intervals from before the start of the kept history are left out.
 * @param historyStart the first complete day of the history.
 */
function flowDays(period: Period, today: number, historyStart: number): CountedDays {
  const { intervals: most, daysPerInterval } = lengths[period]
  const kept = Math.floor((today + 1 - historyStart) / daysPerInterval)
  const intervals = Math.max(1, Math.min(most, kept))
  const days = intervals * daysPerInterval
  const from = today - days + 1
  return { today, from, previousFrom: from - days, intervals, daysPerInterval }
}

/** The filter of the lists behind the numbers of one type. Source: docs/api.md#overview. */
function setOf(
  type: FindingType,
  { project, tag, owner, withDisabled }: OverviewRequest,
): FindingSet & { issue_type: FindingType } {
  return {
    issue_type: type,
    ...(type === 'secrets' ? { dedup: true } : { primary_ref: true }),
    ...(withDisabled ? {} : { rule_disabled: false }),
    ...(project === undefined ? {} : { repos: [project] }),
    ...(tag === undefined ? {} : { project_tags: [tag] }),
    ...(owner === undefined ? {} : { owner }),
  }
}

/**
 * Counts the findings of an overview. Cached until the findings change, or the day ends.
 * Source: docs/api.md#overview.
 */
export async function readOverviewCounts(
  view: FindingsSnapshot,
  deploymentId: number,
  request: OverviewRequest,
  history: StatusHistory,
): Promise<OverviewCounts> {
  const { reader, columns } = view
  const { zone } = columns
  const historyStart = await readFirstDay(reader, deploymentId, zone)
  const days = flowDays(request.period, zone.dayOf(request.now), historyStart)
  const { now: _, ...key } = request
  return deriveFromColumns(columns, `overview ${JSON.stringify([key, days])}`, async () => {
    const counts = await countTypes(view, deploymentId, request, history, days)
    const isPreviousKept = days.previousFrom >= historyStart
    return {
      from: dayText(days.from),
      until: dayText(days.today),
      since: new Date(zone.startOf(days.from)).toISOString(),
      time_zone: zone.name,
      types: byType((type) => typeAnswer(counts[type], isPreviousKept)),
      intervals: intervalsOf(counts, days),
      projects: await busiestProjects(view, deploymentId, counts),
      rules: await busiestRules(view, deploymentId, counts),
    }
  })
}

type Due = OverviewAnswer['types'][FindingType]['due']
type FixedByMonth = OverviewAnswer['types'][FindingType]['fixed_by_month']
type TypeCounts = TypeOverview & { due: Due; fixedByMonth: FixedByMonth }
type Counts = Record<FindingType, TypeCounts>

/** What was counted in one version of a table. */
interface Counted {
  version: number
  result: TypeCounts
}

async function countTypes(
  view: FindingsSnapshot,
  deploymentId: number,
  request: OverviewRequest,
  history: StatusHistory,
  days: CountedDays,
): Promise<Counts> {
  const count = async (type: FindingType) => {
    const { columns } = view
    const set = setOf(type, request)
    const { version } = columns.table(type)
    const key = `overview ${JSON.stringify([set, days])}`
    // Whom owners stand for changes without the table.
    const derive = request.owner === undefined ? deriveFromNames : deriveFromColumns
    const counted = await derive(
      columns,
      key,
      async (): Promise<{ last: Counted | null }> => ({
        last: null,
      }),
    )
    // Decisions change one type; the other tables stay as they were counted.
    if (counted.last?.version !== version)
      counted.last = {
        version,
        result: {
          ...(await countTypeOverview(view, deploymentId, set, history, days)),
          due: await countDue(view, deploymentId, set),
          fixedByMonth: await countFixedByMonth(view, deploymentId, set, days),
        },
      }
    return counted.last.result
  }
  return { sast: await count('sast'), sca: await count('sca'), secrets: await count('secrets') }
}

const byType = <T>(of: (type: FindingType) => T): Record<FindingType, T> => ({
  sast: of('sast'),
  sca: of('sca'),
  secrets: of('secrets'),
})

function byKind(counts: readonly number[]): Record<FlowKind, number> {
  const of = (kind: FlowKind) => counts[toCode(flowKinds, kind)] ?? 0
  return {
    opened: of('opened'),
    reopened: of('reopened'),
    unignored: of('unignored'),
    became_primary: of('became_primary'),
    fixed: of('fixed'),
    ignored: of('ignored'),
    muted: of('muted'),
    removed: of('removed'),
    left_primary: of('left_primary'),
    raised: of('raised'),
    lowered: of('lowered'),
  }
}

const changeOf = (added: number, gone: number) => ({ change: added - gone, added, gone })

function typeAnswer(counts: TypeCounts, isPreviousKept: boolean): OverviewAnswer['types'][FindingType] {
  const ofSeverity = (name: (typeof severities)[number]) => {
    const code = toCode(severities, name)
    return {
      open: counts.openBySeverity[code] ?? 0,
      ...changeOf(counts.addedBySeverity[code] ?? 0, counts.goneBySeverity[code] ?? 0),
      age: counts.age[code] ?? null,
      time_to_fix: counts.timeToFix[code] ?? null,
    }
  }
  const [critical, high, medium, low] = severitiesInOrder
  return {
    open: counts.open,
    ...changeOf(counts.added, counts.gone),
    by_severity: {
      critical: ofSeverity(critical),
      high: ofSeverity(high),
      medium: ofSeverity(medium),
      low: ofSeverity(low),
    },
    flows: byKind(counts.flows),
    previous_flows: isPreviousKept ? byKind(counts.previousFlows) : null,
    due: counts.due,
    fixed_by_month: counts.fixedByMonth,
  }
}

/** How much a flow of each kind adds to the backlog. */
const signs = flowKinds.map((kind) =>
  entryKinds.some((entry) => entry === kind) ? 1 : exitKinds.some((exit) => exit === kind) ? -1 : 0,
)

/** The flows of each interval, and the backlog at its end, computed backwards from the current one. */
function intervalsOf(counts: Counts, { from, intervals, daysPerInterval }: CountedDays) {
  const backlog = byType((type) => counts[type].open)
  return Array.from({ length: intervals }, (_, back) => intervals - 1 - back)
    .map((at) => ({
      from: dayText(from + at * daysPerInterval),
      until: dayText(from + (at + 1) * daysPerInterval - 1),
      types: byType((type) => {
        const flows = counts[type].intervals[at] ?? []
        const atEnd = backlog[type]
        backlog[type] -= flows.reduce((sum, count, kind) => sum + count * (signs[kind] ?? 0), 0)
        return { backlog: atEnd, flows: byKind(flows) }
      }),
    }))
    .reverse()
}

async function busiestProjects({ reader, columns }: FindingsSnapshot, deploymentId: number, counts: Counts) {
  const totals = new Map<number, number>()
  for (const type of findingTypes) {
    for (const [project, count] of countedIn(counts[type].newByProject))
      totals.set(project, (totals.get(project) ?? 0) + count)
  }
  const names = await namesOf(reader, columns, deploymentId, 'repos')
  return largest(totals, (id) => names.get(id) ?? '', shownProjects).map(({ key, name }) => ({
    name,
    new: byType((type) => counts[type].newByProject[key] ?? 0),
  }))
}

async function busiestRules({ reader, columns }: FindingsSnapshot, deploymentId: number, counts: Counts) {
  const paths = await namesOf(reader, columns, deploymentId, 'rules')
  const advisories = await advisoryIdsOf(columns, columns.table('sca'))
  const nameOf = (type: FindingType) => (id: number) =>
    (type === 'sca' ? advisories.names[id] : paths.get(id)) ?? ''
  const all = findingTypes.flatMap((type) =>
    largest(countedIn(counts[type].newByRule), nameOf(type), shownRules).map((one) => ({ ...one, type })),
  )
  const shown = all
    .sort((one, other) => other.count - one.count || compareTexts(one.name, other.name))
    .slice(0, shownRules)
  const titles = await readTitles(
    reader,
    deploymentId,
    shown.flatMap(({ type, key }) => (type === 'sca' ? [] : [key])),
  )
  return shown.map(({ type, key, name, count }) => ({
    issue_type: type,
    name,
    title: type === 'sca' ? null : (titles.get(key) ?? null),
    new: count,
  }))
}

async function readTitles(reader: Reader, deploymentId: number, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('rule')
    .select(['id', deploymentText('title').as('title')])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The codes that occur; 0 is no value. */
function countedIn(counts: Uint32Array): Map<number, number> {
  const found = new Map<number, number>()
  for (const [code, count] of counts.entries()) if (code > 0 && count > 0) found.set(code, count)
  return found
}

/** The keys with the largest counts, equal ones by name. */
function largest(counts: ReadonlyMap<number, number>, nameOf: (key: number) => string, limit: number) {
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const least = sorted[limit - 1]?.[1] ?? 0
  return sorted
    .filter(([, count]) => count >= least)
    .map(([key, count]) => ({ key, count, name: nameOf(key) }))
    .sort((one, other) => other.count - one.count || compareTexts(one.name, other.name))
    .slice(0, limit)
}
