import type { ReactNode, RefObject } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { Column } from '#table/columns/columns.ts'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import type { CustomColumns } from '../columns/column-choice.ts'
import type { ColumnChoosing } from '../columns/use-custom-columns.tsx'
import type { ListState } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'

/** The list state that its controls receive. */
export interface ListHeaderContext {
  deployment: string
  title: string
  total: number | undefined
  state: ListState
  change: ChangeList
  /** The default columns, in order. */
  defaults: Column<Finding>[]
  /** Called whenever the person's columns change. */
  onColumns: (custom: CustomColumns) => void
}

/** The props of the controls in the list header. */
export interface ToolProps extends ListHeaderContext {
  choosing: ColumnChoosing
}

/**
 * A control in the list header. It is a plain button if there is room; in a narrow list its entries move to the "More"
 * menu.
 */
export interface ListTool {
  /** The button's label: `Group: Rule`. */
  label: string
  /** The entries of its menu. A tool without entries calls `onPress`. */
  entries?: readonly MenuEntry[] | undefined
  /** `anchor` is the row of the controls, for content that opens under it and restores the focus. */
  onPress?: ((anchor: RefObject<HTMLElement | null>) => void) | undefined
  /** The content that `onPress` opens is open. */
  expanded?: boolean | undefined
  disabledReason?: string | undefined
  /** The control changes the current list. Also shown by the button's background. */
  inUse?: boolean | undefined
  /** A dialog of the control. Rendered once, independent of the control's position. */
  overlay?: ReactNode
}
