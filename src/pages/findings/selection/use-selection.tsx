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
  /** The groups that the rows stand in. */
  groups: GroupedList | undefined
  triagedIds: ReadonlySet<string>
  answeredAt: string | undefined
  /** Hears how the table is to show it. */
  onSelection: (selection: TableSelection) => void
  /** Asks what becomes of one row, where there are no keys for it. It is always the same function. */
  onTriage: (id: string) => void
}

/** Selecting rows: by key and by press, one and several, on one page and over pages; and groups of rows as a whole. */
export function useSelection(options: SelectionOptions) {
  const { state, table, rows, groups, triagedIds, answeredAt, onSelection, onTriage } = options
  const [selected, now, store] = useLiveState(nothingSelected)
  const lookup = useSelectedRows({ state, rows, groups, triagedIds, answeredAt, now })
  const { heads, rowIds, has, groupAt } = lookup
  const shownIds = groups ? heads : rowIds
  const isGrouped = groups !== undefined
  const changes = useSelectionChanges({ rows, isGrouped, lookup, now, store })
  const { toggle, extend, toggleShown, clear } = changes

  // Another filter or view has other rows; another page or order has not.
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
    /** The same, as the last key or press left it. */
    present: now,
    /** How many of the selected ones are not shown here: "2 on other pages". */
    elsewhere: away > 0 ? selectionLabels.elsewhere(away, isGrouped) : undefined,
    toggle,
    groupAt,
    /** Moves by a key, and selects from where it began to where it leads. */
    extendBy: (move: () => string | undefined) => {
      const from = table.current?.active()
      changes.continueFrom(from)
      const to = move()
      if (to !== undefined) extend(from, to)
    },
    selectAll: changes.selectAll,
    clear,
    /** Selects again what a refused decision had let go of. */
    restore: (before: Selected) => {
      if (!isSelecting(now.current)) store(before)
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
