import { minimumElements } from '#contract/responses/sbom.ts'
import { purlOfPackage } from '#server/base/purl.ts'
import type { Package } from '../content/content.ts'
import type { ExportSpec } from '../content/export-spec.ts'

type Element = (typeof minimumElements)[number]

/**
 * Counts for each minimum element how many components need it and how many have it. Packages need all elements of a
 * component. The subject and the projects of a deployment need a supplier too, which comes from the request; scans do not
 * report suppliers of packages. A package has its relationships if its dependencies are known.
 * Source: NTIA, "The Minimum Elements For a Software Bill of Materials"; docs/api.md#sbom-exports.
 */
export function measureCompleteness(order: ExportSpec): { element: Element; have: number; of: number }[] {
  const packages = order.content.projects.flatMap((project) => project.packages)
  const supplied = 1 + (order.nested ? order.content.projects.length : 0)
  const countWhere = (has: (one: Package) => boolean) => ({
    have: packages.filter(has).length,
    of: packages.length,
  })
  const counts: Record<Element, { have: number; of: number }> = {
    supplier: { have: order.request.supplier?.name ? supplied : 0, of: packages.length + supplied },
    name: countWhere((one) => one.name !== ''),
    version: countWhere((one) => one.version !== ''),
    identifier: countWhere((one) => purlOfPackage(one) !== undefined),
    relationship: countWhere((one) => one.requires !== null),
    author: { have: 1, of: 1 },
    timestamp: { have: 1, of: 1 },
  }
  return minimumElements.map((element) => ({ element, ...counts[element] }))
}
