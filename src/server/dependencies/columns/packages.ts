import { getOrCreate } from '#lib/get-or-create.ts'
import { type ReadVersion, versionOrder } from '../versions/order.ts'

/** A package by its name, however many versions of it there are. */
export interface PackageName {
  readonly ecosystem: string
  readonly name: string
  /** In lower case, for what is searched in any case. */
  readonly lower: string
}

/** What `Packages` consist of, as another thread takes them; names repeat, and stand once again where they arrive. */
export type PackagesData = [ecosystem: string, name: string, version: string][]

/** Every (ecosystem, name, version) that any dependency has, each by one number, so that a row needs that number alone. */
export class Packages {
  readonly names: PackageName[] = []
  /** By package: the position of its name in `names`. */
  readonly nameOf: number[] = []
  readonly versions: string[] = []
  #known = new Map<string, Map<string, Map<string, number>>>()
  #nameIds = new Map<string, Map<string, number>>()
  #read: (ReadVersion | null)[] = []
  #lacks: number[] = []

  constructor(parts: PackagesData = []) {
    for (const one of parts) this.intern(...one)
  }

  parts(): PackagesData {
    return this.versions.map((version, id) => {
      const { ecosystem, name } = this.nameAt(id)
      return [ecosystem, name, version]
    })
  }

  get size(): number {
    return this.versions.length
  }

  /** The number of a package, given to it now where it is new. */
  intern(ecosystem: string, name: string, version: string): number {
    const names = getOrCreate(this.#known, ecosystem, () => new Map<string, Map<string, number>>())
    const versions = getOrCreate(names, name, () => new Map<string, number>())
    let id = versions.get(version)
    if (id === undefined) {
      id = this.versions.push(version) - 1
      this.nameOf.push(this.#internName(ecosystem, name))
      versions.set(version, id)
    }
    return id
  }

  nameAt(id: number): PackageName {
    const name = this.names[this.nameOf[id] ?? -1]
    if (!name) throw new Error(`there is no package ${id}`)
    return name
  }

  /** A package's version as its ecosystem reads it; null where that cannot. Read once. */
  versionAt(id: number): ReadVersion | null {
    let version = this.#read[id]
    if (version === undefined) {
      version = versionOrder(this.nameAt(id).ecosystem)(this.versions[id] ?? '')
      this.#read[id] = version
    }
    return version
  }

  /** What a package lacks by its name and version alone, worked out once. */
  lacks(id: number, workOut: () => number): number {
    let known = this.#lacks[id]
    if (known === undefined) {
      known = workOut()
      this.#lacks[id] = known
    }
    return known
  }

  /** Newest first; what cannot be read comes last, by its letters. */
  newestFirst(one: number, other: number): number {
    const [left, right] = [this.versionAt(one), this.versionAt(other)]
    const step = left && right ? right.compare(left) : Number(left === null) - Number(right === null)
    return step || (this.versions[one] ?? '').localeCompare(this.versions[other] ?? '')
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
