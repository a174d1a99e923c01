import { filePath } from '../../paths.ts'
import type { ReportedLocation } from '../../report.ts'
import { at, bounds, count, type JsonObject, list, object, position } from '../../values.ts'

const mostRoots = 50
const mostArtifacts = 1_000_000

/** Turns SARIF artifact locations into paths of the repository. Source: SARIF 2.1.0, 3.4 and 3.14.14. */
export class SarifPlaces {
  readonly #artifacts: { location: unknown; target: boolean }[] = []
  #bases: JsonObject = {}
  readonly #roots: string[] = []

  addArtifact(artifact: unknown): void {
    if (this.#artifacts.length >= mostArtifacts) return
    const target = list(at(artifact, 'roles')).includes('analysisTarget')
    this.#artifacts.push({ location: at(artifact, 'location') ?? null, target })
  }

  setBases(bases: unknown): void {
    this.#bases = object(bases) ?? {}
    for (const base of Object.values(this.#bases)) this.addRoot(at(base, 'uri'))
  }

  /** A folder under which absolute paths are the repository's own. */
  addRoot(uri: unknown): void {
    if (typeof uri !== 'string' || uri.length > bounds.path || !/^file:/i.test(uri)) return
    if (this.#roots.length >= mostRoots) return
    const path = withoutScheme(uri).replace(/\/+$/, '')
    if (path.length > 1) this.#roots.push(`${path}/`)
    this.#roots.sort((a, b) => b.length - a.length)
  }

  /** The path an artifact location names; null where it names none. */
  path(location: unknown): string | null {
    return this.#path(location, 0)
  }

  #path(location: unknown, depth: number): string | null {
    const uri = at(location, 'uri')
    const index = count(at(location, 'index'))
    if (typeof uri !== 'string' || uri === '') {
      const artifact = index === null ? undefined : this.#artifacts[index]
      return artifact && depth < 5 ? this.#path(artifact.location, depth + 1) : null
    }
    const isFile = /^file:/i.test(uri)
    if (!isFile && /^[a-z][a-z0-9+.-]+:\/\//i.test(uri)) return filePath(uri)
    const path = withoutScheme(uri)
    const root = this.#roots.find((each) => path.startsWith(each))
    if (root !== undefined) return filePath(path.slice(root.length))
    if (isFile || path.startsWith('/')) return filePath(path)
    return filePath(tidy(this.#base(at(location, 'uriBaseId'), 0) + path))
  }

  /** The relative part that a base adds; nothing where it is absolute, as the top of a checkout is. */
  #base(id: unknown, depth: number): string {
    if (typeof id !== 'string' || depth > 5 || !Object.hasOwn(this.#bases, id)) return ''
    const base = this.#bases[id]
    const uri = at(base, 'uri')
    const above = this.#base(at(base, 'uriBaseId'), depth + 1)
    if (typeof uri !== 'string' || uri === '' || /^[a-z][a-z0-9+.-]*:|^\//i.test(uri)) return above
    return `${above}${withoutScheme(uri).replace(/\/?$/, '/')}`
  }

  /** A physical location as ours; null where it names no file. */
  location(physical: unknown): ReportedLocation | null {
    const path = this.path(at(physical, 'artifactLocation'))
    if (path === null) return null
    const region = at(physical, 'region')
    const line = position(at(region, 'startLine'))
    return {
      filePath: path,
      line,
      column: position(at(region, 'startColumn')),
      endLine: position(at(region, 'endLine')) ?? line,
      endColumn: position(at(region, 'endColumn')),
    }
  }

  /**
   * The files the run says it looked at: those with the role `analysisTarget`, where one of them has no result.
   * Many tools list only the files that have results; such a list says nothing of what was covered.
   */
  scanned(withResults: ReadonlySet<string>): string[] | null {
    const targets = this.#artifacts
      .filter((each) => each.target)
      .flatMap((each) => this.path(each.location) ?? [])
    return targets.some((each) => !withResults.has(each)) ? targets : null
  }
}

function withoutScheme(uri: string): string {
  let path = uri.replace(/^file:(?:\/\/[^/]*)?/i, '')
  if (path.includes('%')) {
    try {
      path = decodeURIComponent(path)
    } catch {
      // A path with a bare percent sign stands as it is.
    }
  }
  return path.replace(/^\/([a-z]:\/)/i, '$1')
}

function tidy(path: string): string {
  if (!/(?:^|\/)\.{0,2}\//.test(path)) return path
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
