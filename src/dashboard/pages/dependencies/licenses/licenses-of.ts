import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { labels } from '../labels.ts'

/**
 * Returns the licenses of a package: the set that all its versions share, otherwise each set with its versions, newest
 * first. Empty if none is known.
 */
export function licensesOf({ versions }: Pick<DependencyGroup, 'versions'>): string[] {
  const byLicenses = new Map<string, string[]>()
  for (const { licenses, version } of versions) {
    const words = licenses.join(', ')
    byLicenses.set(words, [...(byLicenses.get(words) ?? []), version])
  }
  if (byLicenses.size <= 1) return [...(versions[0]?.licenses ?? [])]
  return [...byLicenses].map(([words, under]) =>
    labels.licenseOfVersions(words || labels.unknownLicense, under),
  )
}
