import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { HeaderCheckbox, isSelectionPress, preventTextSelection, RowCheckbox } from '#table/row-checkbox.tsx'
import type { TableSelection } from '#table/selection.ts'
import { selectionLabels } from './labels.ts'
import { isSelecting, type Selected, type SelectedGroup } from './selection.ts'

interface TableSelectionOptions {
  table: RefObject<DataTableHandle | null>
  selected: Selected
  /** How many of the visible rows and groups are selected. */
  shown: 'none' | 'some' | 'all'
  isGrouped: boolean
  isSelected: (id: string) => boolean
  /** Called with the selection as the table shows it. */
  onSelection: (selection: TableSelection) => void
  onTriage: (id: string) => void
  actions: {
    toggle: (id: string) => void
    extend: (from: string | undefined, id: string) => void
    toggleShown: () => void
    groupAt: (id: string) => SelectedGroup | undefined
  }
}

/** Connects the selection to the table: its checkboxes, and the presses that change it. */
export function useTableSelection(options: TableSelectionOptions): void {
  const { table, selected, shown, isGrouped, isSelected, onSelection, onTriage, actions } = options
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  // Runs before the browser paints; otherwise a checkbox would respond a frame late.
  useLayoutEffect(() => {
    onSelection({
      has: isSelected,
      isToolbarOpen: isSelecting(selected),
      checkbox: (row) => (
        <RowCheckbox
          {...row}
          name={latest.current.groupAt(row.id)?.title}
          selected={isSelected(row.id)}
          onTriage={latest.current.groupAt(row.id) ? undefined : onTriage}
        />
      ),
      headerCheckbox: (
        <HeaderCheckbox
          label={selectionLabels.box(isGrouped)}
          state={shown}
          onToggle={() => latest.current.toggleShown()}
        />
      ),
      press: (id, event) => {
        if (!isSelectionPress(event)) return
        if (event.shiftKey) latest.current.extend(table.current?.active(), id)
        else latest.current.toggle(id)
      },
    })
  }, [selected, shown, isGrouped, isSelected, onSelection, onTriage, table])
  useLayoutEffect(() => {
    const scroller = table.current?.scrollElement()
    return scroller ? preventTextSelection(scroller) : undefined
  }, [table])
}
