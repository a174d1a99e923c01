import type { Table } from '../columns/table.ts'
import type { StatusHistory } from '../history/status-history.ts'
import { triageOffset } from '../history/status-history.ts'
import { backlogStatuses, notFound, previousState, type StatusPath } from './backlog-status.ts'

/** A path while it is collected. */
interface GrowingPath {
  days: number[]
  statuses: number[]
  length: number
}

/**
 * Visits the findings of a table that changed on `start` or later, newest first, each with its status since it was
 * found. The path is valid until the next visit.
 * @param bits 0 for each row that is visited if it changed; null for all rows.
 * @param start a day of the deployment's time zone.
 */
export function visitPaths(
  table: Table,
  history: StatusHistory,
  start: number,
  bits: Uint32Array | null,
  visit: (row: number, path: StatusPath) => void,
): void {
  const { findings, days, before } = history.data
  const { later } = history
  const [states, triages, openings, removals] = [
    table.columns.state.array,
    table.columns.triage.array,
    table.columns.openedOn.array,
    table.columns.removed.array,
  ]
  const { ids } = table
  const path: GrowingPath = { days: [], statuses: [], length: 0 }
  // Rows and events are both ordered by finding.
  let event = findings.length - 1
  for (let row = table.length - 1; row >= 0; row--) {
    // Deleted rows are kept with another code.
    if ((bits !== null && bits[row] !== 0) || (removals[row] ?? 0) > 1) continue
    const id = ids[row] ?? 0
    while (event >= 0 && (findings[event] ?? 0) > id) event--
    const own = later.size > 0 ? later.get(id) : undefined
    const opened = openings[row] ?? 0
    const newest = own ? (own.at(-1) ?? -1) >> 4 : findings[event] === id ? (days[event] ?? 0) : -1
    if (newest < start && opened < start) continue
    let now = (states[row] ?? 0) * triageOffset + ((triages[row] ?? 0) >> 3)
    path.length = 0
    if (own) {
      for (let at = own.length - 1; at >= 0; at--) {
        const previous = previousState(now, (own[at] ?? 0) & 15)
        addChange(path, (own[at] ?? 0) >> 4, previous, now)
        now = previous
      }
    } else {
      for (let at = event; at >= 0 && findings[at] === id; at--) {
        const previous = previousState(now, before[at] ?? 0)
        addChange(path, days[at] ?? 0, previous, now)
        now = previous
      }
    }
    path.days[path.length] = opened
    path.statuses[path.length] = backlogStatuses[now] ?? notFound
    path.length++
    if (path.length > 1) reverse(path)
    visit(row, path)
  }
}

/** Adds a change to a path that is collected backwards, if it changes the backlog status. */
function addChange(path: GrowingPath, day: number, before: number, after: number) {
  const status = backlogStatuses[after] ?? notFound
  if (backlogStatuses[before] === status) return
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

/**
 * Visits the flaws of a table of which a finding changed on `start` or later, each with the status of all its findings
 * together. Changes of several findings on one day are in the order of the findings.
 */
export function visitFlawPaths(
  table: Table,
  history: StatusHistory,
  start: number,
  visit: (flaw: number, path: StatusPath) => void,
): void {
  const changed = new Uint8Array(table.flawsEnd)
  visitPaths(table, history, start, null, (row) => {
    changed[table.flaws[row] ?? 0] = 1
  })
  const bits = new Uint32Array(table.length)
  for (let row = 0; row < bits.length; row++) bits[row] = 1 - (changed[table.flaws[row] ?? 0] ?? 0)
  const flaws = new Map<number, StatusPath[]>()
  visitPaths(table, history, 0, bits, (row, { days, statuses, length }) => {
    const flaw = table.flaws[row] ?? 0
    const path = { days: days.slice(0, length), statuses: statuses.slice(0, length), length }
    const paths = flaws.get(flaw)
    if (paths) paths.push(path)
    else flaws.set(flaw, [path])
  })
  for (const [flaw, paths] of flaws) visit(flaw, mergePaths(paths))
}

/** The path of the smallest status of several paths. */
function mergePaths(paths: readonly StatusPath[]): StatusPath {
  const [only] = paths
  if (only && paths.length === 1) return only
  const steps = paths
    .flatMap(({ days, statuses }, of) =>
      days.map((day, at) => ({ day, of, status: statuses[at] ?? notFound })),
    )
    .sort((one, other) => one.day - other.day)
  const now = paths.map(() => notFound)
  const merged: GrowingPath = { days: [], statuses: [], length: 0 }
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
