import { flowKinds } from '#contract/overview-vocabulary.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { severities, statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { TimeZone } from '#server/db/time-zone.ts'
import { advisoryIdsOf } from '../columns/advisory-ids.ts'
import type { CodeArray } from '../columns/code-array.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import type { Table } from '../columns/table.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import type { StatusHistory } from '../history/status-history.ts'
import { type CountedDays, countFlowsOfUnits, type Unit } from './count-flows.ts'

const severityCount = severities.length
const backlogStatuses = new Set(['open', 'reviewing', 'fixing'].map((name) => toCode(statuses, name)))

const newKinds = new Set([toCode(flowKinds, 'opened'), toCode(flowKinds, 'reopened')])

/** The findings of one type in an overview. Severities are positions in `severities` of `codes.ts`. */
export interface TypeOverview {
  /** Findings in the backlog. */
  open: number
  openBySeverity: number[]
  /** Those that are in the backlog after the period and were not before it, and the reverse. */
  added: number
  gone: number
  addedBySeverity: number[]
  goneBySeverity: number[]
  /** By the position in `flowKinds`: over the period, and over the one before. */
  flows: number[]
  previousFlows: number[]
  /** For each interval of the period, by the position in `flowKinds`. */
  intervals: number[][]
  /** Medians in days by severity; null where nothing was measured. */
  age: (number | null)[]
  timeToFix: (number | null)[]
  /** Findings that entered the backlog in the period as new or reopened, by project id. */
  newByProject: Uint32Array
  /** The same by rule id, or for supply chain by the number of the advisory in `advisoryIdsOf`. */
  newByRule: Uint32Array
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
  const { bits, bitByFilter } = await testRows(reader, columns, selection, ['primary_ref'])
  const rules = await rulesOf(columns, table, set.issue_type)
  const overview: TypeOverview = {
    ...backlogNow(table, bits, selection.dedup, { today: days.today, zone: columns.zone }),
    ...{ added: 0, gone: 0, addedBySeverity: zeros(severityCount), goneBySeverity: zeros(severityCount) },
    ...{ flows: zeros(flowKinds.length), previousFlows: zeros(flowKinds.length) },
    intervals: Array.from({ length: days.intervals }, () => zeros(flowKinds.length)),
    timeToFix: [],
    newByProject: new Uint32Array(table.columns.project.size),
    newByRule: new Uint32Array(rules.size),
  }
  const fixDays = severities.map((): number[] => [])
  const [severityCodes, projects] = [table.columns.severity.array, table.columns.project.array]
  const onPrimary = selection.filter.primary_ref === true && !selection.dedup && history.hasPrimaryChanges
  // A finding that was on the primary branch counts until it no longer was.
  const others = ~(onPrimary ? (bitByFilter.get('primary_ref') ?? 0) : 0)
  const matching = {
    bits: onPrimary ? bits.map((bit) => bit & others) : bits,
    dedup: selection.dedup,
    onPrimary,
  }
  countFlowsOfUnits(table, matching, history, days, {
    interval: (at, kind) => increment(overview.intervals[at], kind),
    previous: (kind) => increment(overview.previousFlows, kind),
    entered(kind, unit) {
      increment(overview.flows, kind)
      if (!newKinds.has(kind)) return
      const project = projects[unit.rows[0] ?? 0] ?? 0
      overview.newByProject[project] = (overview.newByProject[project] ?? 0) + 1
      for (const rule of rules.of(unit)) overview.newByRule[rule] = (overview.newByRule[rule] ?? 0) + 1
    },
    left(kind, unit, daysToFix) {
      increment(overview.flows, kind)
      if (daysToFix === null) return
      for (const severity of codesOf(severityCodes, unit)) fixDays[severity - 1]?.push(daysToFix)
    },
    severityChanged: (kind) => increment(overview.flows, kind),
    came: () => overview.added++,
    went: () => overview.gone++,
    severities(before, after) {
      for (let code = 0; code < severityCount; code++) {
        increment(overview.addedBySeverity, code, (after & ~before & (1 << code)) >> code)
        increment(overview.goneBySeverity, code, (before & ~after & (1 << code)) >> code)
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

/** A flaw whose findings have several severities or rules is in the list of each. */
function codesOf(codes: CodeArray, { rows }: Unit): Iterable<number> {
  const [only = 0] = rows
  if (rows.length === 1) return [codes[only] ?? 0]
  return new Set(rows.map((row) => codes[row] ?? 0))
}

/** The rules of the findings of a flaw, by id; of the supply chain the advisories, by each of their ids. */
async function rulesOf(columns: FindingColumns, table: Table, type: FindingType) {
  const { rule, advisoryIds } = table.columns
  if (type !== 'sca') return { size: rule.size, of: (unit: Unit) => codesOf(rule.array, unit) }
  const { names, counted } = await advisoryIdsOf(columns, table)
  const of = (unit: Unit) =>
    new Set([...codesOf(advisoryIds.array, unit)].flatMap((code) => counted[code] ?? []))
  return { size: names.length, of }
}

/** The findings in the backlog and their median age, both by severity. */
function backlogNow(
  table: Table,
  matching: Uint32Array,
  dedup: boolean,
  day: { today: number; zone: TimeZone },
) {
  const [decisions, removals, severityCodes] = [
    table.columns.decision.array,
    table.columns.removed.array,
    table.columns.severity.array,
  ]
  const isOpen = Uint8Array.from({ length: table.columns.decision.size }, (_, code) =>
    Number(backlogStatuses.has(code >> 3)),
  )
  const found = severities.map((): { total: number; ages: number[] } => ({ total: 0, ages: [] }))
  const add = (row: number) => {
    const counts = found[(severityCodes[row] ?? 1) - 1]
    if (!counts) return
    counts.total++
    const age = Math.max(0, day.today - day.zone.dayOf(table.since[row] ?? 0))
    counts.ages[age] = (counts.ages[age] ?? 0) + 1
  }
  /** With dedup the rows of all severities fail or pass together, and each severity for itself. */
  const bits = dedup ? new Uint32Array(matching.length) : null
  for (let row = 0; row < matching.length; row++) {
    const open = matching[row] === 0 && removals[row] === 0 && isOpen[decisions[row] ?? 0] === 1
    if (bits) bits[row] = open ? 1 << ((severityCodes[row] ?? 1) - 1) : 0
    else if (open) add(row)
  }
  let open = 0
  if (bits) {
    const selected = (mask: number) => {
      const failures = bits.map((bit) => Number((bit & mask) === 0))
      return matchingRows(table, { bits: failures, bitByFilter: new Map() }, true)
    }
    for (const [code] of severities.entries()) for (const row of selected(1 << code)) add(row)
    open = selected((1 << severityCount) - 1).length
  } else open = found.reduce((sum, { total }) => sum + total, 0)
  return {
    open,
    openBySeverity: found.map(({ total }) => total),
    age: found.map(({ ages, total }) => medianOfCounts(ages, total)),
  }
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
