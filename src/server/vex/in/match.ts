import { comparableName, ecosystemOfPurlType, isDistributed } from '#contract/ecosystems.ts'
import { type PackageUrl, readPackageUrl } from '#lib/urls/package-url.ts'
import type { TimeSlice } from '#server/base/time-slice.ts'
import { type Artifact, type FoundArtifact, foundArtifact, readArtifact, unknownSystem } from '../artifact.ts'
import { advisoryIdsOf, type FindingRow, packageKey } from '../finding-rows.ts'
import { coveredBy, type Matched, type Unmatched } from './covered.ts'
import { type StatedProduct, VexFault } from './document.ts'

/** The package URLs under which a document may name the project. */
export interface ProjectNames {
  /** The one of the request: statements about other products then do not apply. */
  requested: string | null
  /** Those derived from the URL of the repository and from the names of the project. */
  derived: readonly string[]
}

/** The most comparisons of findings with statements. */
const maxVisits = 5_000_000
/** The most findings of one project that are held against a document. */
const maxFindings = 200_000

/** The findings of a project by the ids of their vulnerability and by package. */
export class FindingIndex {
  readonly #byId = new Map<string, Map<string, FoundArtifact[]>>()
  readonly #names: ProjectNames
  #visits = 0

  private constructor(names: ProjectNames) {
    this.#names = names
  }

  /**
   * Reads those findings that a document is about.
   * @throws VexFault if there are too many.
   */
  static async read(
    findings: AsyncIterable<FindingRow>,
    products: readonly StatedProduct[],
    names: ProjectNames,
  ): Promise<FindingIndex> {
    const index = new FindingIndex(names)
    const wanted = new Set(products.flatMap(({ ids }) => ids))
    let count = 0
    for await (const row of findings) {
      const ids = new Set(advisoryIdsOf(row).map((id) => id.toUpperCase())).intersection(wanted)
      if (ids.size === 0) continue
      const found = foundArtifact(row)
      for (const id of ids) {
        count += 1
        if (count > maxFindings)
          throw new VexFault('the document is about too many findings of the project', true)
        index.#add(id, found)
      }
    }
    return index
  }

  #add(id: string, found: FoundArtifact): void {
    const byPackage = this.#byId.get(id) ?? new Map<string, FoundArtifact[]>()
    this.#byId.set(id, byPackage)
    const key = packageKey(found.ecosystem, found.name)
    const others = byPackage.get(key)
    if (others) others.push(found)
    else byPackage.set(key, [found])
  }

  /**
   * The findings that a statement covers, each once, or why there are none. Yields to other work.
   * @throws VexFault if document and project together are too large.
   */
  async match(product: StatedProduct, slice: TimeSlice): Promise<Matched | Unmatched> {
    const packages = product.ids.flatMap((id) => this.#byId.get(id) ?? [])
    if (packages.length === 0) {
      return { reason: 'unknown_advisory', detail: `The project has no finding of ${product.vulnerability}.` }
    }
    const other = this.#otherProduct(product)
    if (other !== null) return { reason: 'other_product', detail: `The statement is about ${other}.` }
    if (this.#isProject(product)) {
      const all = this.#distinct(packages.flatMap((one) => [...one.values()]))
      return { rows: all.map(({ row }) => row), unknown: [] }
    }
    const { purls = [], release = '' } = product.package ?? {}
    const artifacts = purls.flatMap((purl) => readArtifact(purl) ?? []).map((one) => ({ ...one, release }))
    const found: (Matched | Unmatched)[] = []
    for (const artifact of artifacts)
      found.push(await coveredBy(artifact, product, this.#inPackage(artifact, packages), slice))
    const matched = found.filter((one) => 'rows' in one)
    const [missed] = found.filter((one) => 'reason' in one)
    if (matched.length === 0) return missed ?? noPackage(product)
    return {
      rows: [...new Set(matched.flatMap(({ rows }) => rows))],
      unknown: matched.flatMap(({ unknown }) => unknown),
    }
  }

  /** The findings in the package of an artifact, whichever distribution or architecture has it. */
  #inPackage(
    { ecosystem, name, subpath }: Artifact,
    packages: readonly Map<string, FoundArtifact[]>[],
  ): FoundArtifact[] {
    const names = ecosystem === 'gomod' && subpath !== '' ? [name, `${name}/${subpath}`] : [name]
    const ecosystems = isDistributed(ecosystem) ? [ecosystem, unknownSystem] : [ecosystem]
    const keys = ecosystems.flatMap((one) => names.map((other) => packageKey(one, other)))
    return this.#distinct(packages.flatMap((one) => keys.map((key) => one.get(key) ?? [])))
  }

  #distinct(lists: readonly (readonly FoundArtifact[])[]): FoundArtifact[] {
    const found = lists.length === 1 ? [...(lists[0] ?? [])] : [...new Set(lists.flat())]
    this.#visits += lists.reduce((sum, { length }) => sum + length, 1)
    if (this.#visits > maxVisits) throw new VexFault('document and project are too large together', true)
    return found
  }

  /** Whether a package URL is one of the project. */
  #isNamed(product: string): boolean {
    const { requested, derived } = this.#names
    return isSameProduct(product, requested) || derived.some((name) => isSameProduct(product, name))
  }

  /** Whether a statement is about the project as a whole. */
  #isProject({ product, isWhole, isSubject = false }: StatedProduct): boolean {
    const { requested } = this.#names
    if (isSubject) return requested === null
    return isWhole && product !== null && this.#isNamed(product)
  }

  /**
   * The product of a statement that is not the project's. Without a requested product this is known only of repositories:
   * a document may name the project in many other ways.
   */
  #otherProduct({ product, isWhole, package: named }: StatedProduct): string | null {
    const { requested } = this.#names
    // A product that is no whole of others is a package, which may be in the project.
    if (product === null || this.#isNamed(product)) return null
    if (isWhole) return requested !== null && named === null ? product : null
    return requested !== null || isRepository(product) ? product : null
  }
}

const isRepository = (purl: string) =>
  /^pkg:(github|gitlab|bitbucket)\//i.test(purl) || /^pkg:generic\/.*[?&]vcs_url=/i.test(purl)

const noPackage = ({ label }: StatedProduct): Unmatched => ({
  reason: 'no_package',
  detail: label
    ? `${label} is not named by the package URL of a package.`
    : 'The statement names no package.',
})

/**
 * Whether a package URL names a product, in any version unless the product has one. A qualifier that both have must be
 * equal, such as the architecture of an image; a subpath names only a part of it.
 */
function isSameProduct(purl: string, product: string | null): boolean {
  const [named, wanted] = [readPackageUrl(purl)?.url, readPackageUrl(product ?? '')?.url]
  if (named === undefined || wanted === undefined || productName(named) !== productName(wanted)) return false
  if (wanted.version !== '' && named.version !== wanted.version) return false
  if (named.subpath !== '' && named.subpath !== wanted.subpath) return false
  return [...wanted.qualifiers].every(([key, value]) => (named.qualifiers.get(key) ?? value) === value)
}

/** Products that are no packages, such as images and repositories, are the same in any case. */
function productName(url: PackageUrl): string {
  const { type, namespace, name } = url
  const ecosystem = ecosystemOfPurlType(type)
  const named = `${namespace}/${name}`
  return `${type}/${ecosystem === null ? named.toLowerCase() : comparableName(ecosystem, named)}`
}
