import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { plural } from '#lib/text/format.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { HeaderCheckbox, isSelectionPress, preventTextSelection, RowCheckbox } from '#table/row-checkbox.tsx'
import type { TableSelection } from '#table/selection.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { listLabels } from '../labels.ts'

interface RowSelectionOptions<T> {
  table: RefObject<DataTableHandle | null>
  rows: readonly T[]
  idOf: (row: T) => string
  /** What the rows answer: another question clears the selection, and says so. */
  question: string
  /** What is listed, one of it: `project`. */
  noun: string
}

/** From where a selection is extended, and what was selected before that. */
interface Reach<T> {
  anchor: string
  /** The row it was extended to last. */
  to: string
  base: ReadonlyMap<string, T>
}

/** Selecting the rows of a plain list: by key and by press, one and several, on one page and over pages. */
export function useRowSelection<T>({ table, rows, idOf, question, noun }: RowSelectionOptions<T>) {
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(() => new Map())
  // The page follows a press a moment later; the next press must know of it already.
  const now = useRef(selected)
  useLayoutEffect(() => {
    now.current = selected
  })
  const reach = useRef<Reach<T>>(undefined)

  const keep = (next: ReadonlyMap<string, T>) => {
    now.current = next
    setSelected(next)
  }
  const set = (next: ReadonlyMap<string, T>) => {
    keep(next)
    announce(next.size === 0 ? listLabels.nothingSelected : listLabels.selected(plural(next.size, noun)))
  }
  const toggle = (id: string) => {
    const next = new Map(now.current)
    if (!next.delete(id)) {
      const row = rows.find((one) => idOf(one) === id)
      if (!row) return
      next.set(id, row)
    }
    reach.current = { anchor: id, to: id, base: next }
    set(next)
  }
  /** Selects from the row it is extended from to this one, and undoes what reached further before. */
  const extend = (from: string | undefined, id: string) => {
    const ids = rows.map(idOf)
    const known = reach.current && ids.includes(reach.current.anchor) ? reach.current : undefined
    const { anchor, base } = known ?? { anchor: from ?? id, base: now.current }
    const [a, b] = [ids.indexOf(anchor), ids.indexOf(id)]
    if (a < 0 || b < 0) return
    reach.current = { anchor, to: id, base }
    const between = rows.slice(Math.min(a, b), Math.max(a, b) + 1)
    set(new Map([...base, ...between.map((row) => [idOf(row), row] as const)]))
  }
  const clear = () => {
    reach.current = undefined
    if (now.current.size > 0) keep(new Map())
  }

  const latestQuestion = useRef(question)
  useLayoutEffect(() => {
    if (latestQuestion.current === question) return
    latestQuestion.current = question
    if (now.current.size === 0) return
    clear()
    const message = listLabels.selectionCleared
    announce(message)
    toast({ title: message })
  }, [question])

  const here = rows.filter((row) => selected.has(idOf(row))).length
  const shown = here === 0 ? 'none' : here === rows.length ? 'all' : 'some'
  const toggleShown = () => {
    const next = new Map(now.current)
    for (const row of rows) {
      if (shown === 'all') next.delete(idOf(row))
      else next.set(idOf(row), row)
    }
    reach.current = undefined
    set(next)
  }
  useLayoutEffect(() => {
    const scroller = table.current?.scrollElement()
    return scroller ? preventTextSelection(scroller) : undefined
  }, [table])

  const selection: TableSelection = {
    has: (id) => selected.has(id),
    isToolbarOpen: selected.size > 0,
    checkbox: (row) => <RowCheckbox {...row} selected={selected.has(row.id)} />,
    headerCheckbox: <HeaderCheckbox label={listLabels.selectPage} state={shown} onToggle={toggleShown} />,
    press: (id, event) => {
      if (!isSelectionPress(event)) return
      if (event.shiftKey) extend(table.current?.active(), id)
      else toggle(id)
    },
  }
  const away = selected.size - here
  return {
    selected,
    /** The same, as the last key or press left it. */
    present: now,
    /** How the table is to show it. */
    selection,
    /** How many of the selected ones are not shown here. */
    elsewhere: away > 0 ? listLabels.onOtherPages(away) : undefined,
    toggle,
    /** Moves by a key, and selects from where it began to where it leads. */
    extendBy: (key: 'j' | 'k') => {
      const from = table.current?.active()
      if (reach.current?.to !== from) reach.current = undefined
      const to = table.current?.move(key)
      if (to !== undefined) extend(from, to)
    },
    /** Selects these rows besides: all that match, on every page. */
    add: (more: readonly T[]) =>
      set(new Map([...now.current, ...more.map((row) => [idOf(row), row] as const)])),
    clear,
  }
}
export type RowSelection<T> = ReturnType<typeof useRowSelection<T>>
