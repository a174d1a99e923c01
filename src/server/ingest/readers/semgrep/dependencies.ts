import { ecosystemOf, hashList, hashOf } from '../../dependency-values.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { LockfileCollector, mostRelations } from '../../lockfile-collector.ts'
import { filePath } from '../../paths.ts'
import type { ReportedHash, ReportedLockfile } from '../../report.ts'
import { at, bounds, type JsonObject, list, name, object, objects, position, word } from '../../values.ts'

/**
 * The lockfiles of a Semgrep scan: by path a list of what each names. Source: the `dependencies` of `semgrep ci`,
 * a map of `found_dependency`.
 */
export class SemgrepDependencies {
  readonly #collector = new LockfileCollector()
  /** For each lockfile the positions of its dependencies by name and version, and what they ask for by the same. */
  readonly #named = new Map<string, Map<string, number[]>>()
  readonly #children: { path: string; position: number; children: string[] }[] = []
  #relations = 0
  #said = false

  readonly route: Route = {
    object: new Map(),
    begin: () => {
      this.#said = true
      return undefined
    },
    each: (key) => {
      const path = filePath(key)
      return {
        list: { take: (value) => (path === null ? undefined : this.#add(path, value)) },
        begin: () => (path === null ? undefined : this.#collector.open(path, true)),
      }
    },
  }

  /** The lockfiles, with who asks for whom; null where the file says nothing of dependencies. */
  finish(): ReportedLockfile[] | null {
    for (const { path, position, children } of this.#children) {
      const named = this.#named.get(path)
      this.#collector.relate(
        path,
        position,
        children.flatMap((child) => named?.get(child) ?? []),
      )
    }
    return this.#said ? this.#collector.lockfiles : null
  }

  #add(path: string, value: TakenValue): void {
    const found = object(value.parse())
    if (!found) throw value.fault('a dependency must be an object')
    const own = name(found['package'])
    if (own === null) throw value.fault('this is not a dependency: its `package` is missing', '/package')
    const version = name(found['version']) ?? ''
    const added = this.#collector.add(path, {
      ecosystem: ecosystemOf(found['ecosystem']) ?? 'generic',
      name: own,
      version,
      transitivity: word(found['transitivity'], ['direct', 'transitive', 'unknown']) ?? 'unknown',
      licenses: [],
      hashes: hashesIn(found['allowed_hashes']),
      purl: null,
      line: position(found['line_number']),
      requires: null,
    })
    if (typeof added === 'string') throw value.fault(added)
    const named = this.#named.get(path) ?? new Map<string, number[]>()
    this.#named.set(path, named)
    const key = keyOf(own, version)
    const alike = named.get(key)
    if (alike === undefined) named.set(key, [added])
    else if (!alike.includes(added)) alike.push(added)
    if (!Array.isArray(found['children'])) return
    const children = childrenIn(found)
    this.#relations += children.length
    if (this.#relations > mostRelations)
      throw value.fault(`the file contains more than ${mostRelations} relations`)
    this.#children.push({ path, position: added, children })
  }
}

const keyOf = (own: string, version: string) => JSON.stringify([own, version])

function childrenIn(found: JsonObject): string[] {
  return objects(found['children']).flatMap((child) => {
    const own = name(child['package'])
    return own === null ? [] : [keyOf(own, name(child['version']) ?? '')]
  })
}

/** By algorithm; a release may have a hash for each of its files. */
function hashesIn(given: unknown): ReportedHash[] {
  const hashes = Object.keys(object(given) ?? {}).flatMap((algorithm) =>
    list(at(given, algorithm))
      .slice(0, bounds.list)
      .map((content) => hashOf(algorithm, content)),
  )
  return hashList(hashes)
}
