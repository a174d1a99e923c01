import { hashKey } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { HeaderCheckbox, isSelectionPress, preventTextSelection, RowCheckbox } from '#table/row-checkbox.tsx'
import type { TableSelection } from '#table/selection.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { GroupedList } from '../groups/group-list.ts'
import { groupTitle } from '../groups/labels.ts'
import type { ListState } from '../list/list-state.ts'
import { selectionLabels } from './labels.ts'
import {
  isSelecting,
  nothingSelected,
  type Selected,
  type SelectedGroup,
  type SelectedRow,
  selectedText,
  shownSelected,
} from './selection.ts'

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

const idOf = ({ id }: Finding) => String(id)

/** Which lines are heads of groups, and under which of them each row stands. */
function treeOf(groups: GroupedList | undefined) {
  const heads: string[] = []
  const headOf = new Map<string, string>()
  for (const { id, level } of groups?.displayRows ?? []) {
    if (level > 1) headOf.set(id, heads.at(-1) ?? '')
    else if (groups?.groupOf(id)) heads.push(id)
  }
  return { heads, headOf }
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
  const { heads, headOf } = useMemo(() => treeOf(groups), [groups])
  const rowIds = useMemo(() => rows.map(idOf), [rows])
  const shownIds = groups ? heads : rowIds

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
  const entryOf = (row: Finding): [string, SelectedRow] => {
    const id = idOf(row)
    // What was decided in this list is newer than the list's answer, and that is no clash.
    return [id, now.current.rows.get(id) ?? { row, seenAt: triagedIds.has(id) ? undefined : answeredAt }]
  }
  const has = ({ rows, groups, all }: Selected, id: string) =>
    all || rows.has(id) || groups.has(id) || groups.has(headOf.get(id) ?? '')
  /** What is selected row by row; out of what is selected as a whole, the rows that are shown. */
  const present = () => {
    const whole = now.current
    if (!whole.all && whole.groups.size === 0) return whole.rows
    return new Map(rows.filter((row) => has(whole, idOf(row))).map(entryOf))
  }
  const groupAt = (id: string): SelectedGroup | undefined => {
    const group = groups?.groupOf(id)
    return group && state.group && { value: group.value, title: groupTitle(state.group, group).title }
  }
  const groupEntry = (id: string) => {
    const group = groupAt(id)
    return group ? [[id, group] as const] : []
  }
  /** The groups that are selected; out of all that match, those that are shown. */
  const presentGroups = () =>
    new Map([...now.current.groups, ...(now.current.all ? heads : []).flatMap(groupEntry)])

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
  /** Selects from the row it is extended from to this one, and takes back what reached further before. */
  const extend = (from: string | undefined, id: string) => {
    const shown = rowIds
    const known = reach.current && shown.includes(reach.current.anchor) ? reach.current : undefined
    const { anchor, base } = known ?? { anchor: from ?? id, base: present() }
    const [a, b] = [shown.indexOf(anchor), shown.indexOf(id)]
    // What is extended over the head of a group goes on behind it.
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
  const question = hashKey([state.filter, state.storedFilterId, state.view, state.group])
  const asked = useRef(question)
  useLayoutEffect(() => {
    if (asked.current === question) return
    asked.current = question
    if (!isSelecting(now.current)) return
    clear()
    const words = selectionLabels.cleared
    announce(words)
    toast({ title: words })
  }, [question])

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

  const heard = useRef({ toggle, extend, toggleShown, groupAt })
  heard.current = { toggle, extend, toggleShown, groupAt }
  const shown = groups && selected.rows.size > 0 ? 'some' : shownSelected(selected, shownIds)
  const isGrouped = groups !== undefined
  // Before the browser paints, or a box would answer its press a frame late.
  useLayoutEffect(() => {
    const isSelected = (id: string) => has(selected, id)
    onSelection({
      has: isSelected,
      isToolbarOpen: isSelecting(selected),
      checkbox: (row) => (
        <RowCheckbox
          {...row}
          name={heard.current.groupAt(row.id)?.title}
          selected={isSelected(row.id)}
          onTriage={heard.current.groupAt(row.id) ? undefined : onTriage}
        />
      ),
      headerCheckbox: (
        <HeaderCheckbox
          label={selectionLabels.box(isGrouped)}
          state={shown}
          onToggle={() => heard.current.toggleShown()}
        />
      ),
      press: (id, event) => {
        if (!isSelectionPress(event)) return
        if (event.shiftKey) heard.current.extend(table.current?.active(), id)
        else heard.current.toggle(id)
      },
    })
  }, [selected, shown, isGrouped, headOf, onSelection, onTriage, table])
  useLayoutEffect(() => {
    const scroller = table.current?.scrollElement()
    return scroller ? preventTextSelection(scroller) : undefined
  }, [table])

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
