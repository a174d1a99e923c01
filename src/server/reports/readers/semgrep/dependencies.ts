import { type Route, skipped, type TakenValue } from '../../json/json-route.ts'
import { LockfileCollector, maxRelations } from '../../report/lockfile-collector.ts'
import type { ReportedHash, ReportedLockfile } from '../../report/report.ts'
import { ecosystemOf, hashList, hashOf } from '../../values/dependency-values.ts'
import {
  asList,
  asName,
  asObject,
  asObjects,
  asOneOf,
  asPosition,
  bounds,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'

/**
 * The lockfiles of a Semgrep scan: by path a list of the dependencies in each. Source: the `dependencies` of `semgrep
 * ci`, a map of `found_dependency`.
 */
export class SemgrepDependencies {
  readonly #collector = new LockfileCollector()
  /**
   * For each lockfile the positions of its dependencies by name and version, and their own dependencies by the same
   * key.
   */
  readonly #byName = new Map<string, Map<string, number[]>>()
  readonly #children: { path: string; position: number; children: string[] }[] = []
  #relations = 0
  #readDependency = false
  /** Whether the file shows that Semgrep looked at packages. */
  isLookedAt = false

  readonly route: Route = {
    object: new Map(),
    begin: () => {
      this.#readDependency = true
      this.isLookedAt = true
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

  /** What Semgrep resolved of each lockfile, which it lists if it looks at packages. */
  readonly subprojectRoute: Route = {
    list: skipped,
    begin: () => {
      this.isLookedAt = true
      return undefined
    },
  }

  /** The lockfiles, with their dependency relations; null if the file does not report dependencies. */
  finish(): ReportedLockfile[] | null {
    for (const { path, position, children } of this.#children) {
      const byName = this.#byName.get(path)
      this.#collector.relate(
        path,
        position,
        children.flatMap((child) => byName?.get(child) ?? []),
      )
    }
    return this.#readDependency ? this.#collector.lockfiles : null
  }

  #add(path: string, value: TakenValue): void {
    const dependency = asObject(value.parse())
    if (!dependency) throw value.fault('a dependency must be an object')
    const own = asName(dependency['package'])
    if (own === null) throw value.fault('this is not a dependency: its `package` is missing', '/package')
    const version = asName(dependency['version']) ?? ''
    const added = this.#collector.add(path, {
      ecosystem: ecosystemOf(dependency['ecosystem']) ?? 'generic',
      name: own,
      version,
      transitivity: asOneOf(dependency['transitivity'], ['direct', 'transitive', 'unknown']) ?? 'unknown',
      licenses: [],
      hashes: hashesIn(dependency['allowed_hashes']),
      purl: null,
      line: asPosition(dependency['line_number']),
      requires: null,
    })
    if (typeof added === 'string') throw value.fault(added)
    const byName = this.#byName.get(path) ?? new Map<string, number[]>()
    this.#byName.set(path, byName)
    const key = keyOf(own, version)
    const sameName = byName.get(key)
    if (sameName === undefined) byName.set(key, [added])
    else if (!sameName.includes(added)) sameName.push(added)
    if (!Array.isArray(dependency['children'])) return
    const children = childrenIn(dependency)
    this.#relations += children.length
    if (this.#relations > maxRelations)
      throw value.fault(`the file contains more than ${maxRelations} relations`)
    this.#children.push({ path, position: added, children })
  }
}

const keyOf = (own: string, version: string) => JSON.stringify([own, version])

function childrenIn(dependency: JsonObject): string[] {
  return asObjects(dependency['children']).flatMap((child) => {
    const own = asName(child['package'])
    return own === null ? [] : [keyOf(own, asName(child['version']) ?? '')]
  })
}

/** By algorithm; a release may have a hash for each of its files. */
function hashesIn(rawHashes: unknown): ReportedHash[] {
  const hashes = Object.keys(asObject(rawHashes) ?? {}).flatMap((algorithm) =>
    asList(getIn(rawHashes, algorithm))
      .slice(0, bounds.list)
      .map((content) => hashOf(algorithm, content)),
  )
  return hashList(hashes)
}
