import type { MouseEvent, ReactNode } from 'react'

/** A row that is to be given its box. */
export interface CheckboxRow {
  id: string
  /** The place in the whole list, from 1; undefined where nobody knows. */
  ordinal: number | undefined
  /** The one row that the keyboard acts on. */
  active: boolean
  /** It is shown as a card. */
  phone: boolean
}

/** Which rows of a table are selected, and what draws and hears their boxes. It comes after the first rows. */
export interface TableSelection {
  has: (id: string) => boolean
  /** Something lies over the header of the table, on a phone over its footer: what is under it is out of reach. */
  isToolbarOpen: boolean
  checkbox: (row: CheckboxRow) => ReactNode
  /** The box over the boxes. */
  headerCheckbox: ReactNode
  /** Hears a press on a row before the row has the focus. */
  press: (id: string, event: MouseEvent) => void
}
