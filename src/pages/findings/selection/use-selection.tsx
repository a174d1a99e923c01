import { hashKey } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { TableSelection } from '#table/selection.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
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

/** From where a selection is extended, and what was selected before that. */
interface Reach {
  anchor: string
  /** The line it was extended to last. */
  to: string
  base: ReadonlyMap<string, SelectedRow>
}

/** Clears the selection where the question changes, and says so. */
function useClearOnChange(question: string, now: RefObject<Selected>, clear: () => void): void {
  const latestQuestion = useRef(question)
  useLayoutEffect(() => {
    if (latestQuestion.current === question) return
    latestQuestion.current = question
    if (!isSelecting(now.current)) return
    clear()
    const message = selectionLabels.cleared
    announce(message)
    toast({ title: message })
  }, [question])
}

/** Selecting rows: by key and by press, one and several, on one page and over pages; and groups of rows as a whole. */
export function useSelection(options: SelectionOptions) {
  const { state, table, rows, groups, triagedIds, answeredAt, onSelection, onTriage } = options
  const [selected, setSelected] = useState(nothingSelected)
  // The page follows a press a moment later; the next press must know of it already.
  const now = useRef(selected)
  useLayoutEffect(() => {
    now.current = selected
  })
  const reach = useRef<Reach>(undefined)

  const keep = (next: Selected) => {
    now.current = next
    setSelected(next)
  }
  const set = (next: Partial<Selected>) => {
    const whole = { ...nothingSelected, ...next }
    keep(whole)
    const words = next.rows ? selectionLabels.announced(next.rows.size) : selectedText(whole, undefined)
    announce(words.charAt(0).toUpperCase() + words.slice(1))
  }
  const lookup = useSelectedRows({ state, rows, groups, triagedIds, answeredAt, now })
  const { heads, headOf, rowIds, entryOf, has, present, groupAt, groupEntry, presentGroups } = lookup
  const shownIds = groups ? heads : rowIds
  const toggle = (id: string) => {
    if (heads.includes(id)) {
      const next = presentGroups()
      const taken = next.delete(id)
      reach.current = undefined
      set({ groups: taken ? next : new Map([...next, ...groupEntry(id)]) })
      return
    }
    const next = new Map(present())
    if (!next.delete(id)) {
      const row = rows.find((one) => idOf(one) === id)
      if (!row) return
      next.set(...entryOf(row))
    }
    reach.current = { anchor: id, to: id, base: next }
    set({ rows: next })
  }
  /** Selects from the row it is extended from to this one, and undoes what reached further before. */
  const extend = (from: string | undefined, id: string) => {
    const shown = rowIds
    const known = reach.current && shown.includes(reach.current.anchor) ? reach.current : undefined
    const { anchor, base } = known ?? { anchor: from ?? id, base: present() }
    const [a, b] = [shown.indexOf(anchor), shown.indexOf(id)]
    // What is extended over the header of a group goes on behind it.
    if (a >= 0) reach.current = { anchor, to: id, base }
    if (a < 0 || b < 0) return
    const between = rows.slice(Math.min(a, b), Math.max(a, b) + 1)
    set({ rows: new Map([...base, ...between.map(entryOf)]) })
  }
  const clear = () => {
    reach.current = undefined
    if (isSelecting(now.current)) keep(nothingSelected)
  }

  // Another filter or view has other rows; another page or order has not.
  useClearOnChange(hashKey([state.filter, state.storedFilterId, state.view, state.group]), now, clear)

  const toggleShown = () => {
    const every = shownSelected(now.current, shownIds) === 'all'
    reach.current = undefined
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

  useTableSelection({
    ...{ table, selected, headOf, onSelection, onTriage },
    shown: groups && selected.rows.size > 0 ? 'some' : shownSelected(selected, shownIds),
    isGrouped: groups !== undefined,
    isSelected: (id) => has(selected, id),
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
      if (reach.current?.to !== from) reach.current = undefined
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
