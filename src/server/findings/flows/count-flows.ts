import { flowKinds } from '#contract/overview-vocabulary.ts'
import { toCode } from '#server/db/codes.ts'
import type { Table } from '../columns/table.ts'
import type { StatusHistory } from '../history/status-history.ts'
import {
  daysToFix,
  indexOfDay,
  isBacklogBefore,
  type NetFlow,
  noFlow,
  reduceChanges,
  type StatusPath,
  severitiesBefore,
  severityFlow,
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
  /** Another severity of one that was in the backlog before. */
  severityChanged(kind: number): void
  /** One that is in the backlog after the period and was not before it, and the reverse. */
  came(): void
  went(): void
  /** Of each finding or flaw that changed: the severities in the backlog before the period and after it, as bits. */
  severities(before: number, after: number): void
}

const fixedKind = toCode(flowKinds, 'fixed')

/**
 * Counts how findings entered and left the backlog.
 * @param matching.bits 0 for each matching row.
 * @param matching.onPrimary whether a finding is in the backlog only while its branch is the primary one.
 */
export function countFlowsOfUnits(
  table: Table,
  { bits, dedup, onPrimary }: { bits: Uint32Array; dedup: boolean; onPrimary: boolean },
  history: StatusHistory,
  days: CountedDays,
  counter: FlowCounter,
): void {
  if (!dedup) {
    const rows = [0]
    const unit = { rows }
    visitPaths(table, history, { start: days.previousFrom, bits, onPrimary }, (row, path) => {
      rows[0] = row
      countPath(path, days, unit, counter)
      countSeverities([path], days, counter)
    })
    return
  }
  visitFlawPaths(table, history, days.previousFrom, (_, path, instances) => {
    const matching = instances.filter(({ row }) => bits[row] === 0)
    if (matching.length === 0) return
    countPath(path, days, { rows: matching.map(({ row }) => row) }, counter)
    const paths = matching.map((instance) => instance.path)
    countSeverities(paths, days, counter)
  })
}

function countSeverities(paths: readonly StatusPath[], days: CountedDays, counter: FlowCounter) {
  const before = severitiesBefore(paths, days.from)
  const after = severitiesBefore(paths, days.today + 1)
  if (before !== after) counter.severities(before, after)
}

const flow: NetFlow = { entered: noFlow, left: noFlow, leftAt: -1 }

function countPath(path: StatusPath, days: CountedDays, unit: Unit, counter: FlowCounter) {
  const { from, previousFrom, daysPerInterval } = days
  const start = indexOfDay(path, from)
  const end = indexOfDay(path, days.today + 1)
  reduceChanges(path, indexOfDay(path, previousFrom), start, flow)
  if (flow.entered !== noFlow) counter.previous(flow.entered)
  if (flow.left !== noFlow) counter.previous(flow.left)
  if (path.severity.length > 0) countSeverityChanges(path, days, counter)
  if (start === end) return
  const isOneInterval =
    Math.floor(((path.days[start] ?? 0) - from) / daysPerInterval) ===
    Math.floor(((path.days[end - 1] ?? 0) - from) / daysPerInterval)
  const [was, is] = [isBacklogBefore(path, from), isBacklogBefore(path, days.today + 1)]
  if (is && !was) counter.came()
  else if (was && !is) counter.went()
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

/** Counts a path whose severity changed at some time. */
function countSeverityChanges(path: StatusPath, days: CountedDays, counter: FlowCounter) {
  const { from, previousFrom, today, daysPerInterval } = days
  const previous = severityFlow(path, previousFrom, from - 1)
  if (previous !== noFlow) counter.previous(previous)
  const period = severityFlow(path, from, today)
  if (period !== noFlow) counter.severityChanged(period)
  let counted = -1
  for (let at = 0; at < path.severity.length; at++) {
    const day = path.severity.days[at] ?? 0
    const interval = Math.floor((day - from) / daysPerInterval)
    if (day > today || interval === counted) continue
    if (day < from) return
    counted = interval
    const first = from + interval * daysPerInterval
    const kind = severityFlow(path, first, first + daysPerInterval - 1)
    if (kind !== noFlow) counter.interval(interval, kind)
  }
}
