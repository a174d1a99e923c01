import { maxRelations } from '../../report/lockfile-collector.ts'
import { asList, getIn } from '../../values/json-values.ts'
import { refIn } from './component.ts'

/** Who asks for whom, as the file's `dependencies` say it, by reference. An entry without others says that there are none. */
export class Graph {
  readonly #ids = new Map<string, number>()
  readonly #entries = new Map<number, number[]>()
  #edges = 0

  /** Adds an entry. Answers a sentence where there are too many. */
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

  /** For each reference the positions of what it asks for; null where the file has no entry for it. */
  indexesOf(refs: readonly (string | null)[]): (number[] | null)[] {
    const positions = new Map<number, number>()
    for (const [position, ref] of refs.entries()) {
      const id = ref === null ? undefined : this.#ids.get(ref)
      // A reference is to be there once; the first counts.
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

/** All that is reached from some positions, these among them; `enter` says which may be gone through. */
export function reachedFrom(
  starts: readonly number[],
  out: readonly (readonly number[] | null)[],
  enter: (position: number) => boolean,
): Set<number> {
  const reached = new Set(starts.filter(enter))
  // A set is walked in the order in which it grows.
  for (const position of reached) {
    for (const other of out[position] ?? []) if (enter(other)) reached.add(other)
  }
  return reached
}
