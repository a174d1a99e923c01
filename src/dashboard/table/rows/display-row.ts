import type { MouseEvent, ReactNode } from 'react'

/** The state that the table passes to a row that renders itself. */
export interface DisplayRowState {
  id: string
  /** The active row, which the keyboard acts on. */
  active: boolean
  /** It is an item of a list of cards, not a row of a table. */
  phone: boolean
  /** The number of columns it spans. */
  span: number
  /** The checkbox that selects it, for a row that can be selected. */
  box: ReactNode
  selected: boolean | undefined
  onPress: (id: string, event: MouseEvent) => void
}

/** A row of a tree table: a data row by its id, or a row that renders itself, such as a group header. */
export interface DisplayRow {
  id: string
  /** The depth, from 1. */
  level: number
  /** The focus skips it: headers between the rows. */
  inert?: boolean | undefined
  /**
   * Renders the whole row or card, with the same height as every other. Without it the row is the data row of this id.
   */
  render?: ((marks: DisplayRowState) => ReactNode) | undefined
}
