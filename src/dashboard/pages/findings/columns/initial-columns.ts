import type { Finding } from '#api/dialects/dialects.ts'
import type { Column } from '#table/columns/columns.ts'
import type { ListState, ListType } from '../list/list-state.ts'
import type { CustomColumns } from './column-choice.ts'

type Module = typeof import('./use-custom-columns.tsx')

let module: Module | undefined

/** Whether this browser stores custom columns for a type of findings. */
export function hasCustomColumns(type: ListType): boolean {
  try {
    return localStorage.getItem(`gatehouse.columns.${type}`) !== null
  } catch {
    return false
  }
}

/** Loads the optional columns before the list renders, if the URL or this browser selects custom columns. */
export async function loadCustomColumns({ type, columns }: ListState): Promise<void> {
  try {
    if (!columns && !hasCustomColumns(type)) return
    module ??= await import('./use-custom-columns.tsx')
    if (columns) await module.loadWithFallback(type)
  } catch {
    // If loading or storage fails, the list has its default columns.
  }
}

/** Returns the initial custom columns; undefined for the default ones. */
export function initialColumns(defaults: Column<Finding>[], state: ListState): CustomColumns | undefined {
  return module?.customColumnsOf(defaults, state)
}
