import { deriveStatus, states, statuses, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { Selection } from '../query.ts'
import { foremostFirst, type Status } from '../trend-steps.ts'
import type { Columns } from './memory.ts'
import { ofTriage, type Past } from './past.ts'
import { failuresOf } from './selected-rows.ts'
import type { Table } from './table.ts'

/** How many findings went from one status to another on a day, in whole days (UTC) since 1970. */
export interface Flow {
  day: number
  before: Status | null
  after: Status | null
  isFirst: boolean
  count: number
}

const absent = statuses.length
const unborn = statuses.length + 1
const afters = statuses.length + 1
const flows = (statuses.length + 2) * afters

/** The status by state and triage, at `state * ofTriage + triage`. */
const standing = Uint8Array.from({ length: states.length * ofTriage }, (_, at) => {
  const [state, triage] = [states[Math.floor(at / ofTriage)], triageStates[at % ofTriage]]
  if (!state || !triage || state === 'removed') return absent
  return statuses.indexOf(deriveStatus(state, triage))
})

/**
 * How the findings of a selection changed their status from a day on, each told backwards from how it stands now.
 * @param start in whole days (UTC) since 1970.
 * @returns null where memory cannot tell: where several findings stand for one, the order between them is not held.
 */
export async function flowsInMemory(
  reader: Reader,
  columns: Columns,
  selection: Selection,
  past: Past,
  start: number,
): Promise<Flow[] | null> {
  if (selection.dedup) return null
  const table = columns.table(selection.deploymentId, selection.type)
  const failures = await failuresOf(reader, columns, table, selection)
  return failures && told(flowsOf(table, failures.bits, past, start))
}

/** By day: counts at `before * afters + after`. */
type Counts = Map<number, Uint32Array>

function flowsOf(table: Table, bits: Uint16Array, past: Past, start: number): Counts {
  const { findings, days, before } = past.parts
  const { later } = past
  const [state, triage, opened] = [
    table.columns.state.array,
    table.columns.triage.array,
    table.columns.openedOn.array,
  ]
  const counts: Counts = new Map()
  const add = (day: number, from: number, to: number) => {
    const ofDay = counts.get(day) ?? new Uint32Array(flows)
    counts.set(day, ofDay)
    const at = from * afters + to
    ofDay[at] = (ofDay[at] ?? 0) + 1
  }
  // Rows and events both stand in the order of their findings.
  let event = findings.length - 1
  for (let row = bits.length - 1; row >= 0; row--) {
    if (bits[row] !== 0) continue
    const id = table.ids[row] ?? 0
    while (event >= 0 && (findings[event] ?? 0) > id) event--
    let at = (state[row] ?? 0) * ofTriage + ((triage[row] ?? 0) >> 3)
    const back = (day: number, was: number) => {
      const next = was >= ofTriage ? at - (at % ofTriage) + was - ofTriage : was * ofTriage + (at % ofTriage)
      const [from, to] = [standing[next] ?? absent, standing[at] ?? absent]
      if (from !== to) add(day, from, to)
      at = next
    }
    const own = later.size > 0 ? later.get(id) : undefined
    if (own) {
      for (let one = own.length - 1; one >= 0; one--) {
        const day = (own[one] ?? 0) >> 4
        if (day < start) break
        back(day, (own[one] ?? 0) & 15)
      }
    } else {
      for (; event >= 0 && findings[event] === id && (days[event] ?? 0) >= start; event--)
        back(days[event] ?? 0, before[event] ?? 0)
    }
    const day = opened[row] ?? 0
    if (day >= start) add(day, unborn, standing[at] ?? absent)
  }
  return counts
}

function told(counts: Counts): Flow[] {
  const word = (at: number) => foremostFirst.find((one) => one === statuses[at]) ?? null
  return [...counts].flatMap(([day, ofDay]) =>
    [...ofDay].flatMap((count, at) => {
      const [before, after] = [Math.floor(at / afters), at % afters]
      return count === 0
        ? []
        : [{ day, count, before: word(before), after: word(after), isFirst: before === unborn }]
    }),
  )
}
