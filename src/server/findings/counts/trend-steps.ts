import { deriveStatus } from '#contract/finding-status.ts'
import type { states, triageStates } from '#server/db/codes.ts'

type ScanState = (typeof states)[number]
type TriageState = (typeof triageStates)[number]
export type FindingStatus = ReturnType<typeof deriveStatus>

/** One moment at which a finding came to be, or its state or triage changed from what it was before. */
export type Point = { finding: number; at: number } & (
  | { what: 'created' }
  | { what: 'state'; from: ScanState }
  | { what: 'triage'; from: TriageState }
)

export interface InstanceStatus {
  state: ScanState
  triage: TriageState
}

/** A change of status: `before` is null where there was nothing, `after` where it is in no list any more. */
export interface StatusStep {
  at: number
  before: FindingStatus | null
  after: FindingStatus | null
  isFirst: boolean
}

/** How many findings went from one status to another on a day, in whole days (UTC) since 1970. */
export interface Flow {
  day: number
  before: FindingStatus | null
  after: FindingStatus | null
  isFirst: boolean
  count: number
}

/** A flaw is open as long as it is anywhere. */
export const statusesByPriority: readonly FindingStatus[] = [
  'open',
  'reviewing',
  'fixing',
  'ignored',
  'fixed',
]

/**
 * How the status of one flaw changed, told backwards from how it stands now, since histories tell of each change what
 * was before it.
 * @param now how each of its findings stands; several stand for one where a list shows it once.
 * @param points the newest first; of equal moments a creation last.
 */
export function listStatusSteps(
  now: ReadonlyMap<number, InstanceStatus>,
  points: readonly Point[],
): StatusStep[] {
  const current = new Map(now)
  const steps: StatusStep[] = []
  for (const point of points) {
    const one = current.get(point.finding)
    if (!one) continue
    const after = combinedStatus(current)
    if (point.what === 'created') current.delete(point.finding)
    else if (point.what === 'state') current.set(point.finding, { ...one, state: point.from })
    else current.set(point.finding, { ...one, triage: point.from })
    const before = combinedStatus(current)
    const isFirst = current.size === 0
    if (isFirst || before !== after) steps.push({ at: point.at, before, after, isFirst })
  }
  return steps
}

function combinedStatus(current: ReadonlyMap<number, InstanceStatus>): FindingStatus | null {
  const matches = new Set<FindingStatus>()
  for (const { state, triage } of current.values()) {
    if (state !== 'removed') matches.add(deriveStatus(state, triage))
  }
  return statusesByPriority.find((status) => matches.has(status)) ?? null
}
