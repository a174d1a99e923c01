import { hashKey } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { useClearOnChange } from '#features/list/selection/use-clear-on-change.ts'
import { useLiveState } from '#features/list/selection/use-live-state.ts'
import { useReach } from '#features/list/selection/use-reach.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { TableSelection } from '#table/selection.ts'
import { announce } from '#ui/live-region.tsx'
import type { GroupedList } from '../groups/group-list.ts'
import type { ListState } from '../list/list-state.ts'
import { selectionLabels } from './labels.ts'
import {
  isSelecting,
  nothingSelected,
  type Selected,
  type SelectedRow,
  selectedText,
  shownSelected,
} from './selection.ts'
import { idOf, useSelectedRows } from './use-selected-rows.ts'
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
  const [selected, now, keep] = useLiveState(nothingSelected)
  const reach = useReach<SelectedRow>()

  const set = (next: Partial<Selected>) => {
    const whole = { ...nothingSelected, ...next }
    keep(whole)
    const words = next.rows ? selectionLabels.announced(next.rows.size) : selectedText(whole, undefined)
    announce(words.charAt(0).toUpperCase() + words.slice(1))
  }
  const lookup = useSelectedRows({ state, rows, groups, triagedIds, answeredAt, now })
  const { heads, rowIds, entryOf, has, present, groupAt, groupEntry, presentGroups } = lookup
  const shownIds = groups ? heads : rowIds
  const toggle = (id: string) => {
    if (heads.includes(id)) {
      const next = presentGroups()
      const taken = next.delete(id)
      reach.end()
      set({ groups: taken ? next : new Map([...next, ...groupEntry(id)]) })
      return
    }
    const next = new Map(present())
    if (!next.delete(id)) {
      const row = rows.find((one) => idOf(one) === id)
      if (!row) return
      next.set(...entryOf(row))
    }
    reach.begin(id, next)
    set({ rows: next })
  }
  const extend = (from: string | undefined, to: string) => {
    const extended = reach.extend({ from, to, ids: rowIds, selected: present })
    if (!extended) return
    const between = rows.slice(extended.first, extended.end)
    set({ rows: new Map([...extended.base, ...between.map(entryOf)]) })
  }
  const clear = () => {
    reach.end()
    if (isSelecting(now.current)) keep(nothingSelected)
  }

  // Another filter or view has other rows; another page or order has not.
  useClearOnChange(hashKey([state.filter, state.storedFilterId, state.view, state.group]), {
    isSelecting: () => isSelecting(now.current),
    clear,
    message: selectionLabels.cleared,
  })

  const toggleShown = () => {
    const every = shownSelected(now.current, shownIds) === 'all'
    reach.end()
    if (now.current.all) keep(nothingSelected)
    else if (groups) {
      const others = [...presentGroups()].filter(([id]) => !heads.includes(id))
      set({ groups: new Map([...others, ...(every ? [] : heads.flatMap(groupEntry))]) })
    } else {
      const next = new Map(present())
      if (every) for (const id of shownIds) next.delete(id)
      else for (const row of rows) next.set(...entryOf(row))
      set({ rows: next })
    }
  }

  const isSelected = useCallback((id: string) => has(selected, id), [has, selected])
  useTableSelection({
    ...{ table, selected, isSelected, onSelection, onTriage },
    shown: groups && selected.rows.size > 0 ? 'some' : shownSelected(selected, shownIds),
    isGrouped: groups !== undefined,
    actions: { toggle, extend, toggleShown, groupAt },
  })

  const here = useMemo(() => new Set([...heads, ...rowIds]), [heads, rowIds])
  const away = [...selected.rows.keys(), ...selected.groups.keys()].filter((id) => !here.has(id)).length
  return {
    selected,
    /** The same, as the last key or press left it. */
    present: now,
    /** How many of the selected ones are not shown here: "2 on other pages". */
    elsewhere: away > 0 ? selectionLabels.elsewhere(away, groups !== undefined) : undefined,
    toggle,
    groupAt,
    /** Moves by a key, and selects from where it began to where it leads. */
    extendBy: (move: () => string | undefined) => {
      const from = table.current?.active()
      reach.continueFrom(from)
      const to = move()
      if (to !== undefined) extend(from, to)
    },
    selectAll: () => set({ all: true }),
    clear,
    /** Selects again what a refused decision had let go of. */
    restore: (before: Selected) => {
      if (!isSelecting(now.current)) keep(before)
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
