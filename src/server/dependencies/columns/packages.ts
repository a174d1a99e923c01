import { comparableName } from '#contract/ecosystems.ts'
import { getOrCreate } from '#lib/get-or-create.ts'
import { type ReadVersion, versionOrder } from '#server/base/versions/order.ts'

/** A package name, regardless of its versions. */
export interface PackageName {
  readonly ecosystem: string
  readonly name: string
  /** In lower case, for case-insensitive searches. */
  readonly lower: string
}

/** The content of `Packages`, for another thread; repeated names are stored once on arrival. */
export type PackagesData = [ecosystem: string, name: string, version: string, sent?: string][]

/** All distinct (ecosystem, name, version), each with a number, so that a row stores only that number. */
export class Packages {
  readonly names: PackageName[] = []
  /** By package: the index of its name in `names`. */
  readonly nameOf: number[] = []
  readonly versions: string[] = []
  /** By package: its version as a scan sent it, of those whose package URL alone has the epoch. */
  readonly #sent = new Map<number, string>()
  #known = new Map<string, Map<string, Map<string, number>>>()
  #nameIds = new Map<string, Map<string, number>>()
  /** By ecosystem and comparable name: the names that are spelled otherwise, of the first `#compared` names. */
  readonly #otherSpellings = new Map<string, Map<string, number[]>>()
  #compared = 0
  #read: (ReadVersion | null)[] = []
  #lacks: number[] = []

  constructor(parts: PackagesData = []) {
    for (const one of parts) this.intern(...one)
  }

  parts(): PackagesData {
    return this.versions.map((version, id) => {
      const { ecosystem, name } = this.nameAt(id)
      const sent = this.#sent.get(id)
      return sent === undefined ? [ecosystem, name, version] : [ecosystem, name, version, sent]
    })
  }

  get size(): number {
    return this.versions.length
  }

  /**
   * Returns the number of a package, assigning one if it is new.
   * @param version with the epoch.
   * @param sent the version as a scan sent it.
   */
  intern(ecosystem: string, name: string, version: string, sent = version): number {
    const names = getOrCreate(this.#known, ecosystem, () => new Map<string, Map<string, number>>())
    const versions = getOrCreate(names, name, () => new Map<string, number>())
    let id = versions.get(version)
    if (id === undefined) {
      id = this.versions.push(version) - 1
      this.nameOf.push(this.#internName(ecosystem, name))
      versions.set(version, id)
    }
    if (sent !== version) this.#sent.set(id, sent)
    return id
  }

  /** The version of a package, and also without an epoch that only its package URL says. */
  versionsOf(id: number): string[] {
    const sent = this.#sent.get(id)
    return [this.versions[id] ?? '', ...(sent === undefined ? [] : [sent])]
  }

  nameAt(id: number): PackageName {
    const name = this.names[this.nameOf[id] ?? -1]
    if (!name) throw new Error(`there is no package ${id}`)
    return name
  }

  /**
   * Returns the indexes of a name in `names`. If none of the ecosystem, or of any, is spelled so, those of each spelling
   * that the package's ecosystem takes for the same: people write `flask-thing` where a lockfile contains `Flask_Thing`.
   */
  named(name: string, ecosystem: string | undefined): ReadonlySet<number> {
    const ecosystems = ecosystem === undefined ? [...this.#nameIds.keys()] : [ecosystem]
    const spelledAs = (of: (ecosystem: string) => string) =>
      ecosystems.flatMap((one) => this.#nameIds.get(one)?.get(of(one)) ?? [])
    const exact = spelledAs(() => name)
    if (exact.length > 0) return new Set(exact)
    this.#compareNames()
    const comparable = (one: string) => comparableName(one, name)
    const others = ecosystems.flatMap((one) => this.#otherSpellings.get(one)?.get(comparable(one)) ?? [])
    return new Set([...spelledAs(comparable), ...others])
  }

  /** A package's version, parsed by its ecosystem's rules; null if that fails. Parsed once. */
  versionAt(id: number): ReadVersion | null {
    let version = this.#read[id]
    if (version === undefined) {
      version = versionOrder(this.nameAt(id).ecosystem)(this.versions[id] ?? '')
      this.#read[id] = version
    }
    return version
  }

  /** The missing fields of a package that follow from its name and version, computed once. */
  lacks(id: number, workOut: () => number): number {
    let known = this.#lacks[id]
    if (known === undefined) {
      known = workOut()
      this.#lacks[id] = known
    }
    return known
  }

  /** Compares newest first; versions that cannot be parsed come last, alphabetically. */
  newestFirst(one: number, other: number): number {
    const [left, right] = [this.versionAt(one), this.versionAt(other)]
    const step = left && right ? right.compare(left) : Number(left === null) - Number(right === null)
    return step || (this.versions[one] ?? '').localeCompare(this.versions[other] ?? '')
  }

  /** Files the names that have come since the last time by their comparable form. */
  #compareNames(): void {
    for (; this.#compared < this.names.length; this.#compared++) {
      const { ecosystem = '', name = '' } = this.names[this.#compared] ?? {}
      const comparable = comparableName(ecosystem, name)
      if (comparable === name) continue
      const spellings = getOrCreate(this.#otherSpellings, ecosystem, () => new Map<string, number[]>())
      getOrCreate(spellings, comparable, () => []).push(this.#compared)
    }
  }

  #internName(ecosystem: string, name: string): number {
    const ids = getOrCreate(this.#nameIds, ecosystem, () => new Map<string, number>())
    let id = ids.get(name)
    if (id === undefined) {
      id = this.names.push({ ecosystem, name, lower: name.toLowerCase() }) - 1
      ids.set(name, id)
    }
    return id
  }
}
