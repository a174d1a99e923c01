import type { MouseEvent, ReactNode } from 'react'

/** A row that needs its checkbox. */
export interface CheckboxRow {
  id: string
  /** The position in the whole list, from 1; undefined if unknown. */
  ordinal: number | undefined
  /** The active row, which the keyboard acts on. */
  active: boolean
  /** It is shown as a card. */
  phone: boolean
}

/** The selected rows of a table, and the components and handlers of their checkboxes. Loaded after the first rows. */
export interface TableSelection {
  has: (id: string) => boolean
  /** A bar covers the header of the table, on a phone its footer: the covered controls cannot be reached. */
  isToolbarOpen: boolean
  checkbox: (row: CheckboxRow) => ReactNode
  /** The header checkbox. */
  headerCheckbox: ReactNode
  /** Called on a press on a row before the row gets the focus. */
  press: (id: string, event: MouseEvent) => void
}
