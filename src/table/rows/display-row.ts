import type { MouseEvent, ReactNode } from 'react'

/** What the table tells a line that renders itself. */
export interface DisplayRowState {
  id: string
  /** The one line that the keyboard acts on. */
  active: boolean
  /** It is an item of a list of cards, not a row of a table. */
  phone: boolean
  /** How many columns it stands across. */
  span: number
  /** The box that selects it, for a line that can be selected. */
  box: ReactNode
  selected: boolean | undefined
  onPress: (id: string, event: MouseEvent) => void
}

/** One line of a table that shows a tree: a data row by its id, or what renders itself, such as the header of a group. */
export interface DisplayRow {
  id: string
  /** How deep it stands, from 1. */
  level: number
  /** The focus passes it by: headers between the rows. */
  inert?: boolean | undefined
  /** Draws the whole row or card, as high as every other. Without it the line is the data row of this id. */
  render?: ((marks: DisplayRowState) => ReactNode) | undefined
}
