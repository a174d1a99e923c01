import { ecosystemOfFile } from '../../values/ecosystems.ts'
import { asName } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { fromFile, fromIdentifier } from '../sarif/packages/package-names.ts'

/** A package, and the file in which Dependency-Check found it. */
export interface Dependency {
  name: string
  version: string
  ecosystem: string | null
  path: string
  /** Null if it is not identified by one. */
  purl: string | null
}

/**
 * The package of a dependency: by its package URL, else by the name of its file, as in the SARIF of the tool, so that
 * triage is kept when a pipeline changes from one to the other. Null if there is no file.
 * @param dependency `packages` are its identifiers, `names` those that vulnerabilities were found by (CPE)
 */
export function placedPackage(dependency: {
  fileName: unknown
  filePath: unknown
  packages: readonly string[]
  names: readonly string[]
}): Dependency | null {
  const file = filePath(dependency.filePath) ?? filePath(dependency.fileName)
  if (file === null) return null
  // `package-lock.json?lodash` is a package in a lockfile.
  const path = filePath(file.replace(/\?.*$/s, '')) ?? file
  const identifier = dependency.packages.find((each) => fromIdentifier(each) !== null)
  const identified = fromIdentifier(identifier ?? null)
  const byCpe = dependency.names.map(fromIdentifier).find((each) => each !== null)
  const named = identified ?? fromFile(fullFile(file, dependency.fileName)) ?? byCpe
  return {
    name: named?.name ?? asName(path.slice(path.lastIndexOf('/') + 1)) ?? 'unknown',
    version: named?.version || (identified ? '' : (byCpe?.version ?? '')),
    ecosystem: named?.ecosystem ?? ecosystemOfFile(path),
    path,
    purl: identifier?.startsWith('pkg:') ? identifier : null,
  }
}

/** The path with the version that only the name of a package in a lockfile has: `lodash:4.17.20`. */
function fullFile(file: string, fileName: unknown): string {
  const [path = '', own] = file.split('?', 2)
  const name = asName(fileName, 700)
  return own && name?.startsWith(`${own}:`) ? `${path}?${name}` : file
}
