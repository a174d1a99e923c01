import type { GroupSort } from '#api/dependencies/dependencies.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { enumList, enumValue, ids, none, type QueryValues, text, texts } from '#contract/parameters/query.ts'
import { dependencyTransitivities, missingFields } from '#contract/vocabulary.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { labels } from './labels.ts'
import { ecosystemLabel } from './search/ecosystems.ts'
import { type ParsedSearch, parseSearch } from './search/parse-search.ts'

/** The longest text that a URL holds. */
export const maxSearchLength = 5000

const narrowing = {
  ecosystem: texts,
  transitivity: enumList(dependencyTransitivities),
  license: texts,
  repositoryId: ids,
  lockfilePath: texts,
  missing: enumList(missingFields),
} as const
const filter = { q: text(maxSearchLength), ...narrowing } as const

/** What may stand in the URL of the dependencies. Without `by` they are shown by package. */
export const dependenciesShape = {
  ...filter,
  by: enumValue(['project', 'license']),
  sort: enumValue(['name', '-count', '-projects']),
  open: texts,
} as const

export type DependenciesState = QueryValues<typeof dependenciesShape>
export type NarrowingName = keyof typeof narrowing

/** What takes no other row away. */
export const unrelatedNames: readonly string[] = ['by', 'sort', 'open']

const { names: narrowingNames, none: nothingNarrowed } = namesOf(narrowing)

/** Nothing filtered, and nothing but the text filtered by. */
export const noFilter: DependenciesState = { ...nothingNarrowed, q: undefined, open: undefined }
export const onlyText: DependenciesState = { ...nothingNarrowed, open: undefined }

/** The filter that a URL means. */
export function filterOf(
  state: DependenciesState,
  reading: ParsedSearch = parseSearch(state.q ?? ''),
): DependencyFilter {
  const filter: DependencyFilter = {}
  if (reading.terms.length > 0) filter.packageFilters = reading.terms.map(({ filter }) => filter)
  for (const name of narrowingNames) {
    const value = state[name]
    if (value !== undefined) Object.assign(filter, { [name]: value })
  }
  return filter
}

/** What is open comes first unless the URL says otherwise. */
export const sortOf = (state: DependenciesState): GroupSort => state.sort ?? '-openFindings'

/** An order as the URL has it; undefined for the usual one. */
export const sortInAddress = (sort: string): DependenciesState['sort'] =>
  sort === 'name' || sort === '-count' || sort === '-projects' ? sort : undefined

const words: Readonly<Record<string, string>> = labels.values

/** Where the projects' names are found by their ids. */
export type NameOfProject = (id: string) => string | undefined

/** A value of a filter for a person. */
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
      return value
  }
}

/** The filter in words, in the order of the rail, without what is typed, which says itself under its field. */
export function chipsOf(state: DependenciesState, nameOfProject: NameOfProject): ChipText<NarrowingName>[] {
  return narrowingNames
    .filter((name) => state[name] !== undefined)
    .map((name) => ({
      name,
      label: labels.params[name],
      value: (state[name] ?? []).map((value) => valueLabel(name, String(value), nameOfProject)).join(', '),
    }))
}
