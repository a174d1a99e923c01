import { plural } from '#lib/text/format.ts'
import { announce } from '#ui/live-region.tsx'
import { listLabels } from '../labels.ts'
import { useLiveState } from './use-live-state.ts'
import { useReach } from './use-reach.ts'

export interface SelectedRowsOptions<T> {
  /** The rows that are shown. */
  rows: readonly T[]
  idOf: (row: T) => string
  /** What is listed, one of it: `project`. */
  noun: string
}

/** The rows of a list that are selected, by id, and what changes that; each change is announced. */
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
    /** The same, as the last key or press left it. */
    now,
    /** How many of the rows that are shown are selected. */
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
    /** Ends an extension unless the keys go on from where it reached. */
    continueFrom: reach.continueFrom,
    clear: () => {
      reach.end()
      if (now.current.size > 0) store(new Map())
    },
    /** Selects all rows that are shown, or none of them. */
    toggleShown: () => {
      const next = new Map(now.current)
      for (const row of rows) {
        if (shown === 'all') next.delete(idOf(row))
        else next.set(...entryOf(row))
      }
      reach.end()
      select(next)
    },
    /** Selects these rows besides: all that match, on every page. */
    add: (more: readonly T[]) => select(new Map([...now.current, ...more.map(entryOf)])),
  }
}
