import { flowKinds } from '#contract/overview-vocabulary.ts'
import { toCode } from '#server/db/codes.ts'
import type { Table } from '../columns/table.ts'
import type { StatusHistory } from '../history/status-history.ts'
import {
  daysToFix,
  indexOfDay,
  type NetFlow,
  noFlow,
  reduceChanges,
  type StatusPath,
} from './backlog-status.ts'
import { visitFlawPaths, visitPaths } from './status-paths.ts'

/** The period of an overview, in days of the deployment's time zone, in intervals of equal length that end today. */
export interface CountedDays {
  today: number
  /** The first day of the period, and of the one before. */
  from: number
  previousFrom: number
  intervals: number
  daysPerInterval: number
}

/** A finding, or with dedup a flaw. */
export interface Unit {
  /** The matching rows. */
  rows: readonly number[]
}

/** Receives each flow once. Kinds are positions in `flowKinds`. */
export interface FlowCounter {
  /** A flow in an interval of the period. */
  interval(at: number, kind: number): void
  /** A flow in the period before. */
  previous(kind: number): void
  /** Flows in the whole period. */
  entered(kind: number, unit: Unit): void
  left(kind: number, unit: Unit, daysToFix: number | null): void
}

const fixedKind = toCode(flowKinds, 'fixed')

/**
 * Counts how findings entered and left the backlog.
 * @param bits 0 for each matching row.
 */
export function countFlowsOfUnits(
  table: Table,
  bits: Uint32Array,
  dedup: boolean,
  history: StatusHistory,
  days: CountedDays,
  counter: FlowCounter,
): void {
  if (!dedup) {
    const rows = [0]
    const unit = { rows }
    visitPaths(table, history, days.previousFrom, bits, (row, path) => {
      rows[0] = row
      countPath(path, days, unit, counter)
    })
    return
  }
  const rowsOfFlaws = new Map<number, number[]>()
  for (let row = 0; row < bits.length; row++) {
    if (bits[row] !== 0) continue
    const flaw = table.flaws[row] ?? 0
    const rows = rowsOfFlaws.get(flaw)
    if (rows) rows.push(row)
    else rowsOfFlaws.set(flaw, [row])
  }
  visitFlawPaths(table, history, days.previousFrom, (flaw, path) => {
    const rows = rowsOfFlaws.get(flaw)
    if (rows) countPath(path, days, { rows }, counter)
  })
}

const flow: NetFlow = { entered: noFlow, left: noFlow, leftAt: -1 }

function countPath(path: StatusPath, days: CountedDays, unit: Unit, counter: FlowCounter) {
  const { from, previousFrom, daysPerInterval } = days
  const start = indexOfDay(path, from)
  const end = indexOfDay(path, days.today + 1)
  reduceChanges(path, indexOfDay(path, previousFrom), start, flow)
  if (flow.entered !== noFlow) counter.previous(flow.entered)
  if (flow.left !== noFlow) counter.previous(flow.left)
  if (start === end) return
  const isOneInterval =
    Math.floor(((path.days[start] ?? 0) - from) / daysPerInterval) ===
    Math.floor(((path.days[end - 1] ?? 0) - from) / daysPerInterval)
  reduceChanges(path, start, end, flow)
  if (flow.entered !== noFlow) counter.entered(flow.entered, unit)
  if (flow.left !== noFlow) {
    const time = flow.left === fixedKind ? daysToFix(path, flow.leftAt) : null
    counter.left(flow.left, unit, time)
  }
  if (isOneInterval) {
    const interval = Math.floor(((path.days[start] ?? 0) - from) / daysPerInterval)
    if (flow.entered !== noFlow) counter.interval(interval, flow.entered)
    if (flow.left !== noFlow) counter.interval(interval, flow.left)
    return
  }
  for (let at = start; at < end; ) {
    const interval = Math.floor(((path.days[at] ?? 0) - from) / daysPerInterval)
    let next = at + 1
    while (next < end && Math.floor(((path.days[next] ?? 0) - from) / daysPerInterval) === interval) next++
    reduceChanges(path, at, next, flow)
    if (flow.entered !== noFlow) counter.interval(interval, flow.entered)
    if (flow.left !== noFlow) counter.interval(interval, flow.left)
    at = next
  }
}
