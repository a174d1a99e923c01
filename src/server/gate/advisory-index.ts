import { getOrCreate } from '#lib/get-or-create.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** A finding of a package, with what its advisory is called. */
export interface AdvisedFinding {
  id: number
  package: string | null
  advisory: string | null
  aliases_json: string | null
}

/**
 * Findings of packages by the ids of their advisories, each found once. Two advisories are the same if one lists the other
 * by its own id. Thousands of advisories of one package are not compared with each other.
 */
export class AdvisoryIndex<T extends AdvisedFinding & { is_hidden: number }> {
  /** Findings by their own id, and by any of their ids, in the order in which they were given. */
  readonly #byOwn = new Map<string, Set<T>>()
  readonly #byAny = new Map<string, Set<T>>()

  /** @param findings of which those that are hidden stand for none. */
  constructor(findings: Iterable<T>) {
    for (const one of findings) {
      const [own, ...others] = one.is_hidden === 1 ? [] : keysOf(one)
      if (own === undefined) continue
      getOrCreate(this.#byOwn, own, () => new Set()).add(one)
      for (const key of [own, ...others]) getOrCreate(this.#byAny, key, () => new Set()).add(one)
    }
  }

  /** Finds the first finding of the same package and advisory, and removes it. */
  take(finding: AdvisedFinding, isPossible: (one: T) => boolean): T | null {
    const [own, ...others] = keysOf(finding)
    if (own === undefined) return null
    const found = [this.#byAny.get(own), ...others.map((key) => this.#byOwn.get(key))].flatMap(
      (some) => some?.values().find(isPossible) ?? [],
    )
    const [first] = found.toSorted((one, other) => one.id - other.id)
    if (first === undefined) return null
    const keys = keysOf(first)
    this.#byOwn.get(keys[0] ?? '')?.delete(first)
    for (const key of keys) this.#byAny.get(key)?.delete(first)
    return first
  }
}

/** The package with each id of the advisory, the own one first. */
function keysOf({ package: name, advisory, aliases_json: aliases }: AdvisedFinding): string[] {
  if (name === null) return []
  // parse: our own column, written from a list of strings.
  const ids = aliases === null ? [] : parseStored<string[]>(aliases)
  return [...ids, ...(advisory === null ? [] : [advisory])].map((id) =>
    JSON.stringify([name, id.toUpperCase()]),
  )
}
