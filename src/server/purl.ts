import { PackageURL } from 'packageurl-js'
import { ecosystemOfPurlType, isDistributed, namespaceDivider, purlTypeOf } from '#contract/ecosystems.ts'

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

/** The package URL of a component, or undefined if its ecosystem has none or its name is not valid in it. */
export function purlOf(ecosystem: string, fullName: string, version: string): string | undefined {
  const type = purlTypeOf(ecosystem)
  // The name of a distribution's package does not say which distribution it is.
  if (type === null || isDistributed(ecosystem)) return undefined
  const { group, name } = splitName(ecosystem, fullName)
  try {
    return new PackageURL(
      type,
      group,
      name,
      version === '' ? undefined : version,
      undefined,
      undefined,
    ).toString()
  } catch {
    // The ecosystem does not allow this name, so the component has no purl.
    return undefined
  }
}

/** The package of a package URL, in the terms of this service. */
export interface NamedPackage {
  /** The ecosystem of the type, else the type itself: `deb`, `oci`. */
  ecosystem: string
  name: string
  /** '' without a version. */
  version: string
  /** Whether `purlOf` of these three returns the same URL: it has no qualifiers, and its type is an ecosystem's. */
  follows: boolean
}

/** Parses a package URL; null if it is invalid. The inverse of `purlOf`. */
export function packageOf(purl: string): NamedPackage | null {
  try {
    const { type, namespace, name, version = '' } = PackageURL.fromString(purl)
    if (!type || !name) return null
    const ecosystem = ecosystemOfPurlType(type) ?? type
    const fullName =
      namespace && !isDistributed(ecosystem)
        ? `${namespace}${namespaceDivider(ecosystem) ?? '/'}${name}`
        : name
    const same = purlOf(ecosystem, fullName, version)
    return { ecosystem, name: fullName, version, follows: same !== undefined && same === canonical(purl) }
  } catch {
    return null
  }
}

const canonical = (purl: string) => PackageURL.fromString(purl).toString()

/** The qualifiers that tell artifacts of a package apart; others say where it came from. */
const artifactQualifiers = ['arch', 'classifier', 'type', 'distro', 'epoch', 'platform', 'repository_url']

/** Values that mean the same as none. Source: purl specification, definitions of types. */
const usualQualifiers: ReadonlySet<string> = new Set(['gem platform=ruby', 'maven type=jar'])

/**
 * What a package URL says of an artifact beside the package and its version: who distributes it, the subpath, and the
 * qualifiers that tell artifacts apart. '' if it says nothing of it, or is none.
 */
export function artifactOf(purl: string | null): string {
  try {
    const { type, namespace, qualifiers, subpath } = PackageURL.fromString(purl ?? '')
    const parts = artifactQualifiers.flatMap((key) => {
      const value = qualifiers?.[key] ?? ''
      return value === '' || usualQualifiers.has(`${type} ${key}=${value}`) ? [] : [`${key}=${value}`]
    })
    const all = [isDistributed(type ?? '') ? (namespace ?? '') : '', subpath ?? '', ...parts]
    return all.some((part) => part !== '') ? JSON.stringify(all) : ''
  } catch {
    return ''
  }
}
