import type { ReactNode, RefObject } from 'react'
import type { MenuEntry } from '#ui/menu-entries.ts'
import type { ListState } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

/** What the controls in the list's head know of the list. */
export interface ToolProps {
  deployment: string
  title: string
  total: number | undefined
  state: ListState
  change: ChangeList
}

/**
 * One control in the list's head. Where there is room it is a quiet button; on a narrow list its lines stand in the one
 * menu "More".
 */
export interface ListTool {
  /** On the button: `Group: Rule`. */
  label: string
  /** The lines of its menu. A tool without them does `onPress`. */
  entries?: readonly MenuEntry[] | undefined
  /** `anchor` is the row of the controls, for what opens under it and gives the focus back. */
  onPress?: ((anchor: RefObject<HTMLElement | null>) => void) | undefined
  disabledReason?: string | undefined
  /** It changes what is shown now. Told by the button's surface as well. */
  inUse?: boolean | undefined
  /** It is offered in the menu "More" alone, since the table has its own control for it where there is room. */
  foldedOnly?: boolean | undefined
  /** What it opens: a dialog. Drawn once, wherever the control stands. */
  overlay?: ReactNode
}
