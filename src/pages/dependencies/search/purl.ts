import { PackageURL } from 'packageurl-js'
import { ecosystemOf } from './ecosystems.ts'

interface PurlPackage {
  name: string
  version: string | undefined
  ecosystem: string | undefined
}

/**
 * The separator between group and name, by ecosystem, if names contain both. A distribution is not part of the name.
 */
const dividers: Readonly<Record<string, string>> = {
  npm: '/',
  gomod: '/',
  maven: ':',
  composer: '/',
  swiftpm: '/',
}

/** Returns the package of a package URL in API terms; undefined if the text is not a package URL. */
export function packageOf(text: string): PurlPackage | undefined {
  try {
    const { type, namespace, name, version } = PackageURL.fromString(text)
    if (!type || !name) return undefined
    const ecosystem = ecosystemOf(type) ?? type
    const divider = Object.hasOwn(dividers, ecosystem) ? dividers[ecosystem] : undefined
    return {
      name: namespace && divider ? `${namespace}${divider}${name}` : name,
      version: version || undefined,
      ecosystem,
    }
  } catch {
    return undefined
  }
}
