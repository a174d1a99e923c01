import type { RefObject } from 'react'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { DependenciesState, dependenciesShape, NameOfProject } from './search-params.ts'

/** What every way of showing the dependencies is given. */
export interface ViewProps {
  deployment: string
  state: DependenciesState
  filter: DependencyFilter
  change: ChangeSearch<typeof dependenciesShape>
  table: RefObject<DataTableHandle | null>
  /** The history entry that is shown, and how it was come to. */
  entry: string
  how: string
  /** How many match now; undefined until somebody has counted. */
  counted: { total: number; packages: number; projects: number } | undefined
  nameOf: NameOfProject
}

/** So many lines may ask for what stands under them: a URL from outside may name any number. */
export const maxOpen = 50
