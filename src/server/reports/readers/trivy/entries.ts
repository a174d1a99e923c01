import type { FilePosition } from '../../input/fault.ts'
import type { ResultCount } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { asName, asObject } from '../../values/json-values.ts'

/** What an element of `Results` is about: a lockfile, an image, a file. */
export type Scanned = { index: number; target: string; class: string; type: string }

/** The lists in an element, `Packages` first: findings refer to them. */
const kinds = [
  'Packages',
  'Vulnerabilities',
  'Misconfigurations',
  'Secrets',
  'Licenses',
  'ExperimentalModifiedFindings',
] as const
type Kind = (typeof kinds)[number]

/** An element of one of the lists in `Results`. */
export type TrivyEntry = { kind: Kind; bytes: Uint8Array; place: FilePosition; scanned: Scanned }

/** Entries, with the kind and the position of what each is about. */
class EntryStore {
  readonly bytes = new ByteStore()
  readonly of: { kind: Kind; scanned: number }[] = []
}

/** The memory of an element of `Results`, in addition to its texts. */
const scannedBytes = 200
const entryBytes = 64

/**
 * The lists in the elements of `Results`, stored as bytes until all of them were read: the keys that say what an element
 * is about may come after its lists.
 */
export class TrivyEntries {
  readonly route: Route
  readonly has = { packages: false }
  /** What the elements are: `lang-pkgs`, `config`; '' of one that does not say. */
  get classes(): ReadonlySet<string> {
    return new Set(this.#scanned.map((each) => each.class))
  }

  readonly #count: ResultCount
  readonly #scanned: Scanned[] = []
  readonly #packages = new EntryStore()
  readonly #findings = new EntryStore()

  constructor(count: ResultCount) {
    this.#count = count
    this.route = { list: this.#elementRoute() }
  }

  /** Every package in the order of the file. */
  packages(): Generator<TrivyEntry> {
    return this.#drain(this.#packages)
  }

  /** Every other entry in the order of the file. */
  findings(): Generator<TrivyEntry> {
    return this.#drain(this.#findings)
  }

  *#drain({ bytes: store, of: entries }: EntryStore): Generator<TrivyEntry> {
    for (const { bytes, place, index } of store.drain()) {
      const entry = entries[index]
      const scanned = this.#scanned[entry?.scanned ?? -1]
      if (entry && scanned) yield { kind: entry.kind, bytes, place, scanned }
    }
  }

  #elementRoute(): Route {
    const name = (key: 'target' | 'class' | 'type'): Route => ({
      take: (value) => {
        const last = this.#scanned.at(-1)
        if (last) last[key] = asName(value.parse(), 4_096) ?? ''
        this.#count.keep(last?.[key].length ?? 0)
      },
    })
    const parts = new Map<string, Route>([
      ['Target', name('target')],
      ['Class', name('class')],
      ['Type', name('type')],
    ])
    for (const kind of kinds) parts.set(kind, this.#listRoute(kind))
    return {
      object: parts,
      begin: () => {
        this.#count.keep(scannedBytes)
        this.#scanned.push({ index: this.#scanned.length, target: '', class: '', type: '' })
        return undefined
      },
    }
  }

  #listRoute(kind: Kind): Route {
    const take = (value: TakenValue) => {
      if (kind !== 'Packages') this.#count.add(value)
      if (asObject(value.parse()) === null) throw value.fault(`an element of \`${kind}\` must be an object`)
      const stored = kind === 'Packages' ? this.#packages : this.#findings
      this.#count.keep(entryBytes)
      stored.bytes.add(value.bytes, value.place)
      stored.of.push({ kind, scanned: this.#scanned.length - 1 })
    }
    const begin = () => {
      if (kind === 'Packages') this.has.packages = true
      return undefined
    }
    return { list: { take }, begin }
  }
}
