import { plural } from '#lib/text/format.ts'
import { announce } from '#ui/live-region.tsx'
import { listLabels } from '../labels.ts'
import { useLiveState } from './use-live-state.ts'
import { useReach } from './use-reach.ts'

export interface SelectedRowsOptions<T> {
  /** The visible rows. */
  rows: readonly T[]
  idOf: (row: T) => string
  /** The singular noun of the list: `project`. */
  noun: string
}

/** Manages the selected rows of a list, by id; each change is announced. */
export function useSelectedRows<T>({ rows, idOf, noun }: SelectedRowsOptions<T>) {
  const [selected, now, store] = useLiveState<ReadonlyMap<string, T>>(() => new Map())
  const reach = useReach<T>()
  const entryOf = (row: T) => [idOf(row), row] as const
  const shownCount = rows.filter((row) => selected.has(idOf(row))).length
  const shown: 'none' | 'some' | 'all' =
    shownCount === 0 ? 'none' : shownCount === rows.length ? 'all' : 'some'

  const select = (next: ReadonlyMap<string, T>) => {
    store(next)
    announce(next.size === 0 ? listLabels.nothingSelected : listLabels.selected(plural(next.size, noun)))
  }
  return {
    selected,
    /** The selection after the last key or press. */
    now,
    /** How many of the visible rows are selected. */
    shown,
    shownCount,
    toggle: (id: string) => {
      const next = new Map(now.current)
      if (!next.delete(id)) {
        const row = rows.find((one) => idOf(one) === id)
        if (!row) return
        next.set(id, row)
      }
      reach.begin(id, next)
      select(next)
    },
    extend: (from: string | undefined, to: string) => {
      const extended = reach.extend({ from, to, ids: rows.map(idOf), selected: () => now.current })
      if (!extended) return
      const between = rows.slice(extended.first, extended.end)
      select(new Map([...extended.base, ...between.map(entryOf)]))
    },
    /** Ends a range selection unless the next key continues from its end. */
    continueFrom: reach.continueFrom,
    clear: () => {
      reach.end()
      if (now.current.size > 0) store(new Map())
    },
    /** Selects all visible rows, or none of them. */
    toggleShown: () => {
      const next = new Map(now.current)
      for (const row of rows) {
        if (shown === 'all') next.delete(idOf(row))
        else next.set(...entryOf(row))
      }
      reach.end()
      select(next)
    },
    /** Adds rows to the selection: all matches on every page. */
    add: (more: readonly T[]) => select(new Map([...now.current, ...more.map(entryOf)])),
  }
}
