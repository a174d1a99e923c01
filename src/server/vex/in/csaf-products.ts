import { distributionOfName, isReleaseTitle } from '#contract/distributions.ts'
import { ecosystemOfPurlType, isDistributed, purlTypeOf } from '#contract/ecosystems.ts'
import { formatPackageUrl, readPackageUrl } from '#lib/urls/package-url.ts'
import { isSameVersion, versionOrder } from '#server/base/versions/order.ts'
import { isInRange } from '#server/base/versions/range.ts'
import { asName, asObjects, getIn, type JsonObject } from '#server/reports/values/json-values.ts'
import type { Coverage, StatedProduct } from './document.ts'
import { asPurl, labelOf, statedPackage } from './values.ts'

/** What a product of a document is, for a statement about it. */
export interface Place extends Pick<StatedProduct, 'label' | 'package' | 'product' | 'isWhole'> {
  /** The release of a distribution that it is, or that contains it. */
  release?: string
}

/** A product of which a document says nothing else. */
export const unknownProduct = (id: string): Place => ({
  label: labelOf(id),
  package: null,
  product: null,
  isWhole: false,
})

/** The most package URLs of one product; the others do not count. */
const maxPurls = 50

/** The products of a tree by id: from its list, its branches, and as parts of others. */
export function productsIn(tree: JsonObject): Map<string, Place> {
  const products = new Map<string, Place>()
  const add = (product: unknown, around: Around) => {
    const id = getIn(product, 'product_id')
    if (typeof id === 'string') products.set(id, placeOf(product, around))
  }
  const nothing = { versions: null, architecture: null }
  for (const product of asObjects(tree['full_product_names'])) add(product, nothing)
  const waiting: { branch: JsonObject; outer: Around }[] = asObjects(tree['branches']).map((branch) => ({
    branch,
    outer: nothing,
  }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { branch, outer } = next
    const around = {
      versions: versionsOf(branch) ?? outer.versions,
      architecture: architectureOf(branch) ?? outer.architecture,
    }
    add(branch['product'], around)
    for (const inner of asObjects(branch['branches'])) waiting.push({ branch: inner, outer: around })
  }
  addParts(products, partsIn(tree))
  return products
}

/** CSAF 2.0 has one package URL of a product, 2.1 a list of those that name it. */
function placeOf(product: unknown, { versions, architecture }: Around): Place {
  const helper = getIn(product, 'product_identification_helper')
  const listed = getIn(helper, 'purls')
  const purls = [getIn(helper, 'purl'), ...(Array.isArray(listed) ? listed.slice(0, maxPurls) : [])].flatMap(
    (one) => asPurl(one) ?? [],
  )
  const [purl = null] = purls
  return {
    label: purl ?? labelOf(getIn(product, 'name')),
    package: statedPackage(
      purls.map((one) => withArchitecture(one, architecture)),
      versions === null || isAlreadySaid(versions, purls) ? null : versions.covers,
    ),
    product: purl,
    isWhole: true,
    ...releaseNamed(getIn(helper, 'cpe'), getIn(product, 'name')),
  }
}

/**
 * The release of a distribution by its CPE, `cpe:/o:redhat:enterprise_linux:9::baseos`, or without one by its name, `Ubuntu
 * 22.04 LTS`. Other products of a distributor have numbers of their own: `cpe:/a:redhat:openshift:4.12`.
 */
function releaseNamed(cpe: unknown, name: unknown): { release?: string } {
  const [, part, vendor = '', product = '', version = '', update = ''] =
    /^cpe:(?:\/|2\.3:)([ahox*-]):([^:]*):([^:]*):([^:]*)(?::([^:]*))?/i.exec(asName(cpe, 300) ?? '') ?? []
  const isSystem = part === 'o' || product === 'enterprise_linux'
  const title = asName(name, 200) ?? ''
  const titles = isReleaseTitle(title) ? [title] : []
  const words =
    part === undefined
      ? titles
      : [product, ...(isSystem ? [vendor] : [])].map((one) => `${one} ${version} ${update}`)
  const release = words.find((one) => (distributionOfName(one)?.release ?? '') !== '')
  return release === undefined ? {} : { release }
}

/** What the branches around a product say of it. */
interface Around {
  versions: Versions | null
  architecture: string | null
}

/** Null for a branch that is about something else, or about any architecture. */
const architectureOf = ({ category, name }: JsonObject): string | null =>
  category === 'architecture' && typeof name === 'string' && !/^(?:any|\*)?$/i.test(name.trim())
    ? name.trim().slice(0, 100)
    : null

/** The package URL of a package of a distribution, or of an image, with the architecture if it names none. */
function withArchitecture(purl: string, architecture: string | null): string {
  const url = architecture === null ? undefined : readPackageUrl(purl)?.url
  if (architecture === null || url === undefined || url.qualifiers.has('arch')) return purl
  if (url.type !== 'oci' && !isDistributed(ecosystemOfPurlType(url.type) ?? url.type)) return purl
  return formatPackageUrl({ ...url, qualifiers: new Map([...url.qualifiers, ['arch', architecture]]) })
}

/** The versions that a branch is about. */
interface Versions {
  covers: Coverage
  /** Whether it is one version, as package URLs have it. */
  isOne: boolean
}

/** Names of versions may say more than that: `mod_ssl-1:2.4.62-13.el9.x86_64`. Package URLs have the version itself. */
const isAlreadySaid = ({ isOne }: Versions, purls: readonly string[]) =>
  isOne && purls.every((purl) => /@[^/?#]+(?:[?#]|$)/.test(purl))

/** Null for a branch that is about something else, such as a vendor. */
function versionsOf({ category, name }: JsonObject): Versions | null {
  if (typeof name !== 'string') return null
  if (category === 'product_version_range')
    return {
      isOne: false,
      covers: (version, ecosystem) => isInRange(asVers(name, ecosystem), version, ecosystem),
    }
  if (category !== 'product_version') return null
  const covers: Coverage = (version, ecosystem) => {
    if (isSameVersion(ecosystem, name, version)) return true
    return versionOrder(ecosystem)(name) === null ? null : false
  }
  return { isOne: true, covers }
}

/** A range without the scheme, `< 4.17.21`, in the notation with it, without spaces after comparators. Source: CSAF 2.0, 3.1.2.3.2. */
function asVers(range: string, ecosystem: string): string {
  if (!/^\s*(?:[<>=!]|\*\s*$)/.test(range)) return range
  const constraints = range.slice(0, 2_000).split(/\s*[|,]\s*|\s+(?=[<>=!])/)
  const list = constraints.map((one) => one.trim().replace(/^([<>=!]+)\s+/, '$1')).filter(Boolean)
  return `vers:${purlTypeOf(ecosystem) ?? ecosystem}/${list.join('|')}`
}

/** A product as a part of another: `part` in `whole`. */
interface Part {
  id: string
  label: string | null
  part: string
  whole: string
}

/** Relationships of CSAF 2.0, and the paths of 2.1, which lead from a part through others to the whole. */
function partsIn(tree: JsonObject): Map<string, Part> {
  const parts = new Map<string, Part>()
  const add = (named: unknown, part: unknown, whole: unknown) => {
    const id = getIn(named, 'product_id')
    if (typeof id !== 'string' || typeof part !== 'string') return
    parts.set(id, {
      id,
      label: labelOf(getIn(named, 'name')),
      part,
      whole: typeof whole === 'string' ? whole : '',
    })
  }
  for (const one of asObjects(tree['relationships']))
    add(one['full_product_name'], one['product_reference'], one['relates_to_product_reference'])
  for (const one of asObjects(tree['product_paths'])) {
    const last = asObjects(one['subpaths']).at(-1)
    add(one['full_product_name'], one['beginning_product_reference'], last?.['next_product_reference'])
  }
  return parts
}

/** Adds parts of products, which may be parts of parts, in any order. One that is a part of itself has no package. */
function addParts(products: Map<string, Place>, parts: ReadonlyMap<string, Part>): void {
  for (const first of parts.values()) {
    const open = [first]
    const entered = new Set<string>()
    for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
      const needed = [one.part, one.whole].flatMap((id) => {
        const other = parts.get(id)
        return other === undefined || products.has(id) || entered.has(id) ? [] : [other]
      })
      if (entered.has(one.id) || needed.length === 0) {
        if (!products.has(one.id)) products.set(one.id, placeOfPart(products, one))
        open.pop()
      } else {
        entered.add(one.id)
        open.push(...needed)
      }
    }
  }
}

/** The package is the part, the product what contains all of it. */
function placeOfPart(products: ReadonlyMap<string, Place>, { label, part, whole }: Part): Place {
  const [inner, outer] = [products.get(part), products.get(whole)]
  const release = outer?.release ?? inner?.release
  const within = release === undefined ? {} : { release }
  return {
    label: inner?.label ?? label,
    package: inner?.package ? { ...inner.package, ...within } : null,
    product: outer?.product ?? null,
    isWhole: false,
    ...within,
  }
}
