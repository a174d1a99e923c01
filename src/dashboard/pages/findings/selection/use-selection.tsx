import { hashKey } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { useClearOnChange } from '#features/list/selection/use-clear-on-change.ts'
import { useLiveState } from '#features/list/selection/use-live-state.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { TableSelection } from '#table/selection.ts'
import type { GroupedList } from '../groups/group-list.ts'
import type { ListState } from '../list/list-state.ts'
import { selectionLabels } from './labels.ts'
import { isSelecting, nothingSelected, type Selected, shownSelected } from './selection.ts'
import { useSelectedRows } from './use-selected-rows.ts'
import { useSelectionChanges } from './use-selection-changes.ts'
import { useTableSelection } from './use-table-selection.tsx'

interface SelectionOptions {
  state: ListState
  table: RefObject<DataTableHandle | null>
  rows: readonly Finding[]
  /** The groups of the rows. */
  groups: GroupedList | undefined
  triagedIds: ReadonlySet<string>
  answeredAt: string | undefined
  /** Called with the selection as the table shows it. */
  onSelection: (selection: TableSelection) => void
  /** Opens the triage options of one row, for devices without keys. The function is stable. */
  onTriage: (id: string) => void
}

/** Selects rows by key and press, singly, as a range and across pages, and groups as a whole. */
export function useSelection(options: SelectionOptions) {
  const { state, table, rows, groups, triagedIds, answeredAt, onSelection, onTriage } = options
  const [selected, now, store] = useLiveState(nothingSelected)
  const lookup = useSelectedRows({ state, rows, groups, triagedIds, answeredAt, now })
  const { heads, rowIds, has, groupAt } = lookup
  const shownIds = groups ? heads : rowIds
  const isGrouped = groups !== undefined
  const changes = useSelectionChanges({ rows, isGrouped, lookup, now, store })
  const { toggle, extend, toggleShown, clear } = changes

  // A new filter or view changes the rows; a new page or sort does not.
  useClearOnChange(hashKey([state.filter, state.storedFilterId, state.view, state.group]), {
    isSelecting: () => isSelecting(now.current),
    clear,
    message: selectionLabels.cleared,
  })

  const isSelected = useCallback((id: string) => has(selected, id), [has, selected])
  useTableSelection({
    ...{ table, selected, isSelected, onSelection, onTriage },
    shown: isGrouped && selected.rows.size > 0 ? 'some' : shownSelected(selected, shownIds),
    isGrouped,
    actions: { toggle, extend, toggleShown, groupAt },
  })

  const here = useMemo(() => new Set([...heads, ...rowIds]), [heads, rowIds])
  const away = [...selected.rows.keys(), ...selected.groups.keys()].filter((id) => !here.has(id)).length
  return {
    selected,
    /** The selection after the last key or press. */
    present: now,
    /** The number of selected rows that are not visible: "2 on other pages". */
    elsewhere: away > 0 ? selectionLabels.elsewhere(away, isGrouped) : undefined,
    toggle,
    groupAt,
    /** Moves by a key and selects the rows from start to target. */
    extendBy: (move: () => string | undefined) => {
      const from = table.current?.active()
      changes.continueFrom(from)
      const to = move()
      if (to !== undefined) extend(from, to)
    },
    selectAll: changes.selectAll,
    clear,
    /** Restores the selection after the service rejected a triage. */
    restore: (before: Selected) => {
      if (!isSelecting(now.current)) store(before)
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
