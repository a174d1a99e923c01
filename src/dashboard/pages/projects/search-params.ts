import type { ProjectsFilter, ProjectsQuery } from '#api/projects/projects.ts'
import { projectsQuery } from '#contract/operations/projects.ts'
import { none, type QueryValues } from '#contract/parameters/query.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { defaultPageSize } from '#table/pages.ts'
import { labels } from './labels.ts'

const { include: _, page, page_size, sort, ...filter } = projectsQuery

/** The search params of the projects list. */
export const projectsShape = { ...filter, sort, page, page_size } as const

export type ProjectsState = QueryValues<typeof projectsShape>
export type ProjectFilterName = keyof ProjectsFilter

const { names: filterNames, none: nothing } = namesOf(filter)

/** The state without filters; sort and page size stay. */
export const noFilter: ProjectsState = nothing

/** Returns the filter without page and sort. */
export function filterOf(state: ProjectsState): ProjectsFilter {
  return Object.fromEntries(
    filterNames.filter((name) => state[name] !== undefined).map((name) => [name, state[name]]),
  )
}

/** Returns the request of a URL state. */
export function requestOf(state: ProjectsState): ProjectsQuery {
  return {
    ...filterOf(state),
    ...(state.sort === undefined ? {} : { sort: state.sort }),
    page: state.page ?? 0,
    page_size: state.page_size ?? defaultPageSize,
  }
}

export const tagLabel = (tag: string) => (tag === none ? labels.noTag : tag)

/** Returns the label of a `last_scan` value. */
export function lastScanLabel(word: string): string {
  const days = /^older_than:(\d+)$/.exec(word)?.[1]
  if (days !== undefined) return labels.olderThan(Number(days))
  const lastScanLabels: Readonly<Record<string, string>> = labels.lastScan
  return Object.hasOwn(lastScanLabels, word) ? (lastScanLabels[word] ?? word) : word
}

export const yesNo = (value: boolean) => (value ? labels.yes : labels.no)

function chipLabel(name: ProjectFilterName, state: ProjectsState, nameOf: NameOfPolicy): string {
  switch (name) {
    case 'q':
      return state.q ?? ''
    case 'project_tags':
      return (state.project_tags ?? []).map(tagLabel).join(', ')
    case 'policy_ids':
      return (state.policy_ids ?? []).map(nameOf).join(', ')
    case 'last_scan':
      return lastScanLabel(state.last_scan ?? '')
    case 'managed':
    case 'no_primary':
    case 'open_critical':
      return yesNo(state[name] === true)
  }
}

/** Returns the name of a policy, or its id until it is known. */
type NameOfPolicy = (id: string) => string

/** The active filters as labels, in the order of the rail. */
export function chipsOf(
  state: ProjectsState,
  nameOf: NameOfPolicy = (id) => id,
): ChipText<ProjectFilterName>[] {
  return filterNames
    .filter((name) => state[name] !== undefined)
    .map((name) => ({ name, label: labels.params[name], value: chipLabel(name, state, nameOf) }))
}
