import type { Table } from '../columns/table.ts'
import {
  dayOfEvent,
  previousOfEvent,
  primaryOffset,
  type StatusHistory,
  severityOffset,
  triageOffset,
} from '../history/status-history.ts'
import {
  backlogStatuses,
  notFound,
  notPrimary,
  previousState,
  type SeverityPath,
  type StatusPath,
  severityBefore,
} from './backlog-status.ts'

/** A path while it is collected. */
interface GrowingPath {
  days: number[]
  statuses: number[]
  length: number
  severity: GrowingSeverity
  /** Whether the branch counts as the primary one before what was collected. */
  isPrimary: boolean
}

interface GrowingSeverity {
  now: number
  days: number[]
  before: number[]
  length: number
}

/** Which findings are visited, and what counts for their status. */
export interface VisitedPaths {
  /** Those that changed on this day or later, of the deployment's time zone. */
  start: number
  /** 0 for each row that is visited if it changed; null for all rows. */
  bits: Uint32Array | null
  /** Whether a finding has the status `notPrimary` while its branch is not the primary one. */
  onPrimary: boolean
}

/**
 * Visits the findings of a table that changed, newest first, each with its status since it was found. The path is valid
 * until the next visit.
 */
export function visitPaths(
  table: Table,
  history: StatusHistory,
  { start, bits, onPrimary }: VisitedPaths,
  visit: (row: number, path: StatusPath) => void,
): void {
  const { findings, days, before } = history.data
  const { later } = history
  const { columns } = table
  const [states, triages, severities] = [columns.state.array, columns.triage.array, columns.severity.array]
  const [openings, removals, primaries] = [
    columns.openedOn.array,
    columns.removed.array,
    columns.primary.array,
  ]
  const { ids } = table
  const path = emptyPath()
  // Rows and events are both ordered by finding.
  let event = findings.length - 1
  for (let row = table.length - 1; row >= 0; row--) {
    // Deleted rows are kept with another code.
    if ((bits !== null && bits[row] !== 0) || (removals[row] ?? 0) > 1) continue
    const id = ids[row] ?? 0
    while (event >= 0 && (findings[event] ?? 0) > id) event--
    const own = later.size > 0 ? later.get(id) : undefined
    const opened = openings[row] ?? 0
    const newest = own ? dayOfEvent(own.at(-1) ?? -1) : findings[event] === id ? (days[event] ?? 0) : -1
    if (newest < start && opened < start) continue
    let now = (states[row] ?? 0) * triageOffset + ((triages[row] ?? 0) >> 3)
    path.length = 0
    path.severity.length = 0
    path.severity.now = (severities[row] ?? 1) - 1
    path.isPrimary = !onPrimary || primaries[row] === 1
    if (own) {
      for (let at = own.length - 1; at >= 0; at--) {
        const one = own[at] ?? 0
        now = addEvent(path, dayOfEvent(one), previousOfEvent(one), now, onPrimary)
      }
    } else {
      for (let at = event; at >= 0 && findings[at] === id; at--)
        now = addEvent(path, days[at] ?? 0, before[at] ?? 0, now, onPrimary)
    }
    path.days[path.length] = opened
    path.statuses[path.length] = statusOf(path, now)
    path.length++
    if (path.length > 1) reverse(path)
    visit(row, path)
  }
}

const emptyPath = (): GrowingPath => ({
  days: [],
  statuses: [],
  length: 0,
  severity: { now: 0, days: [], before: [], length: 0 },
  isPrimary: true,
})

const statusOf = ({ isPrimary }: GrowingPath, now: number): number =>
  isPrimary ? (backlogStatuses[now] ?? notFound) : notPrimary

/**
 * Adds an event to a path that is collected backwards, if it changes the backlog status or the severity.
 * @param now the state and triage after the event.
 * @returns those before it.
 */
function addEvent(path: GrowingPath, day: number, previous: number, now: number, onPrimary: boolean): number {
  if (previous >= severityOffset) return addRareEvent(path, day, previous, now, onPrimary)
  const before = previousState(now, previous)
  const status = statusOf(path, now)
  if (statusOf(path, before) !== status) addStatus(path, day, status)
  return before
}

/** Adds a change of severity or of the primary branch. */
function addRareEvent(path: GrowingPath, day: number, previous: number, now: number, onPrimary: boolean) {
  if (previous < primaryOffset) {
    const { severity } = path
    severity.days[severity.length] = day
    severity.before[severity.length] = previous - severityOffset
    severity.length++
  } else if (onPrimary) {
    const status = statusOf(path, now)
    path.isPrimary = previous > primaryOffset
    if (statusOf(path, now) !== status) addStatus(path, day, status)
  }
  return now
}

