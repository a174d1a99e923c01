import type { deriveStatus } from '#contract/finding-status.ts'
import type { states, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Person } from '../organisation/people.ts'
import { item, type Random } from '../random.ts'
import { hour, minute } from './profile.ts'
import type { FindingType } from './rule-writer.ts'
import type { PlannedRef, PlannedScan } from './scans.ts'

export type Status = ReturnType<typeof deriveStatus>
type State = (typeof states)[number]
type TriageState = (typeof triageStates)[number]

export interface Decision {
  at: number
  by: Person
  state: TriageState
  reason: (typeof triageReasons)[number] | null
  note: string | null
}

/** How a finding stands on one ref, and the scans that made it so. */
export interface Instance {
  ref: PlannedRef
  state: State
  first: PlannedScan
  last: PlannedScan
  fixedBy: PlannedScan | null
  cameBack: PlannedScan | null
  /** The scan that set it fixed before it came back. */
  fixedBefore: PlannedScan | null
}

/**
 * Puts a finding onto a ref so that it ends up with the wanted status, and counts it in each scan that reports it.
 * Null where the ref has too few scans for that status.
 */
export function place(
  ref: PlannedRef,
  type: FindingType,
  status: Status,
  muted: boolean,
  random: Random,
): Instance | null {
  const scans = ref.completed.filter((scan) => scan.products[type])
  const count = scans.length
  if (count === 0 || (status === 'fixed' && count < 2)) return null
  // A third of what stands on a primary branch was there when it was first scanned.
  const latest = status === 'fixed' ? count - 2 : count - 1
  let first = ref.primary && random.chance(0.33) ? 0 : random.integer(0, latest)
  let fixed = status === 'fixed' ? random.integer(first + 1, count - 1) : -1
  let away = -1
  let back = -1
  const returns = (status === 'open' && random.chance(0.14)) || (status === 'ignored' && random.chance(0.05))
  if (returns && !muted && count >= 3) {
    first = Math.min(first, count - 3)
    away = random.integer(first + 1, count - 2)
    back = random.integer(away + 1, count - 1)
  }
  if (fixed < 0) fixed = count
  for (let position = first; position < fixed; position++) {
    if (away >= 0 && position >= away && position < back) continue
    const scan = scans[position]
    if (scan && !muted) scan.found[type] += 1
  }
  const at = (position: number) => (position >= 0 ? (scans[position] ?? null) : null)
  return {
    ref,
    state: status === 'fixed' ? 'fixed' : muted ? 'muted' : 'unresolved',
    first: item(scans, first),
    last: item(scans, Math.min(fixed, count) - 1),
    fixedBy: status === 'fixed' ? at(fixed) : null,
    cameBack: at(back),
    fixedBefore: at(away),
  }
}

/** An instant for a decision between two others, in a working hour where there is room. */
export function decisionTime(after: number, before: number, random: Random): number {
  const from = after + 4 * minute
  if (before - from < hour) return Math.min(from + random.integer(0, 50) * 1000, before - 1)
  const at = from + Math.floor(random.fraction() ** 1.6 * (before - from))
  const hours = new Date(at).getUTCHours()
  const worked = hours < 7 ? at + (8 - hours) * hour : hours > 17 ? at - (hours - 16) * hour : at
  return worked > from && worked < before ? worked : at
}
