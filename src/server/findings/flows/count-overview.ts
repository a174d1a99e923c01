import { type FindingType, flowKinds } from '#contract/vocabulary.ts'
import { severities, statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { dayMs } from '../columns/column-sources.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import type { Table } from '../columns/table.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import type { StatusHistory } from '../history/status-history.ts'
import { type CountedDays, countFlowsOfUnits, type Unit } from './count-flows.ts'

const severityCount = severities.length
const backlogStatuses = new Set(['open', 'reviewing', 'fixing'].map((name) => toCode(statuses, name)))

/** The findings of one type in an overview. Severities are positions in `severities` of `codes.ts`. */
export interface TypeOverview {
  /** Findings in the backlog. */
  open: number
  openBySeverity: number[]
  /** Entries into the backlog minus exits over the period. */
  changeBySeverity: number[]
  change: number
  /** By the position in `flowKinds`: over the period, and over the one before. */
  flows: number[]
  previousFlows: number[]
  /** For each interval of the period, by the position in `flowKinds`. */
  intervals: number[][]
  /** Medians in days by severity; null where nothing was measured. */
  age: (number | null)[]
  timeToFix: (number | null)[]
  /** Findings that entered the backlog in the period as new or reopened, by project id. */
  newByProject: Map<number, number>
  /** The same by rule id, or for supply chain by the code of the advisory. */
  newByRule: Map<number, number>
}

/**
 * Counts the findings of one type for an overview. The number of a list with the same filter is the same number.
 * Source: docs/api.md#overview.
 * @param set the filter, without status and flow.
 */
export async function countTypeOverview(
  { reader, columns }: { reader: Reader; columns: FindingColumns },
  deploymentId: number,
  set: FindingSet & { issue_type: FindingType },
  history: StatusHistory,
  days: CountedDays,
): Promise<TypeOverview> {
  const selection = { ...selectionOf(deploymentId, set), withRemoved: true }
  const table = columns.table(set.issue_type)
  const { bits } = await testRows(reader, columns, selection)
  const overview: TypeOverview = {
    ...backlogNow(table, bits, selection.dedup, days.today),
    ...{ change: 0, changeBySeverity: zeros(severityCount) },
    ...{ flows: zeros(flowKinds.length), previousFlows: zeros(flowKinds.length) },
    intervals: Array.from({ length: days.intervals }, () => zeros(flowKinds.length)),
    timeToFix: [],
    ...{ newByProject: new Map(), newByRule: new Map() },
  }
  const fixDays = severities.map((): number[] => [])
  const ruleColumn = set.issue_type === 'sca' ? table.columns.advisory : table.columns.rule
  countFlowsOfUnits(table, bits, selection.dedup, history, days, {
    interval: (at, kind) => increment(overview.intervals[at], kind),
    previous: (kind) => increment(overview.previousFlows, kind),
    entered(kind, unit) {
      increment(overview.flows, kind)
      overview.change++
      for (const severity of severitiesOf(table, unit)) increment(overview.changeBySeverity, severity)
      if (flowKinds[kind] === 'unignored') return
      const project = table.columns.project.array[unit.rows[0] ?? 0] ?? 0
      overview.newByProject.set(project, (overview.newByProject.get(project) ?? 0) + 1)
      for (const rule of new Set(unit.rows.map((row) => ruleColumn.array[row] ?? 0))) {
        if (rule !== 0) overview.newByRule.set(rule, (overview.newByRule.get(rule) ?? 0) + 1)
      }
    },
    left(kind, unit, daysToFix) {
      increment(overview.flows, kind)
      overview.change--
      for (const severity of severitiesOf(table, unit)) {
        increment(overview.changeBySeverity, severity, -1)
        if (daysToFix !== null) fixDays[severity]?.push(daysToFix)
      }
    },
  })
  overview.timeToFix = fixDays.map(medianOf)
  return overview
}

const zeros = (length: number): number[] => Array.from({ length }, () => 0)

function increment(counts: number[] | undefined, at: number, by = 1) {
  if (counts) counts[at] = (counts[at] ?? 0) + by
}

/** A flaw whose findings have several severities is in the list of each. */
function severitiesOf(table: Table, { rows }: Unit): Iterable<number> {
  const { array } = table.columns.severity
  const [only] = rows
  if (only !== undefined && rows.length === 1) return [(array[only] ?? 1) - 1]
  return new Set(rows.map((row) => (array[row] ?? 1) - 1))
}

/** The findings in the backlog and their median age, both by severity. */
function backlogNow(table: Table, matching: Uint32Array, dedup: boolean, today: number) {
  const { decision, removed, severity } = table.columns
  const isOpen = Uint8Array.from({ length: decision.size }, (_, code) =>
    Number(backlogStatuses.has(code >> 3)),
  )
  const bits = new Uint32Array(matching.length)
  for (let row = 0; row < bits.length; row++) {
    const open = matching[row] === 0 && removed.array[row] === 0 && isOpen[decision.array[row] ?? 0] === 1
    // One bit for each severity, so that the findings of each can be selected.
    bits[row] = open ? 1 << ((severity.array[row] ?? 1) - 1) : 0
  }
  const selected = (mask: number) => {
    const failures = bits.map((bit) => Number((bit & mask) === 0))
    return matchingRows(table, { bits: failures, bitByFilter: new Map() }, dedup)
  }
  const bySeverity = severities.map((_, code) => selected(1 << code))
  const open = dedup
    ? selected((1 << severityCount) - 1).length
    : bySeverity.reduce((sum, rows) => sum + rows.length, 0)
  return {
    open,
    openBySeverity: bySeverity.map((rows) => rows.length),
    age: bySeverity.map((rows) => medianAge(table.since, rows, today)),
  }
}

/** The median of whole days since the rows became relevant. */
function medianAge(since: Float64Array, rows: Int32Array, today: number): number | null {
  const counts: number[] = []
  for (const row of rows) {
    const age = Math.max(0, today - Math.floor((since[row] ?? 0) / dayMs))
    counts[age] = (counts[age] ?? 0) + 1
  }
  return medianOfCounts(counts, rows.length)
}

function medianOf(values: readonly number[]): number | null {
  const counts: number[] = []
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return medianOfCounts(counts, values.length)
}

/** The median of numbers of which `counts` says how often each occurs. */
function medianOfCounts(counts: readonly number[], total: number): number | null {
  if (total === 0) return null
  let seen = 0
  let lower: number | null = null
  for (const [value, count = 0] of counts.entries()) {
    seen += count
    if (lower === null && seen * 2 >= total) lower = value
    if (lower !== null && seen * 2 > total) return (lower + value) / 2
  }
  return lower
}
