import { createContext, use } from 'react'
import type { ListType } from './list-state.ts'

/** What every cell of the list needs to know of the page. */
export interface ListContext {
  deployment: string
  type: ListType
  /** The one present moment of the list. */
  now: Date
  /** Rows of several branches stand together, so each says its own. */
  showRef: boolean
  /** Under the title stands where the finding is. */
  twoLines: boolean
  /** The ids of the columns that are shown. */
  columns: ReadonlySet<string>
  /** Each row stands for all branches that have the finding. */
  once: boolean
  /** The row whose branches are shown under it. */
  expanded: string | undefined
  /** Shows the branches of a row, or hides them again. */
  expand: (id: string) => void
  /** Opens a finding as a plain click does. */
  open: (id: string) => void
}

const Context = createContext<ListContext | undefined>(undefined)
export const ListProvider = Context

/** The page around a cell. */
export function useList(): ListContext {
  const list = use(Context)
  if (!list) throw new Error('a cell of the findings list stands outside the list')
  return list
}
