import { minimumElements } from '#contract/responses/sbom.ts'
import type { Package } from '../content/content.ts'
import { type ExportSpec, purlOfPackage } from '../content/export-spec.ts'

type Element = (typeof minimumElements)[number]

/**
 * Tells of each minimum element how many of those that need it have it. Packages need all that describes a component;
 * what is described itself, and the projects of a deployment, need a supplier too, which is that of the request: of
 * packages nobody says who supplies them. A package has its relationships where it is known what it asks for.
 * Source: NTIA, "The Minimum Elements For a Software Bill of Materials"; docs/api.md#sbom-exports.
 */
export function measureCompleteness(order: ExportSpec): { element: Element; have: number; of: number }[] {
  const packages = order.content.projects.flatMap((project) => project.packages)
  const ours = 1 + (order.nested ? order.content.projects.length : 0)
  const countWhere = (has: (one: Package) => boolean) => ({
    have: packages.filter(has).length,
    of: packages.length,
  })
  const counts: Record<Element, { have: number; of: number }> = {
    supplier: { have: order.request.supplier?.name ? ours : 0, of: packages.length + ours },
    name: countWhere((one) => one.name !== ''),
    version: countWhere((one) => one.version !== ''),
    identifier: countWhere((one) => purlOfPackage(one) !== undefined),
    relationship: countWhere((one) => one.requires !== null),
    author: { have: 1, of: 1 },
    timestamp: { have: 1, of: 1 },
  }
  return minimumElements.map((element) => ({ element, ...counts[element] }))
}
