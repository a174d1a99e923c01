import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import { maxCpes } from '../values/cpes.ts'
import { hashList } from '../values/dependency-values.ts'
import { bounds } from '../values/json-values.ts'
import { dependencyKey } from './dependency-key.ts'
import type { ReportedDependency, ReportedLockfile } from './report.ts'
import { StringPool } from './string-pool.ts'

/** The limit per file: locations in lockfiles, and relations between them. */
export const maxDependencies = 500_000
export const maxRelations = 4_000_000
export const maxLockfiles = 20_000

const transitivityRank = { direct: 0, transitive: 1, unknown: 2 } as const

/**
 * Collects the dependencies of one source's lockfiles: each path once, and in it each artifact of a package once.
 */
export class LockfileCollector {
  readonly #files = new Map<string, { lockfile: ReportedLockfile; positions: Map<string, number> }>()
  readonly #strings = new StringPool()
  #places = 0
  /** The number of dependencies merged with an equal one. */
  joined = 0
  #relations = 0

  get lockfiles(): ReportedLockfile[] {
    return [...this.#files.values()].map((file) => file.lockfile)
  }

  /** Adds a lockfile, which may stay empty. Returns a sentence if there are too many. */
  open(path: string, located: boolean): string | undefined {
    if (this.#files.has(path)) return undefined
    if (this.#files.size >= maxLockfiles) return `the file contains more than ${maxLockfiles} lockfiles`
    this.#files.set(path, { lockfile: { path, located, dependencies: [] }, positions: new Map() })
    return undefined
  }

  /**
   * Adds a dependency to a lockfile, merged with its equal.
   * @returns its position there, or a sentence if there are too many.
   */
  add(path: string, sent: ReportedDependency): number | string {
    // Before equal ones are joined: two that differ by a token alone are one.
    const dependency = {
      ...sent,
      name: maskUrls(sent.name),
      version: maskUrls(sent.version),
      purl: sent.purl && maskUrls(sent.purl),
      licenses: sent.licenses.map(maskUrls),
    }
    const file = this.#files.get(path)
    if (!file) throw new Error(`the lockfile ${path} is not open`)
    const { ecosystem, name, version } = dependency
    const key = dependencyKey(dependency)
    const position = file.positions.get(key)
    const { dependencies } = file.lockfile
    if (position !== undefined) {
      const equal = dependencies[position]
      if (equal) addRelation(equal, dependency)
      this.joined += 1
      return position
    }
    if (++this.#places > maxDependencies) return `the file contains more than ${maxDependencies} dependencies`
    file.positions.set(key, dependencies.length)
    dependencies.push({
      ...dependency,
      ecosystem: this.#strings.once(ecosystem),
      name: this.#strings.once(name),
      version: this.#strings.once(version),
      licenses: dependency.licenses.map((license) => this.#strings.once(license)),
    })
    return dependencies.length - 1
  }

  /** Records the dependencies of a dependency in the same lockfile; an empty list means that it has none. */
  relate(path: string, position: number, others: readonly number[]): string | undefined {
    const one = this.#files.get(path)?.lockfile.dependencies[position]
    if (!one) return undefined
    this.#relations += others.length
    if (this.#relations > maxRelations) return `the file contains more than ${maxRelations} relations`
    const all = new Set([...(one.requires ?? []), ...others])
    all.delete(position)
    one.requires = [...all].sort((a, b) => a - b)
    return undefined
  }
}

function addRelation(one: ReportedDependency, other: ReportedDependency): void {
  if (transitivityRank[other.transitivity] < transitivityRank[one.transitivity])
    one.transitivity = other.transitivity
  one.licenses = [...new Set([...one.licenses, ...other.licenses])].slice(0, bounds.list)
  one.hashes = hashList([...one.hashes, ...other.hashes])
  one.purl ??= other.purl
  if (other.cpes) one.cpes = [...new Set([...(one.cpes ?? []), ...other.cpes])].slice(0, maxCpes)
  one.line ??= other.line
}
