import { distributionOfName } from '#contract/distributions.ts'
import { purlTypeOf } from '#contract/ecosystems.ts'
import { canonicalPurl, formatPackageUrl, readPackageUrl } from '#lib/urls/package-url.ts'
import { purlOf } from '#server/base/purl.ts'
import { badRequest } from '#server/http/errors.ts'
import type { FindingRow } from './finding-rows.ts'

/** Code hosts whose repositories have a type of package URL. Source: purl specification, PURL-TYPES. */
const hostTypes: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'bitbucket.org': 'bitbucket',
  'gitlab.com': 'gitlab',
}

/** A project as others name it. */
interface NamedProject {
  name: string
  url: string | null
}

/**
 * The package URL of a project: its repository at a known code host, else a generic one with the URL of the repository.
 */
export function projectPurl({ name, url }: NamedProject): string {
  const parsed = url !== null && URL.canParse(url) ? new URL(url) : null
  const path = (parsed?.pathname ?? name).replace(/^\/+|\/+$|\.git$/g, '').split('/')
  const type = parsed === null ? undefined : hostTypes[parsed.hostname.toLowerCase()]
  if (type !== undefined && path.length >= 2)
    return purl(type, path.slice(0, -1).join('/'), path.at(-1) ?? name)
  const [own = name, ...groups] = name.split('/').filter(Boolean).reverse()
  return purl('generic', groups.reverse().join('/'), own, url === null ? undefined : { vcs_url: url })
}

function purl(type: string, namespace: string, name: string, qualifiers?: { vcs_url: string }): string {
  return formatPackageUrl({ type, namespace, name, qualifiers: new Map(Object.entries(qualifiers ?? {})) })
}

/**
 * Reads the package URL that a request names as the product.
 * @throws HttpError 400 if it is not one.
 */
export function readProduct(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const product = canonicalPurl(text)
  if (product === null)
    throw badRequest([{ parameter: 'product', detail: 'is not a package URL such as pkg:oci/shop' }])
  return product
}

/** The package URL of a package: as the scan gave it, else derived from its name, else a generic one. */
export function packagePurl(
  { ecosystem, package: name, version }: { ecosystem: string; package: string; version: string },
  given: string | undefined,
): string {
  const read = given === undefined ? null : readPackageUrl(given)
  if (read) return formatPackageUrl({ ...read.url, version: read.url.version || version })
  return (
    purlOf(ecosystem, name, version) ??
    formatPackageUrl({ type: 'generic', name: name || 'unknown', version })
  )
}

/** The package URL of a package of a distribution that the scan named in other words; null for others. */
export function purlInDistribution({
  ecosystem,
  distribution,
  package: name,
  package_version: version,
}: Pick<FindingRow, 'ecosystem' | 'distribution' | 'package' | 'package_version'>): string | null {
  // Rows of earlier versions are of an ecosystem that is called like the distribution.
  const named = distributionOfName(distribution ?? ecosystem ?? '')
  const type = named && purlTypeOf(named.ecosystem)
  if (!type || !name) return null
  const { namespace, release } = named
  const qualifiers = new Map(release === '' ? [] : [['distro', `${namespace}-${release}`]])
  return formatPackageUrl({ type, namespace, name, version: version ?? '', qualifiers })
}
