import type { Table } from '../columns/table.ts'
import type { StatusHistory } from '../history/status-history.ts'
import { triageOffset } from '../history/status-history.ts'
import { backlogStatuses, notFound, previousState, type StatusPath } from './backlog-status.ts'

/** A path while it is collected. */
interface GrowingPath {
  days: number[]
  statuses: number[]
}

/**
 * Visits the findings of a table that changed on `start` or later, newest first, each with its status since it was
 * found. The path is valid until the next visit.
 * @param chosen 1 for each row that is visited if it changed; null for all rows.
 * @param start in whole days (UTC) since 1970.
 */
export function visitPaths(
  table: Table,
  history: StatusHistory,
  start: number,
  chosen: Uint8Array | null,
  visit: (row: number, path: StatusPath) => void,
): void {
  const { findings, days, before } = history.data
  const { later } = history
  const { state, triage, openedOn, removed } = table.columns
  const reversed: number[] = []
  const path: GrowingPath = { days: [], statuses: [] }
  // Rows and events are both ordered by finding.
  let event = findings.length - 1
  for (let row = table.length - 1; row >= 0; row--) {
    // Deleted rows are kept with another code.
    if ((removed.array[row] ?? 0) > 1 || chosen?.[row] === 0) continue
    const id = table.ids[row] ?? 0
    while (event >= 0 && (findings[event] ?? 0) > id) event--
    const own = later.size > 0 ? later.get(id) : undefined
    const opened = openedOn.array[row] ?? 0
    const newest = own ? (own.at(-1) ?? -1) >> 4 : findings[event] === id ? (days[event] ?? 0) : -1
    if (newest < start && opened < start) continue
    let now = (state.array[row] ?? 0) * triageOffset + ((triage.array[row] ?? 0) >> 3)
    reversed.length = 0
    const stepBack = (day: number, was: number) => {
      const previous = previousState(now, was)
      if (backlogStatuses[previous] !== backlogStatuses[now])
        reversed.push(day, backlogStatuses[now] ?? notFound)
      now = previous
    }
    if (own) {
      for (let at = own.length - 1; at >= 0; at--) stepBack((own[at] ?? 0) >> 4, (own[at] ?? 0) & 15)
    } else {
      for (let at = event; at >= 0 && findings[at] === id; at--) stepBack(days[at] ?? 0, before[at] ?? 0)
    }
    reversed.push(opened, backlogStatuses[now] ?? notFound)
    path.days.length = 0
    path.statuses.length = 0
    for (let at = reversed.length - 2; at >= 0; at -= 2) {
      path.days.push(reversed[at] ?? 0)
      path.statuses.push(reversed[at + 1] ?? notFound)
    }
    visit(row, path)
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
  const chosen = new Uint8Array(table.length)
  for (let row = 0; row < chosen.length; row++) chosen[row] = changed[table.flaws[row] ?? 0] ?? 0
  const flaws = new Map<number, StatusPath[]>()
  visitPaths(table, history, 0, chosen, (row, { days, statuses }) => {
    const flaw = table.flaws[row] ?? 0
    const paths = flaws.get(flaw) ?? []
    paths.push({ days: [...days], statuses: [...statuses] })
    flaws.set(flaw, paths)
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
  const merged: GrowingPath = { days: [], statuses: [] }
  for (const { day, of, status } of steps) {
    now[of] = status
    const smallest = Math.min(...now)
    if (smallest === (merged.statuses.at(-1) ?? notFound)) continue
    merged.days.push(day)
    merged.statuses.push(smallest)
  }
  return merged
}
