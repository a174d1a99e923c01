import { ecosystemOfSearch } from '#contract/ecosystems.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { packageQuery } from '#lib/urls/package-query.ts'

/** Returns the key of an open package in the URL. */
export const packageKey = ({ ecosystem, name }: Pick<DependencyGroup, 'ecosystem' | 'name'>) =>
  `${ecosystem}:${name}`

export const versionKey = (group: DependencyGroup, version: string) => `${packageKey(group)}@${version}`

/** Narrows a filter to exactly one version of a package. */
export function exactFilter(
  filter: DependencyFilter,
  { name, ecosystem }: Pick<DependencyGroup, 'ecosystem' | 'name'>,
  version: string,
): DependencyFilter {
  const within = ecosystem ? { ecosystem } : {}
  const one = { name, exactNameMatch: true, ...within }
  // An empty version does not filter; "no version" is a separate filter.
  if (version === '') return { ...filter, packageFilters: [one], missing: ['version'] }
  return { ...filter, packageFilters: [{ ...one, exactVersion: version }] }
}

/** Returns the search text and ecosystems that match exactly this package; undefined if the name cannot be quoted. */
export function exactSearch(
  { name, ecosystem }: Pick<DependencyGroup, 'ecosystem' | 'name'>,
  version?: string,
): { q: string; ecosystem?: string[] } | undefined {
  const named = packageQuery(name, version)
  if (named === undefined) return undefined
  if (ecosystemOfSearch(ecosystem) === ecosystem) return { q: `${ecosystem}:${named}` }
  return ecosystem === '' ? { q: named } : { q: named, ecosystem: [ecosystem] }
}
