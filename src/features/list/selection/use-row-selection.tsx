import { type RefObject, useLayoutEffect } from 'react'
import { plural } from '#lib/text/format.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { HeaderCheckbox, isSelectionPress, preventTextSelection, RowCheckbox } from '#table/row-checkbox.tsx'
import type { TableSelection } from '#table/selection.ts'
import { announce } from '#ui/live-region.tsx'
import { listLabels } from '../labels.ts'
import { useClearOnChange } from './use-clear-on-change.ts'
import { useLiveState } from './use-live-state.ts'
import { useReach } from './use-reach.ts'

interface RowSelectionOptions<T> {
  table: RefObject<DataTableHandle | null>
  rows: readonly T[]
  idOf: (row: T) => string
  /** What the rows answer: another question clears the selection, and says so. */
  question: string
  /** What is listed, one of it: `project`. */
  noun: string
}

/** Selecting the rows of a plain list: by key and by press, one and several, on one page and over pages. */
export function useRowSelection<T>({ table, rows, idOf, question, noun }: RowSelectionOptions<T>) {
  const [selected, now, keep] = useLiveState<ReadonlyMap<string, T>>(() => new Map())
  const reach = useReach<T>()

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
    reach.begin(id, next)
    set(next)
  }
  const extend = (from: string | undefined, to: string) => {
    const extended = reach.extend({ from, to, ids: rows.map(idOf), selected: () => now.current })
    if (!extended) return
    const between = rows.slice(extended.first, extended.end)
    set(new Map([...extended.base, ...between.map((row) => [idOf(row), row] as const)]))
  }
  const clear = () => {
    reach.end()
    if (now.current.size > 0) keep(new Map())
  }
  useClearOnChange(question, {
    isSelecting: () => now.current.size > 0,
    clear,
    message: listLabels.selectionCleared,
  })

  const here = rows.filter((row) => selected.has(idOf(row))).length
  const shown = here === 0 ? 'none' : here === rows.length ? 'all' : 'some'
  const toggleShown = () => {
    const next = new Map(now.current)
    for (const row of rows) {
      if (shown === 'all') next.delete(idOf(row))
      else next.set(idOf(row), row)
    }
    reach.end()
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
      reach.continueFrom(from)
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
