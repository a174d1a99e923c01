import type { ReactNode, RefObject } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { Column } from '#table/columns/columns.ts'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import type { CustomColumns } from '../columns/column-choice.ts'
import type { ColumnChoosing } from '../columns/use-custom-columns.tsx'
import type { ListState } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'

/** What the list tells its controls. */
export interface ListHeaderContext {
  deployment: string
  title: string
  total: number | undefined
  state: ListState
  change: ChangeList
  /** The usual columns, in their order. */
  defaults: Column<Finding>[]
  /** Hears the columns as the person has them, whenever they are others. */
  onColumns: (custom: CustomColumns) => void
}

/** What the controls in the list's head know of the list. */
export interface ToolProps extends ListHeaderContext {
  choosing: ColumnChoosing
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
  /** What `onPress` opens is open. */
  expanded?: boolean | undefined
  disabledReason?: string | undefined
  /** It changes what is shown now. Told by the button's surface as well. */
  inUse?: boolean | undefined
  /** What it opens: a dialog. Drawn once, wherever the control stands. */
  overlay?: ReactNode
}
