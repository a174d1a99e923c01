import { minimumElements } from '#contract/answers/sbom.ts'
import type { Package } from './content.ts'
import { type Order, purlFor } from './order.ts'

type Element = (typeof minimumElements)[number]

/**
 * Tells of each minimum element how many of those that need it have it. Packages need all that describes a component;
 * what is described itself, and the projects of a deployment, need a supplier too, which is that of the request: of
 * packages nobody says who supplies them. A package has its relationships where it is known what it asks for.
 * Source: NTIA, "The Minimum Elements For a Software Bill of Materials"; docs/api.md#sbom-exports.
 */
export function completenessOf(order: Order): { element: Element; have: number; of: number }[] {
  const packages = order.content.projects.flatMap((project) => project.packages)
  const ours = 1 + (order.nested ? order.content.projects.length : 0)
  const among = (has: (one: Package) => boolean) => ({
    have: packages.filter(has).length,
    of: packages.length,
  })
  const said: Record<Element, { have: number; of: number }> = {
    supplier: { have: order.asked.supplier?.name ? ours : 0, of: packages.length + ours },
    name: among((one) => one.name !== ''),
    version: among((one) => one.version !== ''),
    identifier: among((one) => purlFor(one) !== undefined),
    relationship: among((one) => one.requires !== null),
    author: { have: 1, of: 1 },
    timestamp: { have: 1, of: 1 },
  }
  return minimumElements.map((element) => ({ element, ...said[element] }))
}
