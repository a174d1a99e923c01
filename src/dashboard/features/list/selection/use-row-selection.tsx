import { type RefObject, useLayoutEffect } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { HeaderCheckbox, isSelectionPress, preventTextSelection, RowCheckbox } from '#table/row-checkbox.tsx'
import type { TableSelection } from '#table/selection.ts'
import { listLabels } from '../labels.ts'
import { useClearOnChange } from './use-clear-on-change.ts'
import { type SelectedRowsOptions, useSelectedRows } from './use-selected-rows.ts'

interface RowSelectionOptions<T> extends SelectedRowsOptions<T> {
  table: RefObject<DataTableHandle | null>
  /** The query of the rows: a new one clears the selection, and this is announced. */
  question: string
}

/** Selects rows of a flat list by key and press, singly, as a range and across pages. */
export function useRowSelection<T>({ table, question, ...options }: RowSelectionOptions<T>) {
  const rows = useSelectedRows(options)
  const { selected, now, shown, toggle, extend, clear, add } = rows
  useClearOnChange(question, {
    isSelecting: () => now.current.size > 0,
    clear,
    message: listLabels.selectionCleared,
  })
  useLayoutEffect(() => {
    const scroller = table.current?.scrollElement()
    return scroller ? preventTextSelection(scroller) : undefined
  }, [table])

  const selection: TableSelection = {
    has: (id) => selected.has(id),
    isToolbarOpen: selected.size > 0,
    checkbox: (row) => <RowCheckbox {...row} selected={selected.has(row.id)} />,
    headerCheckbox: (
      <HeaderCheckbox label={listLabels.selectPage} state={shown} onToggle={rows.toggleShown} />
    ),
    press: (id, event) => {
      if (!isSelectionPress(event)) return
      if (event.shiftKey) extend(table.current?.active(), id)
      else toggle(id)
    },
  }
  const away = selected.size - rows.shownCount
  return {
    selected,
    /** The selection after the last key or press. */
    present: now,
    /** The selection as the table shows it. */
    selection,
    /** The number of selected rows that are not visible. */
    elsewhere: away > 0 ? listLabels.onOtherPages(away) : undefined,
    toggle,
    /** Moves by a key and selects the rows from start to target. */
    extendBy: (key: 'j' | 'k') => {
      const from = table.current?.active()
      rows.continueFrom(from)
      const to = table.current?.move(key)
      if (to !== undefined) extend(from, to)
    },
    add,
    clear,
  }
}
export type RowSelection<T> = ReturnType<typeof useRowSelection<T>>
