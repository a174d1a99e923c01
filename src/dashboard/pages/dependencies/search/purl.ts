import { ecosystemOfPurlType, isDistributed, namespaceDivider } from '#contract/ecosystems.ts'
import { readPackageUrl, versionWithEpoch } from '#lib/urls/package-url.ts'

interface PurlPackage {
  name: string
  version: string | undefined
  ecosystem: string | undefined
}

/** Returns the package of a package URL in API terms; undefined if the text is not a package URL. */
export function packageOf(text: string): PurlPackage | undefined {
  const read = readPackageUrl(text)
  if (read === null) return undefined
  const { type, namespace, name, version } = read.url
  const ecosystem = ecosystemOfPurlType(type) ?? type
  const isPart = namespace !== '' && !isDistributed(ecosystem)
  return {
    name: isPart ? `${namespace}${namespaceDivider(ecosystem) ?? '/'}${name}` : name,
    version: versionWithEpoch(version, read.url) || undefined,
    ecosystem,
  }
}
