import type { ProjectsFilter, ProjectsQuery } from '#api/projects/projects.ts'
import { projectsQuery } from '#contract/operations/projects.ts'
import { none, type QueryValues } from '#contract/parameters/query.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { defaultPageSize } from '#table/pages.ts'
import { labels } from './labels.ts'

const { include: _, page, page_size, sort, ...filter } = projectsQuery

/** What may stand in the URL of the list of projects. */
export const projectsShape = { ...filter, sort, page, page_size } as const

export type ProjectsState = QueryValues<typeof projectsShape>
export type ProjectFilterName = keyof ProjectsFilter

const { names: filterNames, none: nothing } = namesOf(filter)

/** Nothing filtered; order and page size stay. */
export const noFilter: ProjectsState = nothing

/** The filter alone, without page and order. */
export function filterOf(state: ProjectsState): ProjectsFilter {
  return Object.fromEntries(
    filterNames.filter((name) => state[name] !== undefined).map((name) => [name, state[name]]),
  )
}

/** The request that a URL means. */
export function requestOf(state: ProjectsState): ProjectsQuery {
  return {
    ...filterOf(state),
    ...(state.sort === undefined ? {} : { sort: state.sort }),
    page: state.page ?? 0,
    page_size: state.page_size ?? defaultPageSize,
  }
}

export const tagLabel = (tag: string) => (tag === none ? labels.noTag : tag)

/** A word of `last_scan` for a person. */
export function lastScanLabel(word: string): string {
  const days = /^older_than:(\d+)$/.exec(word)?.[1]
  if (days !== undefined) return labels.olderThan(Number(days))
  const lastScanLabels: Readonly<Record<string, string>> = labels.lastScan
  return Object.hasOwn(lastScanLabels, word) ? (lastScanLabels[word] ?? word) : word
}

export const yesNo = (value: boolean) => (value ? labels.yes : labels.no)

function chipLabel(name: ProjectFilterName, state: ProjectsState): string {
  switch (name) {
    case 'q':
      return state.q ?? ''
    case 'project_tags':
      return (state.project_tags ?? []).map(tagLabel).join(', ')
    case 'last_scan':
      return lastScanLabel(state.last_scan ?? '')
    case 'managed':
    case 'no_primary':
    case 'open_critical':
      return yesNo(state[name] === true)
  }
}

/** The filter in words, in the order of the rail. */
export function chipsOf(state: ProjectsState): ChipText<ProjectFilterName>[] {
  return filterNames
    .filter((name) => state[name] !== undefined)
    .map((name) => ({ name, label: labels.params[name], value: chipLabel(name, state) }))
}
