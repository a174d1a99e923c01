import type { RefObject } from 'react'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { DependenciesState, dependenciesShape, NameOfProject } from './search-params.ts'

/** The props of every dependencies view. */
export interface ViewProps {
  deployment: string
  state: DependenciesState
  filter: DependencyFilter
  change: ChangeSearch<typeof dependenciesShape>
  table: RefObject<DataTableHandle | null>
  /** The current history entry and how it was reached. */
  entry: string
  how: string
  /** The number of matches; undefined until it is counted. */
  counted: { total: number; packages: number; projects: number } | undefined
  nameOf: NameOfProject
}

/** The maximum number of open rows that load their children: an external URL may name any number. */
export const maxOpen = 50
