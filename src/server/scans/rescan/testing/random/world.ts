import type { Run } from '../formats/format.ts'

/** One random edit. What the numbers mean is up to the world: each is cut down to what there is. */
export interface Command {
  kind: number
  a: number
  b: number
  n: number
}

/** What the report of a scan says, as far as it tells one flaw from another. */
export interface Snapshot {
  /** Whether the flaw is reported. */
  has(truth: string): boolean
  readonly truths: ReadonlySet<string>
}

/** A decision that is found on another flaw than the one that it was made of. */
export interface Landing<S extends Snapshot> {
  decided: string
  on: string
  /** The last scan of the ref that reported the flaw with its decision. */
  last: S
  previous: S
  current: S
  /** In the previous scan the decision was on no finding that was there. */
  closed: boolean
}

/** Two reports, of which the first one is known when the second one comes. */
export interface Pair<S extends Snapshot> {
  before: S
  now: S
  /** What matters where the reports are of two refs; null where they are of one. */
  across: Across | null
}

/** What matters where two reports are of two refs. */
export interface Across {
  /** Or of one ref, on which the flaw was not reported for a while. */
  wasAway?: boolean
  isFirstScan: boolean
  isFromPrimary: boolean
  /** The former paths of files that version control calls renamed, by their new ones. */
  renamed?: ReadonlyMap<string, string>
}

/** What the rules of matching ask for: that a decision is kept, at least offered, or nothing. */
export type Asked = 'keep' | 'offer' | null

/** Something that is scanned again and again on several refs, and edited at random between the scans. */
export interface World<State, S extends Snapshot> {
  /** What the current ref is now. */
  readonly state: State
  /** The same as the scanner reads it. */
  readonly scanned: State
  /** How the scanner runs now. */
  run: Run
  /** Edits are made on this ref from now on. */
  checkout(ref: string): void
  make(ref: string, from: string): void
  /** The files of the current ref that have other names since it was made, by their new ones; empty where none are sent. */
  renamedFiles(): ReadonlyMap<string, string>
  /** The folder of which a project of its own is made, once; null where there is none. */
  split(): string | null
  /** Brings what changed on a ref since it was made, or merged last, into the current one. */
  merge(from: string): void
  /** @returns what was edited, in words. */
  edit(command: Command): string
  /** Puts the same in front of the id of every rule. @returns whether the format may do so. */
  prefixRules(): boolean
  /** Something clean in another folder; null where a report of that proves something else. */
  elsewhere(): State | null
  snapshot(): S
  /** The flaw in whose place this one came when an argument of its code changed. */
  predecessorOf(truth: string): string | undefined
  /** What the rules ask for a flaw that both reports have. */
  asks(truth: string, pair: Pair<S>): Asked
  /** What they ask for the decision of a flaw when another one came in its place. */
  asksOfSuccessor(old: string, truth: string, pair: Pair<S>): Asked
  /** Whether reports of a history in which the decision belongs there would be the same; see each world. */
  isExcused(landing: Landing<S>): boolean
  /** Whether the rules link what the first report says of one flaw with what the second one, of another ref, says of another. */
  isLinkedByRule(decided: string, on: string, pair: Pair<S>): boolean
  /** Whether nothing in the report of a base tells the flaw from one that the base has. */
  isCountedInBase(truth: string, base: S, head: S): boolean
  /** Whether the reports of two refs say enough to take what each says of a flaw, or of its predecessor, for the same. */
  canTell(old: string, truth: string, base: S, head: S): boolean
  /** The flaws of a report that have the rule and code which another report has of one; `inFile` in its file alone. */
  equalTo(truth: string, of: S, among: S, inFile?: boolean): string[]
  /** What a report says of some flaws, for a person to read. */
  describe(snapshot: S, truths?: ReadonlySet<string>): string[]
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
