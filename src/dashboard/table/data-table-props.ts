import type { ReactNode, Ref } from 'react'
import type { Arrangement } from './columns/arrangement.ts'
import type { Column } from './columns/columns.ts'
import type { DisplayRow } from './rows/display-row.ts'
import type { TableSelection } from './selection.ts'
import type { Sort } from './sort.ts'

/** The methods of a table for its page. */
export interface DataTableHandle {
  /** Returns the id of the active row, which the keyboard acts on. */
  active: () => string | undefined
  /** Sets the active row without moving the browser's focus. */
  activate: (id: string | undefined) => void
  /** Focuses a row and scrolls it into view. */
  focusRow: (id: string) => void
  /** Focuses the last focused row, otherwise the first one; false if there is none. */
  enter: () => boolean
  /** Moves the focus like a key, and returns the new row. */
  move: (key: string) => string | undefined
  scrollElement: () => HTMLElement | null
  /** A slot over the header of the table, on a phone over its footer; its content does not move the rows. */
  headerSlot: () => HTMLElement | null
  /** A slot before the header, on a phone after the cards; its content moves the rows. */
  beforeSlot: () => HTMLElement | null
}

/** The five states of a table. Each is required, so that none is forgotten. */
interface DataTableStates {
  /** The number of skeleton rows of the first load. Shown while `rows` is undefined and there is no error. */
  skeletonRows: number
  /** Other rows are loading; the current ones stay visible. */
  refreshing: boolean
  /** Shown instead of rows if there are none: no data yet, or no matches. */
  empty: ReactNode
  /** Shown instead of the rows, or over the footer of loaded ones, if the request failed. */
  error: ReactNode | undefined
}

export interface DataTableProps<T extends object> extends DataTableStates {
  ref?: Ref<DataTableHandle>
  /** The accessible name of the table. */
  label: string
  columns: Column<T>[]
  /** Undefined while the columns have their default arrangement. */
  arrangement?: Arrangement | undefined
  rows: readonly T[] | undefined
  rowId: (row: T) => string
  /** All rows of the table in order, if it is a tree of groups and their rows. */
  displayRows?: readonly DisplayRow[] | undefined
  /** The headers of the group columns, over those of the rows. */
  groupHeaders?: ReactNode
  /** The number of rows before the first one; undefined if unknown. */
  start: number | undefined
  total: number | undefined
  sort: Sort | undefined
  onSort: (sort: string) => void
  openId: string | undefined
  isDimmed: (id: string) => boolean
  /** The selected rows, once known; the column is reserved from the start. Null if rows cannot be selected. */
  selection: TableSelection | undefined | null
  /** Called when another row gets the focus, by a key or a press. */
  onActive?: ((id: string) => void) | undefined
  /** Page ↓ and Page ↑ are currently handled elsewhere. */
  pagesExternally?: boolean | undefined
  /** Called on a press on the row outside its link and its controls. */
  onOpen: (id: string) => void
  /** A row with content under it. */
  detail: { id: string; content: ReactNode } | undefined
  /** Rows have the height of two lines of text, unless the person chose compact ones. */
  twoLines?: boolean | undefined
  /** Returns the row as one line of text, shown while there is no time to render its cells. */
  brief?: ((row: T) => string) | undefined
  /** Returns the row as a card, for a phone. */
  card: (row: T) => ReactNode
  /** The previous position of the list. */
  restore: { scrollTop: number; active: string | undefined } | undefined
}
