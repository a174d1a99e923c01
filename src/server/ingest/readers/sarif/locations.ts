import type { ReportedLocation } from '../../report/report.ts'
import {
  asCount,
  asList,
  asObject,
  asPosition,
  bounds,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'

const maxRoots = 50
const maxArtifacts = 1_000_000

/** Converts SARIF artifact locations to paths of the repository. Source: SARIF 2.1.0, 3.4 and 3.14.14. */
export class SarifLocations {
  readonly #artifacts: { location: unknown; target: boolean }[] = []
  #bases: JsonObject = {}
  readonly #roots: string[] = []

  addArtifact(artifact: unknown): void {
    if (this.#artifacts.length >= maxArtifacts) return
    const target = asList(getIn(artifact, 'roles')).includes('analysisTarget')
    this.#artifacts.push({ location: getIn(artifact, 'location') ?? null, target })
  }

  setBases(bases: unknown): void {
    this.#bases = asObject(bases) ?? {}
    for (const base of Object.values(this.#bases)) this.addRoot(getIn(base, 'uri'))
  }

  /** Adds a root folder; absolute paths below it belong to the repository. */
  addRoot(uri: unknown): void {
    if (typeof uri !== 'string' || uri.length > bounds.path || !/^file:/i.test(uri)) return
    if (this.#roots.length >= maxRoots) return
    const path = withoutScheme(uri).replace(/\/+$/, '')
    if (path.length > 1) this.#roots.push(`${path}/`)
    this.#roots.sort((a, b) => b.length - a.length)
  }

  /** The path of an artifact location; null if it has none. */
  path(location: unknown): string | null {
    return this.#path(location, 0)
  }

  #path(location: unknown, depth: number): string | null {
    const uri = getIn(location, 'uri')
    const index = asCount(getIn(location, 'index'))
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
    return filePath(normalizePath(this.#base(getIn(location, 'uriBaseId'), 0) + path))
  }

  /** The relative part that a base adds; empty if the base is absolute, like the root of a checkout. */
  #base(id: unknown, depth: number): string {
    if (typeof id !== 'string' || depth > 5 || !Object.hasOwn(this.#bases, id)) return ''
    const base = this.#bases[id]
    const uri = getIn(base, 'uri')
    const parentUri = this.#base(getIn(base, 'uriBaseId'), depth + 1)
    if (typeof uri !== 'string' || uri === '' || /^[a-z][a-z0-9+.-]*:|^\//i.test(uri)) return parentUri
    return `${parentUri}${withoutScheme(uri).replace(/\/?$/, '/')}`
  }

  /** A physical location in our form; null without a file. */
  location(physical: unknown): ReportedLocation | null {
    const path = this.path(getIn(physical, 'artifactLocation'))
    if (path === null) return null
    const region = getIn(physical, 'region')
    const line = asPosition(getIn(region, 'startLine'))
    return {
      filePath: path,
      line,
      column: asPosition(getIn(region, 'startColumn')),
      endLine: asPosition(getIn(region, 'endLine')) ?? line,
      endColumn: asPosition(getIn(region, 'endColumn')),
    }
  }

  /**
   * The files that the run analyzed: those with the role `analysisTarget`, if one of them has no result. Many tools
   * list only the files that have results; such a list does not show the coverage.
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
      // A path with an unescaped percent sign is kept unchanged.
    }
  }
  return path.replace(/^\/([a-z]:\/)/i, '$1')
}

function normalizePath(path: string): string {
  if (!/(?:^|\/)\.{0,2}\//.test(path)) return path
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
