import type { GroupSort } from '#api/dependencies/dependencies.ts'
import { ecosystemLabel } from '#contract/ecosystems.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import {
  enumList,
  enumValue,
  flag,
  ids,
  none,
  type QueryValues,
  text,
  texts,
} from '#contract/parameters/query.ts'
import { dependencyTransitivities, missingFields } from '#contract/vocabulary.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { labels } from './labels.ts'
import {
  containing,
  isExactByVersion,
  type PackageFilter,
  type ParsedSearch,
  parseSearch,
} from './search/parse-search.ts'

/** The maximum length of a search text in the URL. */
export const maxSearchLength = 5000

const narrowing = {
  ecosystem: texts,
  transitivity: enumList(dependencyTransitivities),
  license: texts,
  repositoryId: ids,
  lockfilePath: texts,
  missing: enumList(missingFields),
  notComparable: flag,
} as const
const filter = { q: text(maxSearchLength), ...narrowing } as const

/** The search params of the dependencies page. Without `by`, dependencies are grouped by package. */
export const dependenciesShape = {
  ...filter,
  by: enumValue(['project', 'license']),
  sort: enumValue(['name', '-count', '-projects']),
  open: texts,
} as const

export type DependenciesState = QueryValues<typeof dependenciesShape>
export type NarrowingName = keyof typeof narrowing

/** Params that do not affect which rows match. */
export const unrelatedNames: readonly string[] = ['by', 'sort', 'open']

const { names: narrowingNames, none: nothingNarrowed } = namesOf(narrowing)

/** The state with no filter except the search text. */
export const noFilter: DependenciesState = { ...nothingNarrowed, q: undefined, open: undefined }
export const onlyText: DependenciesState = { ...nothingNarrowed, open: undefined }

/** Returns the filter of a URL state. */
export function filterOf(
  state: DependenciesState,
  reading: ParsedSearch = parseSearch(state.q ?? ''),
): DependencyFilter {
  return narrowed(
    state,
    reading.terms.map(({ filter }) => filter),
  )
}

/**
 * Returns the filter of a URL state that also matches packages whose name only contains one that is exact because of
 * its version; undefined if there is no such name.
 */
export function containingFilter(
  state: DependenciesState,
  { terms }: ParsedSearch,
): DependencyFilter | undefined {
  if (!terms.some(isExactByVersion)) return undefined
  return narrowed(state, [
    ...terms.map(({ filter }) => filter),
    ...terms.filter(isExactByVersion).map(containing),
  ])
}

function narrowed(state: DependenciesState, packageFilters: readonly PackageFilter[]): DependencyFilter {
  const filter: DependencyFilter = {}
  if (packageFilters.length > 0) filter.packageFilters = [...packageFilters]
  for (const name of narrowingNames) {
    const value = state[name]
    if (value !== undefined) Object.assign(filter, { [name]: value })
  }
  return filter
}

/** Sorts by open findings unless the URL names another sort. */
export const sortOf = (state: DependenciesState): GroupSort => state.sort ?? '-openFindings'

/** Returns a sort as its URL value; undefined for the default sort. */
export const sortInAddress = (sort: string): DependenciesState['sort'] =>
  sort === 'name' || sort === '-count' || sort === '-projects' ? sort : undefined

const words: Readonly<Record<string, string>> = labels.values

/** Looks up the name of a project by its id. */
export type NameOfProject = (id: string) => string | undefined

/** Returns the display label of a filter value. */
export function valueLabel(name: NarrowingName, value: string, nameOfProject: NameOfProject): string {
  switch (name) {
    case 'ecosystem':
      return value === none || value === '' ? labels.unknown : ecosystemLabel(value)
    case 'license':
      return value === none ? labels.unknown : value
    case 'repositoryId':
      return nameOfProject(value) ?? labels.projectId(value)
    case 'transitivity':
    case 'missing':
      return words[value] ?? value
    case 'lockfilePath':
    case 'notComparable':
      return value
  }
}

const valuesOf = (
  state: DependenciesState,
  name: Exclude<NarrowingName, 'notComparable'>,
  nameOfProject: NameOfProject,
) => (state[name] ?? []).map((value) => valueLabel(name, String(value), nameOfProject)).join(', ')

/**
 * The active filters as labels, in the order of the rail. The search text is omitted, because it is shown under its
 * field.
 */
export function chipsOf(state: DependenciesState, nameOfProject: NameOfProject): ChipText<NarrowingName>[] {
  return narrowingNames
    .filter((name) => state[name] !== undefined && state[name] !== false)
    .map((name) => ({
      name,
      label: labels.params[name],
      value: name === 'notComparable' ? labels.notComparable.chip : valuesOf(state, name, nameOfProject),
    }))
}
