import type { ReactNode, Ref } from 'react'
import type { Arrangement } from './columns/arrangement.ts'
import type { Column } from './columns/columns.ts'
import type { DisplayRow } from './rows/display-row.ts'
import type { TableSelection } from './selection.ts'
import type { Sort } from './sort.ts'

/** What a page may ask of its table. */
export interface DataTableHandle {
  /** The id of the row that the keyboard acts on. */
  active: () => string | undefined
  /** Makes a row the one that the keyboard acts on, without moving the browser's focus. */
  activate: (id: string | undefined) => void
  /** Gives a row the focus and brings it into view. */
  focusRow: (id: string) => void
  /** Gives the focus to the row that had it last, else to the first one; false where there is none. */
  enter: () => boolean
  /** Moves the focus as a key would, and gives the row it went to. */
  move: (key: string) => string | undefined
  scrollElement: () => HTMLElement | null
  /** Lies over the header of the table, on a phone over its footer; what is put into it moves nothing. */
  headerSlot: () => HTMLElement | null
  /** Before the header, on a phone after the cards; what is put into it pushes the rows away. */
  beforeSlot: () => HTMLElement | null
}

/** The five states of a table. None may be forgotten, so each is required. */
interface DataTableStates {
  /** First load: how many grey rows hold the place. Shown while `rows` is undefined and nothing failed. */
  skeletonRows: number
  /** Other rows are on their way; those that are here stay. */
  refreshing: boolean
  /** What stands in place of the rows where there are none: nothing yet, or nothing that matches. */
  empty: ReactNode
  /** What stands in place of the rows, or over the footer of those that are here, when the answer failed. */
  error: ReactNode | undefined
}

export interface DataTableProps<T extends object> extends DataTableStates {
  ref?: Ref<DataTableHandle>
  /** The name of the table. */
  label: string
  columns: Column<T>[]
  /** Undefined as long as the columns stand as they are declared. */
  arrangement?: Arrangement | undefined
  rows: readonly T[] | undefined
  rowId: (row: T) => string
  /** All that stands in the table in its order, where that is a tree of groups and their rows. */
  displayRows?: readonly DisplayRow[] | undefined
  /** The headers of the groups' columns, over those of the rows. */
  groupHeaders?: ReactNode
  /** How many rows stand before the first one; undefined where nobody knows. */
  start: number | undefined
  total: number | undefined
  sort: Sort | undefined
  onSort: (sort: string) => void
  openId: string | undefined
  isDimmed: (id: string) => boolean
  /** Which rows are selected, once it is known; its place is there from the start. Null where rows are never selected. */
  selection: TableSelection | undefined | null
  /** Another row took the focus, by a key or a press. */
  onActive?: ((id: string) => void) | undefined
  /** Page ↓ and Page ↑ are somebody else's for now. */
  pagesExternally?: boolean | undefined
  /** A press on the row, away from its link and its controls. */
  onOpen: (id: string) => void
  /** A row with something under it. */
  detail: { id: string; content: ReactNode } | undefined
  /** Rows are high enough for two lines of text, unless the person chose compact ones. */
  twoLines?: boolean | undefined
  /** The row as one line of text, for the moments in which there is no time to render its cells. */
  brief?: ((row: T) => string) | undefined
  /** The row as a card, for a phone. */
  card: (row: T) => ReactNode
  /** Where the list stood when it was left. */
  restore: { scrollTop: number; active: string | undefined } | undefined
}
