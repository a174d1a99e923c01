import type { FindingGroup } from '#contract/responses/findings.ts'

/** The package of a recommended upgrade `package@version`; a package may begin with its own `@`. */
export function packageOfVersion(upgrade: string): string {
  const at = upgrade.lastIndexOf('@')
  return at > 0 ? upgrade.slice(0, at) : upgrade
}

/** The number of findings of a package whose first upgrade is this one. */
export interface CountedUpgrade {
  /** `package@version`. */
  upgrade: string
  count: number
}

/**
 * Returns the versions to upgrade a package to, highest first, with the number of findings that each closes: those that
 * name it or a lower version. Versions that the ecosystem's rules cannot parse come last and close only the findings
 * that name them.
 */
export async function sortUpgradeVersions(
  counted: readonly CountedUpgrade[],
  ecosystem: string | null,
): Promise<NonNullable<FindingGroup['upgrades']>> {
  // Imported on demand, since the package is not needed at startup.
  const { versionOrder } = await import('#server/base/versions/order.ts')
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
