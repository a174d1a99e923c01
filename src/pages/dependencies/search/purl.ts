import { PackageURL } from 'packageurl-js'
import { ecosystemOfPurlType, namespaceDivider } from '#contract/ecosystems.ts'

interface PurlPackage {
  name: string
  version: string | undefined
  ecosystem: string | undefined
}

/** Returns the package of a package URL in API terms; undefined if the text is not a package URL. */
export function packageOf(text: string): PurlPackage | undefined {
  try {
    const { type, namespace, name, version } = PackageURL.fromString(text)
    if (!type || !name) return undefined
    const ecosystem = ecosystemOfPurlType(type) ?? type
    const divider = namespaceDivider(ecosystem)
    return {
      name: namespace && divider ? `${namespace}${divider}${name}` : name,
      version: version || undefined,
      ecosystem,
    }
  } catch {
    return undefined
  }
}
