import { deriveStatus } from '#contract/finding-status.ts'
import type { states, triageStates } from '#server/db/codes.ts'

type ScanState = (typeof states)[number]
type TriageState = (typeof triageStates)[number]
export type FindingStatus = ReturnType<typeof deriveStatus>

/** The moment at which a finding was created, or at which its state or triage changed from the given previous value. */
export type Point = { finding: number; at: number } & (
  | { what: 'created' }
  | { what: 'state'; from: ScanState }
  | { what: 'triage'; from: TriageState }
)

export interface InstanceStatus {
  state: ScanState
  triage: TriageState
}

/** A change of status: `before` is null for a creation, `after` is null if the finding is in no list afterwards. */
export interface StatusStep {
  at: number
  before: FindingStatus | null
  after: FindingStatus | null
  isFirst: boolean
}

/** The number of findings that changed from one status to another on a day of the deployment's time zone. */
export interface Flow {
  day: number
  before: FindingStatus | null
  after: FindingStatus | null
  isFirst: boolean
  count: number
}

/** A flaw is open if any of its findings is open. */
export const statusesByPriority: readonly FindingStatus[] = [
  'open',
  'reviewing',
  'fixing',
  'ignored',
  'fixed',
]

/**
 * Lists the status changes of one flaw, computed backwards from its current status, since each history event records
 * the value before the change.
 * @param now the current status of each of its findings; several count as one if a list shows the flaw once.
 * @param points newest first; a creation comes after other events of the same moment.
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
