import type { RefObject } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { useReach } from '#features/list/selection/use-reach.ts'
import { announce } from '#ui/live-region.tsx'
import { selectionLabels } from './labels.ts'
import {
  isSelecting,
  nothingSelected,
  type Selected,
  type SelectedRow,
  selectedText,
  shownSelected,
} from './selection.ts'
import { idOf, type useSelectedRows } from './use-selected-rows.ts'

interface SelectionChangesOptions {
  rows: readonly Finding[]
  isGrouped: boolean
  lookup: ReturnType<typeof useSelectedRows>
  /** The selection after the last key or press. */
  now: RefObject<Selected>
  store: (next: Selected) => void
}

/** Changes the selection by keys and presses; each change is announced. */
export function useSelectionChanges({ rows, isGrouped, lookup, now, store }: SelectionChangesOptions) {
  const { heads, rowIds, entryOf, present, groupEntry, presentGroups } = lookup
  const reach = useReach<SelectedRow>()

  const select = (part: Partial<Selected>) => {
    const next = { ...nothingSelected, ...part }
    store(next)
    const text = part.rows ? selectionLabels.announced(part.rows.size) : selectedText(next, undefined)
    announce(text.charAt(0).toUpperCase() + text.slice(1))
  }
  const toggleGroup = (id: string) => {
    const groups = presentGroups()
    const wasSelected = groups.delete(id)
    reach.end()
    select({ groups: wasSelected ? groups : new Map([...groups, ...groupEntry(id)]) })
  }
  const toggleRow = (id: string) => {
    const next = new Map(present())
    if (!next.delete(id)) {
      const row = rows.find((one) => idOf(one) === id)
      if (!row) return
      next.set(...entryOf(row))
    }
    reach.begin(id, next)
    select({ rows: next })
  }
  return {
    toggle: (id: string) => (heads.includes(id) ? toggleGroup(id) : toggleRow(id)),
    extend: (from: string | undefined, to: string) => {
      const extended = reach.extend({ from, to, ids: rowIds, selected: present })
      if (!extended) return
      const between = rows.slice(extended.first, extended.end)
      select({ rows: new Map([...extended.base, ...between.map(entryOf)]) })
    },
    /** Ends a range selection unless the next key continues from its end. */
    continueFrom: reach.continueFrom,
    clear: () => {
      reach.end()
      if (isSelecting(now.current)) store(nothingSelected)
    },
    selectAll: () => select({ all: true }),
    /** Selects all visible rows, or none of them. */
    toggleShown: () => {
      const every = shownSelected(now.current, isGrouped ? heads : rowIds) === 'all'
      reach.end()
      if (now.current.all) store(nothingSelected)
      else if (isGrouped) {
        const others = [...presentGroups()].filter(([id]) => !heads.includes(id))
        select({ groups: new Map([...others, ...(every ? [] : heads.flatMap(groupEntry))]) })
      } else {
        const next = new Map(present())
        if (every) for (const id of rowIds) next.delete(id)
        else for (const row of rows) next.set(...entryOf(row))
        select({ rows: next })
      }
    },
  }
}
