import type { FindingGroup } from '#contract/responses/findings.ts'

/** The package of a recommended upgrade `package@version`; a package may begin with its own `@`. */
export function packageOfVersion(upgrade: string): string {
  const at = upgrade.lastIndexOf('@')
  return at > 0 ? upgrade.slice(0, at) : upgrade
}

/** How many findings of a package name an upgrade first. */
export interface CountedUpgrade {
  /** `package@version`. */
  upgrade: string
  count: number
}

/**
 * The versions to upgrade a package to, the highest first, and how many findings each closes: those that name it or a lower
 * one. What the ecosystem's rules cannot read stands last and closes what names it.
 */
export async function sortUpgradeVersions(
  counted: readonly CountedUpgrade[],
  ecosystem: string | null,
): Promise<NonNullable<FindingGroup['upgrades']>> {
  // Its packages are nothing that a start needs.
  const { versionOrder } = await import('#server/dependencies/public.ts')
  const order = versionOrder(ecosystem ?? undefined)
  const versions = counted
    .map(({ upgrade, count }) => {
      const version = upgrade.slice(packageOfVersion(upgrade).length + 1)
      return { version, count, order: order(version) }
    })
    .sort((one, other) => (one.version < other.version ? -1 : 1))
  return versions
    .toSorted((one, other) => {
      if (one.order && other.order) return other.order.compare(one.order)
      return Number(other.order !== null) - Number(one.order !== null)
    })
    .map(({ version, count, order }) => ({
      version,
      count,
      closes: versions
        .filter((one) => one.version === version || (order && one.order && one.order.compare(order) <= 0))
        .reduce((sum, one) => sum + one.count, 0),
    }))
}
