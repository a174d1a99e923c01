import { PackageURL } from 'packageurl-js'
import { ecosystemOf } from './ecosystems.ts'

interface PurlPackage {
  name: string
  version: string | undefined
  ecosystem: string | undefined
}

/** What a package URL names, in the words of the API; undefined where it is none. */
export function packageOf(text: string): PurlPackage | undefined {
  try {
    const { type, namespace, name, version } = PackageURL.fromString(text)
    if (!type || !name) return undefined
    const between = type === 'maven' ? ':' : '/'
    return {
      name: namespace ? `${namespace}${between}${name}` : name,
      version: version || undefined,
      ecosystem: ecosystemOf(type) ?? type,
    }
  } catch {
    return undefined
  }
}
