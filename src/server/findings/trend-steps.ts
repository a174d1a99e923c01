import { deriveStatus, type states, type triageStates } from '#server/db/codes.ts'

type State = (typeof states)[number]
type Triage = (typeof triageStates)[number]
export type Status = ReturnType<typeof deriveStatus>

/** One moment at which a finding came to be, or its state or triage changed from what it was before. */
export type Point = { finding: number; at: number } & (
  | { what: 'created' }
  | { what: 'state'; from: State }
  | { what: 'triage'; from: Triage }
)

export interface Standing {
  state: State
  triage: Triage
}

/** A change of status: `before` is null where there was nothing, `after` where it is in no list any more. */
export interface Step {
  at: number
  before: Status | null
  after: Status | null
  isFirst: boolean
}

/** A flaw is open as long as it is anywhere. */
export const foremostFirst: readonly Status[] = ['open', 'reviewing', 'fixing', 'ignored', 'fixed']

/**
 * How the status of one flaw changed, told backwards from how it stands now, since histories tell of each change what
 * was before it.
 * @param now how each of its findings stands; several stand for one where a list shows it once.
 * @param points the newest first; of equal moments a creation last.
 */
export function stepsOf(now: ReadonlyMap<number, Standing>, points: readonly Point[]): Step[] {
  const standing = new Map(now)
  const steps: Step[] = []
  for (const point of points) {
    const one = standing.get(point.finding)
    if (!one) continue
    const after = statusOf(standing)
    if (point.what === 'created') standing.delete(point.finding)
    else if (point.what === 'state') standing.set(point.finding, { ...one, state: point.from })
    else standing.set(point.finding, { ...one, triage: point.from })
    const before = statusOf(standing)
    const isFirst = standing.size === 0
    if (isFirst || before !== after) steps.push({ at: point.at, before, after, isFirst })
  }
  return steps
}

function statusOf(standing: ReadonlyMap<number, Standing>): Status | null {
  const found = new Set<Status>()
  for (const { state, triage } of standing.values()) {
    if (state !== 'removed') found.add(deriveStatus(state, triage))
  }
  return foremostFirst.find((status) => found.has(status)) ?? null
}
