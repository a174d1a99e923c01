import type { DependencyGroup } from '#contract/answers/dependencies.ts'
import type { DependencyFilter } from '#contract/dependencies.ts'

/** What a package is known by in the address, among those that are open. */
export const packageKey = ({ ecosystem, name }: Pick<DependencyGroup, 'ecosystem' | 'name'>) =>
  `${ecosystem}:${name}`

export const versionKey = (group: DependencyGroup, version: string) => `${packageKey(group)}@${version}`

/** The filter of exactly one version of a package, within a filter that has it. */
export function exactly(
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

/** The text that asks for exactly this; undefined for a name that no quotes can hold. */
export function askFor({ name, ecosystem }: Pick<DependencyGroup, 'ecosystem' | 'name'>, version?: string) {
  if (/["\n\r]/.test(name) || name.trim() !== name || name === '') return undefined
  const prefix = /^[a-z]+$/.test(ecosystem) ? `${ecosystem}:` : ''
  const behind = version === undefined ? '' : /^[^\s<>=≤≥"^~*,;]+$/.test(version) ? `@${version}` : undefined
  return behind === undefined ? undefined : `${prefix}"${name}"${behind}`
}
