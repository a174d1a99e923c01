import { createContext, use } from 'react'
import type { ListType } from './list-state.ts'

/** The page state that every cell of the list needs. */
export interface ListContext {
  deployment: string
  type: ListType
  /** The reference time of the whole list. */
  now: Date
  /** The list mixes several branches, so each row shows its own. */
  showRef: boolean
  /** The location is shown under the title. */
  twoLines: boolean
  /** The ids of the visible columns. */
  columns: ReadonlySet<string>
  /** Each row represents all branches that have the finding. */
  once: boolean
  /** The row whose branches are shown under it. */
  expanded: string | undefined
  /** Shows or hides the branches of a row. */
  expand: (id: string) => void
  /** Opens a finding like a plain click. */
  open: (id: string) => void
}

const Context = createContext<ListContext | undefined>(undefined)
export const ListProvider = Context

/** Returns the list context of a cell. */
export function useList(): ListContext {
  const list = use(Context)
  if (!list) throw new Error('a cell of the findings list stands outside the list')
  return list
}
