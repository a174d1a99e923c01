import { main } from '../test-project.ts'
import type { Scan } from './observed.ts'
import type { Snapshot, World } from './world.ts'

/** What the scans of each ref told, and which flaws may be taken for each other by that. */
export class Told<State, S extends Snapshot> {
  readonly scans = new Map<string, Scan<State, S>[]>()
  /** Whether other refs are made from one. */
  isReference = (ref: string): boolean => ref === main
  /** Of refs that were deleted: what was decided there waits for it to come back. */
  readonly #deleted: [ref: string, scans: readonly Scan<State, S>[]][] = []
  readonly #world: World<State, S>

  constructor(world: World<State, S>) {
    this.#world = world
  }

  add(ref: string, scan: Scan<State, S>): void {
    this.scans.set(ref, [...this.scansOf(ref), scan])
  }

  scansOf(ref: string): readonly Scan<State, S>[] {
    return this.scans.get(ref) ?? []
  }

  newest(ref: string): Scan<State, S> | undefined {
    return this.scansOf(ref).at(-1)
  }

  forget(ref: string): void {
    this.#deleted.push([ref, this.scansOf(ref)])
    this.scans.delete(ref)
  }

  /** Whether a scan of a ref did not report a flaw that earlier and later ones reported. */
  wasAway(ref: string, truth: string): boolean {
    const has = this.scansOf(ref).map(({ snapshot }) => snapshot.has(truth))
    return has.slice(has.indexOf(true), has.lastIndexOf(true)).includes(false)
  }

  /** Whether the reports allow that one flaw is taken for the other, at once or by a third one. */
  isExplained(ref: string, decided: string, on: string, wasHeld: boolean): boolean {
    if (this.#isExplainedAtOnce(ref, decided, on, wasHeld)) return true
    // A flaw is the same on all refs: two others may have linked them.
    if ([...this.scans.keys()].some((other) => this.#isLinkedAcross(other, decided, on))) return true
    return [...this.scans].some(([other, scans]) =>
      [...(scans.at(-1)?.snapshot.truths ?? [])].some(
        (third) =>
          third !== decided &&
          third !== on &&
          this.#isLinkedAcross(other, decided, third) &&
          this.#isLinkedAcross(ref, third, on),
      ),
    )
  }

  /** Within the ref, or by what another ref reported. */
  #isExplainedAtOnce(ref: string, decided: string, on: string, wasHeld: boolean): boolean {
    const [current, ...earlier] = this.scansOf(ref).toReversed()
    const previous = earlier[0]?.snapshot
    if (current && previous) {
      const closed = !previous.has(decided) || !wasHeld
      const stood = earlier.flatMap(({ snapshot }) => (snapshot.has(decided) ? [snapshot] : []))
      // What lost its decision on the way left it where it stood then.
      for (const last of closed ? stood : stood.slice(0, 1)) {
        const landing = { decided, on, last, previous, current: current.snapshot, closed }
        if (this.#world.isExcused(landing)) return true
      }
    }
    return this.#isLinkedAcross(ref, decided, on)
  }

  #isLinkedAcross(ref: string, decided: string, on: string): boolean {
    const own = this.scansOf(ref)
    return [...this.scans, ...this.#deleted].some(
      ([other, scans]) =>
        other !== ref &&
        (this.#isLinked(other, scans, own, decided, on) || this.#isLinked(ref, own, scans, on, decided)),
    )
  }

  #isLinked(
    from: string,
    scans: readonly Scan<State, S>[],
    others: readonly Scan<State, S>[],
    decided: string,
    on: string,
  ): boolean {
    const isFromPrimary = this.isReference(from)
    return others.some(({ snapshot: now, renamed = new Map() }, index) =>
      scans.some(({ snapshot: before }) =>
        this.#world.isLinkedByRule(decided, on, {
          before,
          now,
          across: { isFirstScan: index === 0, isFromPrimary, renamed },
        }),
      ),
    )
  }
}
