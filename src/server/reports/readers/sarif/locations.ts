import { isAbsolute } from '#lib/urls/absolute-path.ts'
import type { ReportedLocation } from '../../report/report.ts'
import { asCount, asList, asPosition, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { regionEnd } from '../../values/regions.ts'
import type { RenamedFile } from '../../values/renamed-files.ts'
import { normalizePath, plainPath } from '../../values/uris.ts'
import { SarifRoots } from './roots.ts'

const maxArtifacts = 1_000_000

/** Converts SARIF artifact locations to paths of the repository. Source: SARIF 2.1.0, 3.4 and 3.14.14. */
export class SarifLocations {
  readonly roots = new SarifRoots()
  readonly #artifacts: { location: unknown; target: boolean }[] = []
  /** The last location: each is asked for several times. */
  #last: { location: unknown; path: string | null } = { location: undefined, path: null }
  /** The paths that earlier versions read, by those of today; null for one that stood for several files. */
  readonly #former = new Map<string, string | null>()

  addArtifact(artifact: unknown): void {
    if (this.#artifacts.length >= maxArtifacts) return
    const target = asList(getIn(artifact, 'roles')).includes('analysisTarget')
    this.#artifacts.push({ location: getIn(artifact, 'location') ?? null, target })
  }

  /** The path of an artifact location; null if it has none. */
  path(location: unknown): string | null {
    if (location !== this.#last.location) this.#last = { location, path: this.#path(location, 0) }
    return this.#last.path
  }

  #path(location: unknown, depth: number): string | null {
    const uri = getIn(location, 'uri')
    const index = asCount(getIn(location, 'index'))
    if (typeof uri !== 'string' || uri === '') {
      const artifact = index === null ? undefined : this.#artifacts[index]
      return artifact && depth < 5 ? this.#path(artifact.location, depth + 1) : null
    }
    if (!isAbsolute(uri)) return this.#inBase(plainPath(uri), getIn(location, 'uriBaseId'))
    const sent = isAddress(uri) ? uri : plainPath(uri)
    const path = normalizePath(plainPath(uri))
    const read = filePath(this.roots.relative(path) ?? (isAddress(uri) ? uri : path))
    this.#addFormer(filePath(this.roots.formerlyRelative(sent) ?? sent), read)
    return read
  }

  /** The path of what is relative to a base: below a root, or below the repository if none is known. */
  #inBase(path: string, id: unknown): string | null {
    const { root, within } = this.roots.base(id)
    const own = filePath(normalizePath(`${within}${path}`))
    const relative = root === '' ? null : this.roots.relative(normalizePath(`${root}${within}${path}`))
    if (relative === null) return own
    const read = filePath(relative)
    this.#addFormer(own, read)
    return read
  }

  #addFormer(from: string | null, to: string | null): void {
    if (from === null || to === null || from === to) return
    const known = this.#former.get(from)
    this.#former.set(from, known === undefined || known === to ? to : null)
  }

  /** Files whose path earlier versions read as another one, where that was theirs alone. */
  *former(): Generator<RenamedFile> {
    for (const [from, to] of this.#former) if (to !== null) yield { from, to }
  }

  /** A physical location in our form; null without a file. */
  location(physical: unknown): ReportedLocation | null {
    const path = this.path(getIn(physical, 'artifactLocation'))
    if (path === null) return null
    const region = getIn(physical, 'region')
    const [line, column] = [asPosition(getIn(region, 'startLine')), asPosition(getIn(region, 'startColumn'))]
    const [endLine, endColumn] = [
      asPosition(getIn(region, 'endLine')) ?? line,
      asPosition(getIn(region, 'endColumn')),
    ]
    return {
      filePath: path,
      line,
      column,
      ...regionEnd({ line, column }, { line: endLine, column: endColumn }),
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

const isAddress = (uri: string) => !/^file:/i.test(uri) && /^[a-z][a-z0-9+.-]+:\/\//i.test(uri)
