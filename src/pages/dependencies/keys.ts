import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { packageQuery } from '#lib/urls/package-query.ts'
import { ecosystemOf } from './search/ecosystems.ts'

/** What a package is known by in the URL, among those that are open. */
export const packageKey = ({ ecosystem, name }: Pick<DependencyGroup, 'ecosystem' | 'name'>) =>
  `${ecosystem}:${name}`

export const versionKey = (group: DependencyGroup, version: string) => `${packageKey(group)}@${version}`

/** The filter of exactly one version of a package, within a filter that has it. */
export function exactFilter(
  filter: DependencyFilter,
  { name, ecosystem }: Pick<DependencyGroup, 'ecosystem' | 'name'>,
  version: string,
): DependencyFilter {
  const within = ecosystem ? { ecosystem } : {}
  const one = { name, exactNameMatch: true, ...within }
  // An empty version demands nothing; that there is none is a filter of its own.
  if (version === '') return { ...filter, packageFilters: [one], missing: ['version'] }
  return { ...filter, packageFilters: [{ ...one, exactVersion: version }] }
}

/** The text and the ecosystems that ask for exactly this; undefined for a name that no quotes can hold. */
export function exactSearch(
  { name, ecosystem }: Pick<DependencyGroup, 'ecosystem' | 'name'>,
  version?: string,
): { q: string; ecosystem?: string[] } | undefined {
  const named = packageQuery(name, version)
  if (named === undefined) return undefined
  if (ecosystemOf(ecosystem) === ecosystem) return { q: `${ecosystem}:${named}` }
  return ecosystem === '' ? { q: named } : { q: named, ecosystem: [ecosystem] }
}
