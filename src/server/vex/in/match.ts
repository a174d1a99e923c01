import type { VexResult } from '#contract/responses/vex.ts'
import { type NamedPackage, packageOf } from '#server/purl.ts'
import { advisoryIdsOf, type FindingRow, packageKey, versionKey } from '../finding-rows.ts'
import { type StatedPackage, type StatedProduct, VexFault } from './document.ts'

/** Why a statement applies to no finding, and the sentence about it. */
export interface Unmatched {
  reason: NonNullable<VexResult['reason']>
  detail: string
}

/** The package URLs under which a document may name the project. */
export interface ProjectNames {
  /** The one of the request: statements about other products then do not apply. */
  requested: string | null
  /** Those derived from the URL of the repository and from the names of the project. */
  derived: readonly string[]
}

/** A package of a statement, whose qualifiers and subpath do not matter. */
type CoveredPackage = Pick<StatedProduct, 'vulnerability'> &
  Pick<StatedPackage, 'covers'> &
  Pick<NamedPackage, 'ecosystem' | 'name' | 'version'>

/** The most comparisons of findings with statements. */
const maxVisits = 5_000_000
/** The most findings of one project that are held against a document. */
const maxFindings = 200_000

/** The findings of a project by the ids of their vulnerability and by package. */
export class FindingIndex {
  readonly #byId = new Map<string, Map<string, FindingRow[]>>()
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
      const ids = new Set(advisoryIdsOf(row).map((id) => id.toUpperCase()))
      for (const id of ids) {
        if (!wanted.has(id)) continue
        count += 1
        if (count > maxFindings)
          throw new VexFault('the document is about too many findings of the project', true)
        index.#add(id, row)
      }
    }
    return index
  }

  #add(id: string, row: FindingRow): void {
    const byPackage = this.#byId.get(id) ?? new Map<string, FindingRow[]>()
    this.#byId.set(id, byPackage)
    const key = packageKey(row.ecosystem ?? '', row.package ?? '')
    const rows = byPackage.get(key)
    if (rows) rows.push(row)
    else byPackage.set(key, [row])
  }

  /**
   * The findings that a statement covers, each once, or why there are none.
   * @throws VexFault if document and project together are too large.
   */
  match(product: StatedProduct): FindingRow[] | Unmatched {
    const packages = product.ids.flatMap((id) => this.#byId.get(id) ?? [])
    if (packages.length === 0) {
      return { reason: 'unknown_advisory', detail: `The project has no finding of ${product.vulnerability}.` }
    }
    const other = this.#otherProduct(product)
    if (other !== null) return { reason: 'other_product', detail: `The statement is about ${other}.` }
    if (this.#isProject(product)) return this.#distinct(packages.flatMap((one) => [...one.values()]))
    const named = product.package && packageOf(product.package.purl)
    if (named === null) {
      return {
        reason: 'no_package',
        detail: product.label
          ? `${product.label} is not named by the package URL of a package.`
          : 'The statement names no package.',
      }
    }
    return this.#covered({ ...product, ...named, covers: product.package?.covers ?? null }, packages)
  }

  #covered(
    { vulnerability, ecosystem, name, version, covers }: CoveredPackage,
    packages: readonly Map<string, FindingRow[]>[],
  ): FindingRow[] | Unmatched {
    const key = packageKey(ecosystem, name)
    const rows = this.#distinct(packages.map((one) => one.get(key) ?? []))
    if (rows.length === 0) {
      return {
        reason: 'package_not_found',
        detail: `${vulnerability} was not found in ${name} in this project.`,
      }
    }
    const wanted = versionKey(ecosystem, version)
    const isCovered = new Map<string, boolean>()
    for (const row of rows) {
      const own = row.package_version ?? ''
      if (isCovered.has(own)) continue
      const isSame = version === '' || versionKey(ecosystem, own) === wanted
      isCovered.set(own, isSame && (covers === null || covers(own, ecosystem)))
    }
    const covered = rows.filter((row) => isCovered.get(row.package_version ?? ''))
    if (covered.length > 0) return covered
    const versions = [...isCovered.keys()].filter(Boolean)
    const shown = versions.slice(0, 3).join(', ') + (versions.length > 3 ? ', …' : '')
    return {
      reason: 'version_not_covered',
      detail: `The project has ${name} ${shown || 'without a version'}, which the statement does not cover.`,
    }
  }

  #distinct(lists: readonly (readonly FindingRow[])[]): FindingRow[] {
    const rows = lists.length === 1 ? [...(lists[0] ?? [])] : [...new Set(lists.flat())]
    this.#visits += lists.reduce((sum, { length }) => sum + length, 1)
    if (this.#visits > maxVisits) throw new VexFault('document and project are too large together', true)
    return rows
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

/** Whether a package URL names a product, in any version unless the product has one. */
function isSameProduct(purl: string, product: string | null): boolean {
  if (product === null) return false
  const [named, wanted] = [splitPurl(purl), splitPurl(product)]
  return named.name === wanted.name && (wanted.version === '' || named.version === wanted.version)
}

function splitPurl(purl: string): { name: string; version: string } {
  const end = purl.search(/[?#]/)
  const base = end < 0 ? purl : purl.slice(0, end)
  const at = base.lastIndexOf('@')
  const hasVersion = at > base.lastIndexOf('/')
  return {
    name: (hasVersion ? base.slice(0, at) : base).toLowerCase(),
    version: hasVersion ? base.slice(at + 1) : '',
  }
}
