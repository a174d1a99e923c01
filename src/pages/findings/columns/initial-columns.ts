import type { Finding } from '#api/dialects/dialects.ts'
import type { Column } from '#table/columns/columns.ts'
import type { ListState, ListType } from '../list/list-state.ts'
import type { CustomColumns } from './column-choice.ts'

type Module = typeof import('./use-custom-columns.tsx')

let module: Module | undefined

/** Whether this browser keeps columns of its own for a type of findings. */
export function hasCustomColumns(type: ListType): boolean {
  try {
    return localStorage.getItem(`gatehouse.columns.${type}`) !== null
  } catch {
    return false
  }
}

/** Fetches what lays the columns out before the list is rendered, where the URL or this browser says how. */
export async function loadCustomColumns({ type, columns }: ListState): Promise<void> {
  try {
    if (!columns && !hasCustomColumns(type)) return
    module ??= await import('./use-custom-columns.tsx')
    if (columns) await module.loadWithFallback(type)
  } catch {
    // Without it, and without storage, the list has its usual columns.
  }
}

/** The arranged columns to begin with; undefined where they are the usual ones. */
export function initialColumns(defaults: Column<Finding>[], state: ListState): CustomColumns | undefined {
  return module?.customColumnsOf(defaults, state)
}
