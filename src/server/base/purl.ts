import { distributionOfName } from '#contract/distributions.ts'
import { ecosystemOfPurlType, isDistributed, namespaceDivider, purlTypeOf } from '#contract/ecosystems.ts'
import {
  canonicalPurl,
  formatPackageUrl,
  needsNamespace,
  type PackageUrl,
  readPackageUrl,
  versionWithEpoch,
} from '#lib/urls/package-url.ts'

/**
 * Splits a package name into group and name by its ecosystem's rules: `@scope/name`, `group:artifact`, `vendor/name`,
 * `host/owner/name`.
 */
export function splitName(ecosystem: string, name: string): { group: string | undefined; name: string } {
  const at = name.lastIndexOf(namespaceDivider(ecosystem) ?? '\0')
  return at > 0 && at < name.length - 1
    ? { group: name.slice(0, at), name: name.slice(at + 1) }
    : { group: undefined, name }
}

/** The package URL of a component, or undefined if its ecosystem has none, or none without a namespace. */
export function purlOf(ecosystem: string, fullName: string, version: string): string | undefined {
  const type = purlTypeOf(ecosystem)
  if (type === null) return undefined
  const { group = '', name } = splitName(ecosystem, fullName)
  // The name of a distribution's package does not say which distribution it is.
  if (name === '' || (group === '' && needsNamespace(type))) return undefined
  return formatPackageUrl({ type, namespace: group, name, version })
}

/** The canonical package URL of a package: as a scan gave it, else derived from its name. */
export function purlOfPackage({
  ecosystem,
  name,
  version,
  purl,
}: {
  ecosystem: string
  name: string
  version: string
  purl: string | null
}): string | undefined {
  return (purl === null ? null : canonicalPurl(purl)) ?? purlOf(ecosystem, name, version)
}

/** The package of a package URL, in the terms of this service. */
export interface NamedPackage {
  /** The ecosystem of the type, else the type itself: `deb`, `oci`. */
  ecosystem: string
  name: string
  /** '' without a version. */
  version: string
}

/** Reads a package URL leniently; null for anything else. The inverse of `purlOf`. */
export function packageOf(purl: string): NamedPackage | null {
  const read = readPackageUrl(purl)
  return read && packageIn(read.url)
}

/** The package that a package URL names. */
export function packageIn({ type, namespace, name, version }: PackageUrl): NamedPackage {
  const ecosystem = ecosystemOfPurlType(type) ?? type
  const isPart = namespace !== '' && !isDistributed(ecosystem)
  return {
    ecosystem,
    name: isPart ? `${namespace}${namespaceDivider(ecosystem) ?? '/'}${name}` : name,
    version,
  }
}

/**
 * The name of a package that has a package URL: its own if that means the same, since URLs write some names in lower
 * case, and also if it is that of a Go module whose path goes on in the subpath.
 */
export function nameBeside(own: string | null, url: PackageUrl): string {
  const { ecosystem, name } = packageIn(url)
  if (own === null || own === name) return name
  if (isDistributed(ecosystem)) return own === `${url.namespace}/${url.name}` ? name : own
  if (url.type === 'golang' && own === `${name}/${url.subpath}`) return own
  const at = own.lastIndexOf(namespaceDivider(ecosystem) ?? '/')
  const [namespace, word] = [own.slice(0, Math.max(at, 0)), own.slice(at + 1)]
  const { type } = url
  const means = formatPackageUrl({ type, namespace, name: word })
  if (means === formatPackageUrl({ type, namespace: url.namespace, name: url.name })) return own
  // Elsewhere the name may say more than the URL: `ghcr.io/acme/shop` of `pkg:oci/shop`.
  return purlTypeOf(ecosystem) !== null || own === url.name ? name : own
}

/**
 * Who distributes a package, by the namespace of its packages: from its package URL, else from a tool's name of the
 * distribution. Null if nobody does, or if it is unknown.
 */
