import { PackageURL } from 'packageurl-js'
import { ecosystemOf } from './ecosystems.ts'

interface PurlPackage {
  name: string
  version: string | undefined
  ecosystem: string | undefined
}

/** What stands between group and name, in the ecosystems whose names hold both. A distribution is no part of a name. */
const dividers: Readonly<Record<string, string>> = {
  npm: '/',
  gomod: '/',
  maven: ':',
  composer: '/',
  swiftpm: '/',
}

/** What a package URL names, in the words of the API; undefined where it is none. */
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
