import { maxRelations } from '../../report/lockfile-collector.ts'
import { asList, getIn } from '../../values/json-values.ts'
import { refIn } from './component.ts'

/**
 * The dependency relations of the file's `dependencies`, by reference. An entry without others means that there are
 * none.
 */
export class Graph {
  readonly #ids = new Map<string, number>()
  readonly #entries = new Map<number, number[]>()
  #edges = 0

  /** Adds an entry. Returns a sentence if there are too many. */
  add(entry: unknown): string | undefined {
    const ref = refIn(getIn(entry, 'ref'))
    if (ref === null) return undefined
    const id = this.#idOf(ref)
    const refs = asList(getIn(entry, 'dependsOn'))
      .map(refIn)
      .filter((other) => other !== null)
    this.#edges += refs.length
    if (this.#edges > maxRelations) return `the file contains more than ${maxRelations} relations`
    const others = refs.map((other) => this.#idOf(other))
    const known = this.#entries.get(id)
    if (known === undefined) this.#entries.set(id, others)
    else for (const other of others) known.push(other)
    return undefined
  }

  /**
   * Takes the relations out: for each reference the positions of its dependencies, null if the file has no entry for it.
   * Relations to `root`, the reference at the position -1, are left out.
   */
  take(
    root: string | null,
    refs: readonly (string | null)[],
  ): { fromRoot: number[] | null; out: (number[] | null)[] } {
    const positions = new Map<number, number>()
    const place = (ref: string | null, position: number) => {
      const id = ref === null ? undefined : this.#ids.get(ref)
      // A reference should occur once; the first occurrence counts.
      if (id !== undefined && !positions.has(id)) positions.set(id, position)
    }
    place(root, -1)
    for (const [position, ref] of refs.entries()) place(ref, position)
    const othersOf = (ref: string | null, position: number): number[] | null => {
      const id = ref === null ? undefined : this.#ids.get(ref)
      const others = id === undefined ? undefined : this.#entries.get(id)
      if (others === undefined || id === undefined || positions.get(id) !== position) return null
      this.#entries.delete(id)
      const known = new Set(others.map((other) => positions.get(other) ?? -1))
      known.delete(-1)
      return [...known]
    }
    const taken = { fromRoot: othersOf(root, -1), out: refs.map(othersOf) }
    this.#ids.clear()
    this.#entries.clear()
    return taken
  }

  #idOf(ref: string): number {
    const known = this.#ids.get(ref)
    if (known !== undefined) return known
    this.#ids.set(ref, this.#ids.size)
    return this.#ids.size - 1
  }
}

/** All positions reachable from the given ones, including these; `enter` decides which may be traversed. */
export function reachedFrom(
  starts: readonly number[],
  out: readonly (readonly number[] | null)[],
  enter: (position: number) => boolean,
): Set<number> {
  const reached = new Set(starts.filter(enter))
  // Iterating a set includes the elements that are added meanwhile.
  for (const position of reached) {
    for (const other of out[position] ?? []) if (enter(other)) reached.add(other)
  }
  return reached
}