export function distributorOf(purl: string | null, distribution: string | null): string | null {
  const type = purl === null ? null : /^pkg:\/*([^/]+)/i.exec(purl)?.[1]?.toLowerCase()
  if (type && !isDistributed(ecosystemOfPurlType(type) ?? type)) return null
  const word = (type ? readPackageUrl(purl ?? '')?.url.namespace : distribution) ?? ''
  return distributionOfName(word)?.namespace ?? (word === '' ? null : word.toLowerCase())
}

/** The version of a package for comparison, with the epoch that its package URL may say beside it. */
export function comparedVersion(version: string, purl: string | null | undefined): string {
  const url = purl?.includes('epoch=') ? readPackageUrl(purl)?.url : undefined
  return url === undefined ? version : versionWithEpoch(version, url)
}

/** Other names of a package that has a package URL: those under which scans without one report it. */
export function otherNames(purl: string): string[] {
  const url = readPackageUrl(purl)?.url
  if (url === undefined) return []
  const { namespace, name, subpath } = url
  const full = packageIn(url).name
  const own = subpath === '' ? [] : [`${full}/${subpath}`]
  return [full, ...own, name, ...(namespace === '' ? [] : [`${namespace}/${name}`, `${namespace}:${name}`])]
}

/** The qualifiers that tell artifacts of a package apart; others say where it came from. */
export const artifactQualifiers = [
  'arch',
  'classifier',
  'type',
  'distro',
  'epoch',
  'platform',
  'repository_url',
]

/** Those of types whose packages a name and a version do not identify. Source: purl specification, definitions of types. */
const identifyingQualifiers: ReadonlyMap<string, readonly string[]> = new Map([
  ['conan', ['user', 'channel']],
  ['conda', ['channel', 'subdir', 'build']],
  ['julia', ['uuid']],
  ['swid', ['tag_id']],
])

/** Those that stay when a distribution makes a new release, or a registry moves. */
const buildQualifiers = artifactQualifiers.filter((key) => key !== 'distro' && key !== 'repository_url')

/** Qualifiers that mean the same as none. Source: purl specification, definitions of types. */
const usualQualifiers: ReadonlySet<string> = new Set([
  'bitnami arch=amd64',
  'gem platform=ruby',
  'maven type=jar',
  'vscode-extension platform=universal',
])

/** The registries of types. Source: purl specification, `default_repository_url`. */
const usualRegistries: ReadonlySet<string> = new Set([
  'bazel https://bcr.bazel.build',
  'cargo https://crates.io',
  'cocoapods https://cdn.cocoapods.org',
  'composer https://packagist.org',
  'conan https://center.conan.io',
  'conda https://repo.anaconda.com',
  'cran https://cran.r-project.org',
  'docker https://hub.docker.com',
  'gem https://rubygems.org',
  'github https://github.com',
  'hackage https://hackage.haskell.org',
  'hex https://repo.hex.pm',
  'maven https://repo.maven.apache.org/maven2',
  'npm https://registry.npmjs.org',
  'nuget https://www.nuget.org',
  'opam https://opam.ocaml.org',
  'pub https://pub.dartlang.org',
  'pypi https://pypi.org',
])

/** The qualifiers of a package URL without those that mean the same as none. */
export function tellingQualifiers({ type, qualifiers }: PackageUrl): [key: string, value: string][] {
  return [...qualifiers].flatMap(([key, value]): [string, string][] => {
    const registry = key === 'repository_url' ? value.replace(/\/$/, '') : null
    if (registry !== null) return usualRegistries.has(`${type} ${registry}`) ? [] : [[key, registry]]
    return usualQualifiers.has(`${type} ${key}=${value}`) ? [] : [[key, value]]
  })
}

/** Like `artifactOf`, whichever release of a distribution the artifact is from. */
export const buildOf = (purl: string | null): string => artifactOf(purl, buildQualifiers)

/**
 * What a package URL says of an artifact beside the package and its version: who distributes it, the subpath, and the
 * qualifiers that tell artifacts apart. '' if it says nothing of it, or is none.
 */
export function artifactOf(purl: string | null, compared: readonly string[] = artifactQualifiers): string {
  const read = purl === null ? null : readPackageUrl(purl)
  if (read === null) return ''
  const { type, namespace, subpath } = read.url
  const qualifiers = new Map(tellingQualifiers(read.url))
  const keys = [...compared, ...(identifyingQualifiers.get(type) ?? [])]
  const parts = keys.flatMap((key) => (qualifiers.has(key) ? [`${key}=${qualifiers.get(key)}`] : []))
  const all = [isDistributed(ecosystemOfPurlType(type) ?? type) ? namespace : '', subpath, ...parts]
  return all.some((part) => part !== '') ? JSON.stringify(all) : ''
}
