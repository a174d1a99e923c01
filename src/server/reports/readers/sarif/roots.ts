import { isAbsolute } from '#lib/urls/absolute-path.ts'
import { asObject, bounds, getIn, type JsonObject } from '../../values/json-values.ts'
import { asFolder, isBelow, plainPath } from '../../values/uris.ts'

const maxRoots = 50
const maxDepth = 5

/** Folders that hold more than the repository. */
const foreignBase = /^%?(?:home|user[_-]?(?:profile|home)|te?mp(?:[_-]?dir)?)%?$/i

/** Where a root is known from, the most reliable first. */
const kinds = ['checkout', 'mapped', 'base', 'working'] as const
type RootKind = (typeof kinds)[number]

/** The folders of a run that may be the repository's. Source: SARIF 2.1.0, 3.14.14, 3.20.19 and 3.23.7. */
export class SarifRoots {
  readonly #roots = new Map<RootKind, string[]>()
  #bases: JsonObject = {}

  setBases(bases: unknown): void {
    this.#bases = asObject(bases) ?? {}
    for (const id of Object.keys(this.#bases))
      if (!foreignBase.test(id)) this.#add('base', folderOf(this.base(id)))
  }

  /** Adds a folder by its artifact location. */
  addFolder(kind: RootKind, location: unknown): void {
    const uri = getIn(location, 'uri')
    const text = typeof uri === 'string' && uri.length <= bounds.path ? uri : ''
    const path = plainPath(text)
    this.#add(kind, isAbsolute(text) ? path : `${folderOf(this.base(getIn(location, 'uriBaseId')))}${path}`)
  }

  /** @param path plain. */
  #add(kind: RootKind, path: string): void {
    const roots = this.#roots.get(kind) ?? []
    const folder = asFolder(path)
    if (folder === null || roots.length >= maxRoots) return
    // Of nested folders the outer one is the repository's.
    this.#roots.set(
      kind,
      [...roots, folder].sort((one, other) => one.length - other.length),
    )
  }

  /** The folder that a base stands for. */
  base(id: unknown): BaseFolder {
    return this.#base(id, [])
  }

  /** @param seen the bases that name this one: of a circle each counts once. */
  #base(id: unknown, seen: readonly string[]): BaseFolder {
    if (typeof id !== 'string' || seen.length > maxDepth || seen.includes(id)) return noBase
    if (!Object.hasOwn(this.#bases, id)) return noBase
    const base = this.#bases[id]
    const uri = getIn(base, 'uri')
    const folder =
      typeof uri === 'string' && uri !== '' ? uri.slice(0, bounds.path).replace(/[\\/]?$/, '/') : ''
    if (isAbsolute(folder)) return { root: plainPath(folder), within: '' }
    const { root, within } = this.#base(getIn(base, 'uriBaseId'), [...seen, id])
    return { root, within: `${within}${plainPath(folder)}` }
  }

  /** An absolute path below a root, relative to it; null below none. */
  relative(path: string): string | null {
    for (const kind of kinds) {
      const root = this.#roots.get(kind)?.find((each) => isBelow(path, each))
      if (root !== undefined) return path.slice(root.length)
    }
    return null
  }

  /** The same as earlier versions read it, to which the innermost folder of the file was the root. */
  formerlyRelative(path: string): string | null {
    const roots = [...(this.#roots.get('base') ?? []), ...(this.#roots.get('working') ?? [])]
    const length = Math.max(0, ...roots.filter((each) => isBelow(path, each)).map((each) => each.length))
    return length === 0 ? null : path.slice(length)
  }
}

/** A base as plain paths: an absolute folder, '' if none is known, and the relative folders below it, each with a slash at its end. */
interface BaseFolder {
  root: string
  within: string
}

const noBase: BaseFolder = { root: '', within: '' }
const folderOf = ({ root, within }: BaseFolder) => `${root}${within}`
