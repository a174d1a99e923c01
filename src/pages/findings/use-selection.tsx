import { hashKey } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Finding } from '#api/dialects.ts'
import { plural } from '#lib/format.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { HeadBox, keepText, RowBox, selects } from '#table/select-box.tsx'
import type { TableSelection } from '#table/selection.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast.ts'
import type { ListState } from './list-state.ts'
import { nothingSelected, type Selected, type SelectedRow, shownSelected } from './selected.ts'

interface SelectionOptions {
  state: ListState
  table: RefObject<DataTableHandle | null>
  rows: readonly Finding[]
  decided: ReadonlySet<string>
  answeredAt: string | undefined
  /** Hears how the table is to show it. */
  onSelection: (selection: TableSelection) => void
}

/** From where a selection is extended, and what was selected before that. */
interface Reach {
  anchor: string
  /** The row it was extended to last. */
  to: string
  base: ReadonlyMap<string, SelectedRow>
}

const idOf = ({ id }: Finding) => String(id)

/** Selecting rows: by key and by press, one and several, on one page and over pages. */
export function useSelection(options: SelectionOptions) {
  const { state, table, rows, decided, answeredAt, onSelection } = options
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
  const set = (next: Selected) => {
    keep(next)
    announce(next.all ? 'All that match selected' : `${plural(next.rows.size, 'row')} selected`)
  }
  const entryOf = (row: Finding): [string, SelectedRow] => {
    const id = idOf(row)
    // What was decided in this list is newer than the list's answer, and that is no clash.
    return [id, now.current.rows.get(id) ?? { row, seenAt: decided.has(id) ? undefined : answeredAt }]
  }
  /** What is selected row by row; out of "all that match", the rows that are shown. */
  const present = () => (now.current.all ? new Map(rows.map(entryOf)) : now.current.rows)

  const toggle = (id: string) => {
    const next = new Map(present())
    if (!next.delete(id)) {
      const row = rows.find((one) => idOf(one) === id)
      if (!row) return
      next.set(...entryOf(row))
    }
    reach.current = { anchor: id, to: id, base: next }
    set({ rows: next, all: false })
  }
  /** Selects from the row it is extended from to this one, and takes back what reached further before. */
  const extend = (from: string | undefined, id: string) => {
    const shown = rows.map(idOf)
    const known = reach.current && shown.includes(reach.current.anchor) ? reach.current : undefined
    const { anchor, base } = known ?? { anchor: from ?? id, base: present() }
    const [a, b] = [shown.indexOf(anchor), shown.indexOf(id)]
    if (a < 0 || b < 0) return
    const between = rows.slice(Math.min(a, b), Math.max(a, b) + 1)
    reach.current = { anchor, to: id, base }
    set({ rows: new Map([...base, ...between.map(entryOf)]), all: false })
  }
  const clear = () => {
    reach.current = undefined
    if (now.current.all || now.current.rows.size > 0) keep(nothingSelected)
  }

  // Another filter or view has other rows; another page or order has not.
  const question = hashKey([state.filter, state.kept, state.view])
  const asked = useRef(question)
  useLayoutEffect(() => {
    if (asked.current === question) return
    asked.current = question
    if (!now.current.all && now.current.rows.size === 0) return
    clear()
    const words = 'The selection was cleared, since the filter changed'
    announce(words)
    toast({ title: words })
  }, [question])

  const toggleShown = () => {
    const next = new Map(present())
    if (now.current.all) next.clear()
    else if (shownSelected(now.current, rows) === 'all') for (const row of rows) next.delete(idOf(row))
    else for (const row of rows) next.set(...entryOf(row))
    reach.current = undefined
    set({ rows: next, all: false })
  }

  const heard = useRef({ toggle, extend, toggleShown })
  heard.current = { toggle, extend, toggleShown }
  const shown = shownSelected(selected, rows)
  // Before the browser paints, or a box would answer its press a frame late.
  useLayoutEffect(() => {
    const has = (id: string) => selected.all || selected.rows.has(id)
    onSelection({
      has,
      box: (row) => <RowBox {...row} selected={has(row.id)} />,
      head: <HeadBox shown={shown} onToggle={() => heard.current.toggleShown()} />,
      press: (id, event) => {
        if (!selects(event)) return
        if (event.shiftKey) heard.current.extend(table.current?.active(), id)
        else heard.current.toggle(id)
      },
    })
  }, [selected, shown, onSelection, table])
  useLayoutEffect(() => {
    const scroller = table.current?.scroller()
    return scroller ? keepText(scroller) : undefined
  }, [table])

  return {
    selected,
    /** The same, as the last key or press left it. */
    present: now,
    /** How many can be decided at once without a job, and how many of them stand on other pages. */
    elsewhere: selected.rows.size - rows.filter((row) => selected.rows.has(idOf(row))).length,
    toggle,
    /** Moves by a key, and selects from where it began to where it leads. */
    extendBy: (move: () => string | undefined) => {
      const from = table.current?.active()
      if (reach.current?.to !== from) reach.current = undefined
      const to = move()
      if (to !== undefined) extend(from, to)
    },
    selectAll: () => set({ rows: now.current.rows, all: true }),
    clear,
    /** Selects again what a refused decision had let go of. */
    restore: (before: Selected) => {
      if (!now.current.all && now.current.rows.size === 0) keep(before)
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
