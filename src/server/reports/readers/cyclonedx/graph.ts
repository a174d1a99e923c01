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
    const others = this.#entries.get(id) ?? []
    this.#entries.set(id, others)
    for (const each of asList(getIn(entry, 'dependsOn'))) {
      const other = refIn(each)
      if (other === null) continue
      if (++this.#edges > maxRelations) return `the file contains more than ${maxRelations} relations`
      others.push(this.#idOf(other))
    }
    return undefined
  }

  /** For each reference the positions of its dependencies; null if the file has no entry for it. */
  indexesOf(refs: readonly (string | null)[]): (number[] | null)[] {
    const positions = new Map<number, number>()
    for (const [position, ref] of refs.entries()) {
      const id = ref === null ? undefined : this.#ids.get(ref)
      // A reference should occur once; the first occurrence counts.
      if (id !== undefined && !positions.has(id)) positions.set(id, position)
    }
    return refs.map((ref, position) => {
      const id = ref === null ? undefined : this.#ids.get(ref)
      const others = id === undefined ? undefined : this.#entries.get(id)
      if (others === undefined || id === undefined || positions.get(id) !== position) return null
      return [...new Set(others.flatMap((other) => positions.get(other) ?? []))]
    })
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
