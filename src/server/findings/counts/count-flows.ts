import { deriveStatus } from '#contract/finding-status.ts'
import { states, statuses, triageStates } from '#server/db/codes.ts'
import { testRows } from '../columns/select-rows.ts'
import type { Table } from '../columns/table.ts'
import type { Selection } from '../filters/query.ts'
import {
  dayOfEvent,
  previousOfEvent,
  type StatusHistory,
  severityOffset,
  triageOffset,
} from '../history/status-history.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { readFlawFlows } from './flaw-flows.ts'
import { type Flow, statusesByPriority } from './trend-steps.ts'

const noStatus = statuses.length
const notYetFound = statuses.length + 1
const statusSlots = statuses.length + 1
const flowSlots = (statuses.length + 2) * statusSlots

/** The status by state and triage, at `state * ofTriage + triage`. */
const statusOfState = Uint8Array.from({ length: states.length * triageOffset }, (_, at) => {
  const [state, triage] = [states[Math.floor(at / triageOffset)], triageStates[at % triageOffset]]
  if (!state || !triage || state === 'removed') return noStatus
  return statuses.indexOf(deriveStatus(state, triage))
})

/**
 * Counts the status changes of the findings of a selection since a day, computed backwards from each finding's current
 * status. With dedup the instances of a flaw count as one finding, whose events are read from the database because
 * their order matters.
 * @param start a day of the deployment's time zone.
 */
export async function countFlows(
  { reader, columns }: FindingsSnapshot,
  selection: Selection,
  history: StatusHistory,
  start: number,
): Promise<Flow[]> {
  const table = columns.table(selection.type)
  const { bits } = await testRows(reader, columns, selection)
  const together = selection.dedup ? takeSharedFlaws(table, bits) : []
  const flows = toFlows(flowsOf(table, bits, history, start))
  return together.length === 0
    ? flows
    : [
        ...flows,
        ...(await readFlawFlows(reader, selection.deploymentId, together, { start, zone: columns.zone })),
      ]
}

/** Removes findings that share their flaw with another one from `bits`. @returns their ids. */
function takeSharedFlaws(table: Table, bits: Uint32Array): number[] {
  const counts = new Uint32Array(table.flawsEnd)
  for (let row = 0; row < bits.length; row++) {
    const flaw = table.flaws[row] ?? 0
    if (bits[row] === 0) counts[flaw] = (counts[flaw] ?? 0) + 1
  }
  const ids: number[] = []
  for (let row = 0; row < bits.length; row++) {
    if (bits[row] !== 0 || (counts[table.flaws[row] ?? 0] ?? 0) < 2) continue
    ids.push(table.ids[row] ?? 0)
    bits[row] = 1
  }
  return ids
}

/** By day: counts at `before * afters + after`. */
type Counts = Map<number, Uint32Array>

function flowsOf(table: Table, bits: Uint32Array, history: StatusHistory, start: number): Counts {
  const { findings, days, before: previous } = history.data
  const { later } = history
  const [state, triage, openedOn] = [
    table.columns.state.array,
    table.columns.triage.array,
    table.columns.openedOn.array,
  ]
  const counts: Counts = new Map()
  const add = (day: number, from: number, to: number) => {
    const ofDay = counts.get(day) ?? new Uint32Array(flowSlots)
    counts.set(day, ofDay)
    const at = from * statusSlots + to
    ofDay[at] = (ofDay[at] ?? 0) + 1
  }
  // Rows and events are both ordered by finding.
  let event = findings.length - 1
  for (let row = bits.length - 1; row >= 0; row--) {
    if (bits[row] !== 0) continue
    const id = table.ids[row] ?? 0
    while (event >= 0 && (findings[event] ?? 0) > id) event--
    let at = (state[row] ?? 0) * triageOffset + ((triage[row] ?? 0) >> 3)
    const stepBack = (day: number, was: number) => {
      if (was >= severityOffset) return
      const next =
        was >= triageOffset
          ? at - (at % triageOffset) + was - triageOffset
          : was * triageOffset + (at % triageOffset)
      const [from, to] = [statusOfState[next] ?? noStatus, statusOfState[at] ?? noStatus]
      if (from !== to) add(day, from, to)
      at = next
    }
    const laterEvents = later.size > 0 ? later.get(id) : undefined
    if (laterEvents) {
      for (let index = laterEvents.length - 1; index >= 0; index--) {
        const day = dayOfEvent(laterEvents[index] ?? 0)
        if (day < start) break
        stepBack(day, previousOfEvent(laterEvents[index] ?? 0))
      }
    } else {
      for (; event >= 0 && findings[event] === id && (days[event] ?? 0) >= start; event--)
        stepBack(days[event] ?? 0, previous[event] ?? 0)
    }
    const day = openedOn[row] ?? 0
    if (day >= start) add(day, notYetFound, statusOfState[at] ?? noStatus)
  }
  return counts
}

function toFlows(counts: Counts): Flow[] {
  const word = (at: number) => statusesByPriority.find((index) => index === statuses[at]) ?? null
  return [...counts].flatMap(([day, ofDay]) =>
    [...ofDay].flatMap((count, at) => {
      const [previous, after] = [Math.floor(at / statusSlots), at % statusSlots]
      return count === 0
        ? []
        : [{ day, count, before: word(previous), after: word(after), isFirst: previous === notYetFound }]
    }),
  )
}
