import { type FlowKind, flowKinds } from '#contract/overview-vocabulary.ts'
import { states, toCode, triageStates } from '#server/db/codes.ts'
import { triageOffset } from '../history/status-history.ts'

/**
 * The statuses that the backlog distinguishes, as small numbers. A flaw with several findings has the smallest of
 * theirs: it is in the backlog while any of them is.
 */
export const backlog = 0
const ignored = 1
const muted = 2
export const fixed = 3
export const removed = 4
/** Not on the primary branch of its project, where that counts. */
export const notPrimary = 5
export const notFound = 6

/** The backlog status by state and triage, at `state * triageOffset + triage`. */
export const backlogStatuses = Uint8Array.from({ length: states.length * triageOffset }, (_, at) => {
  const state = states[Math.floor(at / triageOffset)]
  if (state === 'fixed') return fixed
  if (state === 'muted') return muted
  if (state === 'removed') return removed
  return triageStates[at % triageOffset] === 'ignored' ? ignored : backlog
})

/** The previous value of a triage event is at `triageOffset` and above, that of a scan's event below. */
export function previousState(now: number, before: number): number {
  return before >= triageOffset
    ? now - (now % triageOffset) + before - triageOffset
    : before * triageOffset + (now % triageOffset)
}

const kindCode = (kind: FlowKind) => toCode(flowKinds, kind)
/** The kind of an entry into the backlog by the status before, and of an exit by the status after. */
const entries = Uint8Array.from({ length: notFound + 1 }, (_, status) =>
  kindCode(
    status === notFound
      ? 'opened'
      : status === notPrimary
        ? 'became_primary'
        : status >= fixed
          ? 'reopened'
          : 'unignored',
  ),
)
const exitNames: Record<number, FlowKind> = {
  [ignored]: 'ignored',
  [muted]: 'muted',
  [fixed]: 'fixed',
  [notPrimary]: 'left_primary',
}
const exits = Uint8Array.from({ length: notFound + 1 }, (_, status) =>
  kindCode(exitNames[status] ?? 'removed'),
)

/**
 * The severity of a finding over time, or the highest severity of a flaw's findings. Most have no changes. The lists may
 * be longer than `length`.
 */
export interface SeverityPath {
  /** The present severity, as a position in `severities` of `codes.ts`. */
  now: number
  /** The days of the changes, newest first. */
  days: readonly number[]
  /** The severity before each change. */
  before: readonly number[]
  length: number
}

/** The status of a finding or flaw over time, and its severity. The lists may be longer than `length`. */
export interface StatusPath {
  /** The days of its changes, in order. The first is that on which it was found. */
  days: readonly number[]
  /** The status after each change. */
  statuses: readonly number[]
  length: number
  severity: SeverityPath
}

/** No entry or no exit. */
export const noFlow = 255

/** How a finding entered the backlog and how it left it, as positions in `flowKinds`, else `noFlow`. */
export interface NetFlow {
  entered: number
  left: number
  /** The index of the change with which it left. */
  leftAt: number
}

/** The statuses of a reduced path, each at most once, and the indexes of the changes that led to them. */
const visited = new Uint8Array(notFound + 1)
const visitedAt = new Int32Array(notFound + 1)

/**
 * Reduces the changes of a path from index `first` to before `end` to at most one entry into the backlog and one exit:
 * detours that return to a status it had before within them do not count. The backlog before, plus the entries, minus
 * the exits is then the backlog after. Source: docs/api.md#overview.
 * @param flow receives the result.
 */
export function reduceChanges({ statuses }: StatusPath, first: number, end: number, flow: NetFlow): void {
  flow.entered = noFlow
  flow.left = noFlow
  if (first === end) return
  visited[0] = first === 0 ? notFound : (statuses[first - 1] ?? notFound)
  let length = 1
  for (let at = first; at < end; at++) {
    const status = statuses[at] ?? notFound
    let known = length - 1
    while (known >= 0 && visited[known] !== status) known--
    if (known >= 0) length = known + 1
    else {
      visited[length] = status
      visitedAt[length] = at
      length++
    }
  }
  for (let position = 0; position < length; position++) {
    if (visited[position] !== backlog) continue
    if (position > 0) flow.entered = entries[visited[position - 1] ?? 0] ?? noFlow
    if (position + 1 < length) {
      flow.left = exits[visited[position + 1] ?? 0] ?? noFlow
      flow.leftAt = visitedAt[position + 1] ?? 0
    }
  }
}

/** The severity when a day begins. */
export function severityBefore({ now, days, before, length }: SeverityPath, day: number): number {
  let severity = now
  for (let at = 0; at < length && (days[at] ?? 0) >= day; at++) severity = before[at] ?? now
  return severity
}

/** Whether a finding or flaw is in the backlog when a day begins. */
export function isBacklogBefore(path: StatusPath, day: number): boolean {
  const at = indexOfDay(path, day)
  return at > 0 && path.statuses[at - 1] === backlog
}

/** The severities of findings that are in the backlog when a day begins, as bits. */
export function severitiesBefore(paths: readonly StatusPath[], day: number): number {
  let bits = 0
  for (const path of paths) if (isBacklogBefore(path, day)) bits |= 1 << severityBefore(path.severity, day)
  return bits
}

const [raised, lowered] = [kindCode('raised'), kindCode('lowered')]

/**
 * Whether a finding or flaw that is in the backlog before the day `from` has a higher or lower severity after the day
 * `until`, also if it left the backlog in between: a position in `flowKinds`, else `noFlow`. Others count with the
 * severity that they have when they enter the backlog. Source: docs/api.md#overview.
 */
export function severityFlow(path: StatusPath, from: number, until: number): number {
  if (path.severity.length === 0 || !isBacklogBefore(path, from)) return noFlow
  const change = severityBefore(path.severity, until + 1) - severityBefore(path.severity, from)
  return change > 0 ? raised : change < 0 ? lowered : noFlow
}

/** The index of the first change on a day or later. */
export function indexOfDay({ days, length }: StatusPath, day: number): number {
  let at = length
  while (at > 0 && (days[at - 1] ?? 0) >= day) at--
  return at
}

/**
 * The days from the last time a finding was found, or found again after it was fixed or removed, until it left the
 * backlog with the change at `end`. Neither ignoring it nor another primary branch restarts them.
 */
export function daysToFix({ days, statuses }: StatusPath, end: number): number {
  let at = end - 1
  while (at > 0) {
    const before = statuses[at - 1] ?? notFound
    if (statuses[at] === backlog && before >= fixed && before !== notPrimary) break
    at--
  }
  return (days[end] ?? 0) - (days[Math.max(at, 0)] ?? 0)
}