function addStatus(path: GrowingPath, day: number, status: number) {
  path.days[path.length] = day
  path.statuses[path.length] = status
  path.length++
}

function reverse({ days, statuses, length }: GrowingPath) {
  for (let at = 0, other = length - 1; at < other; at++, other--) {
    const [day = 0, status = notFound] = [days[at], statuses[at]]
    days[at] = days[other] ?? 0
    statuses[at] = statuses[other] ?? notFound
    days[other] = day
    statuses[other] = status
  }
}

/** A finding of a flaw. */
interface FlawInstance {
  row: number
  path: StatusPath
}

/**
 * Visits the flaws of a table of which a finding changed on `start` or later, each with the status of all its findings
 * together, on whatever branch. Changes of several findings on one day are in the order of the findings.
 */
export function visitFlawPaths(
  table: Table,
  history: StatusHistory,
  start: number,
  visit: (flaw: number, path: StatusPath, instances: readonly FlawInstance[]) => void,
): void {
  const changed = new Uint8Array(table.flawsEnd)
  visitPaths(table, history, { start, bits: null, onPrimary: false }, (row) => {
    changed[table.flaws[row] ?? 0] = 1
  })
  const bits = new Uint32Array(table.length)
  for (let row = 0; row < bits.length; row++) bits[row] = 1 - (changed[table.flaws[row] ?? 0] ?? 0)
  const flaws = new Map<number, FlawInstance[]>()
  visitPaths(table, history, { start: 0, bits, onPrimary: false }, (row, path) => {
    const flaw = table.flaws[row] ?? 0
    const instance = { row, path: copyOf(path) }
    const instances = flaws.get(flaw)
    if (instances) instances.push(instance)
    else flaws.set(flaw, [instance])
  })
  for (const [flaw, instances] of flaws) visit(flaw, mergePaths(instances), instances)
}

const noDays: readonly number[] = []

function copyOf({ days, statuses, length, severity }: StatusPath): StatusPath {
  const lists =
    severity.length === 0
      ? { days: noDays, before: noDays }
      : { days: severity.days.slice(0, severity.length), before: severity.before.slice(0, severity.length) }
  return {
    days: days.slice(0, length),
    statuses: statuses.slice(0, length),
    length,
    severity: { now: severity.now, length: severity.length, ...lists },
  }
}

/** The path of the smallest status of several findings, and of their highest severity. */
function mergePaths(instances: readonly FlawInstance[]): StatusPath {
  const [only] = instances
  if (only && instances.length === 1) return only.path
  const steps = instances
    .flatMap(({ path: { days, statuses } }, of) =>
      days.map((day, at) => ({ day, of, status: statuses[at] ?? notFound })),
    )
    .sort((one, other) => one.day - other.day)
  const now = instances.map(() => notFound)
  const merged = { ...emptyPath(), severity: mergeSeverities(instances) }
  for (const { day, of, status } of steps) {
    now[of] = status
    const smallest = Math.min(...now)
    if (smallest === (merged.statuses.at(-1) ?? notFound)) continue
    merged.days.push(day)
    merged.statuses.push(smallest)
    merged.length++
  }
  return merged
}

/** The highest severity of the findings that were found, over time. */
function mergeSeverities(instances: readonly FlawInstance[]): SeverityPath {
  const [first] = instances
  const isConstant = instances.every(
    ({ path: { severity } }) => severity.length === 0 && severity.now === first?.path.severity.now,
  )
  if (first && isConstant) return first.path.severity
  const highestBefore = (day: number) =>
    instances.reduce(
      (highest, { path }) =>
        (path.days[0] ?? 0) < day ? Math.max(highest, severityBefore(path.severity, day)) : highest,
      -1,
    )
  const days = new Set(instances.flatMap(({ path: { days, severity } }) => [days[0] ?? 0, ...severity.days]))
  const now = highestBefore(Number.POSITIVE_INFINITY)
  const merged: GrowingSeverity = { now, days: [], before: [], length: 0 }
  let after = now
  for (const day of [...days].sort((one, other) => other - one)) {
    const before = highestBefore(day)
    if (before < 0) break
    if (before === after) continue
    merged.days.push(day)
    merged.before.push(before)
    merged.length++
    after = before
  }
  return merged
}
