import type { Run } from '../formats/format.ts'

/** One random edit. What the numbers mean is up to the world: each is cut down to what there is. */
export interface Command {
  kind: number
  a: number
  b: number
  n: number
}

/** What the reports of a scan say, as far as it tells one flaw from another. */
export interface Snapshot {
  /** Whether the flaw is reported. */
  has(truth: string): boolean
}

/** A decision that is found on another flaw than the one that it was made of. */
export interface Landing<S extends Snapshot> {
  decided: string
  on: string
  /** The last scan that reported the flaw with its decision. */
  last: S
  previous: S
  current: S
  /** In the previous scan the decision was on no finding that was there. */
  closed: boolean
}

/** Something that is scanned again and again, and edited at random between the scans. */
export interface World<State, S extends Snapshot> {
  readonly state: State
  /** How the scanner runs now. */
  readonly run: Run
  edit(command: Command): void
  /** Truths of all flaws that there are. */
  truths(): string[]
  snapshot(): S
  /** Whether reports of a history in which the decision belongs there would be the same; see each world. */
  isExcused(landing: Landing<S>): boolean
  /** What was sent of both flaws, for a person to read. */
  describe(landing: Landing<S>): string
}

/** An edit by its kind, as often as its share of all. */
export function chosen<T>(kinds: readonly (readonly [number, T])[], kind: number): T {
  const total = kinds.reduce((sum, [share]) => sum + share, 0)
  let left = kind % total
  for (const [share, each] of kinds) {
    if (left < share) return each
    left -= share
  }
  throw new Error('the shares of the kinds add up to their total')
}
