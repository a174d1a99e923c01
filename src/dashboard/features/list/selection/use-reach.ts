import { useRef } from 'react'

/** The anchor of a range selection, and the selection before it. */
interface Reach<T> {
  anchor: string
  /** The row to which it was last extended. */
  to: string
  base: ReadonlyMap<string, T>
}

interface Extension<T> {
  /** The focused row: the range starts there if it has no anchor yet. */
  from: string | undefined
  to: string
  /** The visible rows. */
  ids: readonly string[]
  /** Returns the current selection. */
  selected: () => ReadonlyMap<string, T>
}

/** Extends a range selection from its anchor to a row, and deselects what an earlier extension reached beyond that. */
export function useReach<T>() {
  const reach = useRef<Reach<T>>(undefined)
  return {
    /** Starts a range at a row, with the selection at that time. */
    begin: (id: string, base: ReadonlyMap<string, T>) => {
      reach.current = { anchor: id, to: id, base }
    },
    end: () => {
      reach.current = undefined
    },
    /** Ends the range unless the next key continues from its end. */
    continueFrom: (id: string | undefined) => {
      if (reach.current?.to !== id) reach.current = undefined
    },
    /**
     * Returns the selection before the range, and which visible rows it adds; undefined for a row that is not visible.
     */
    extend: ({ from, to, ids, selected }: Extension<T>) => {
      const known = reach.current && ids.includes(reach.current.anchor) ? reach.current : undefined
      const { anchor, base } = known ?? { anchor: from ?? to, base: selected() }
      const [a, b] = [ids.indexOf(anchor), ids.indexOf(to)]
      // A range that crosses a group header continues behind it.
      if (a >= 0) reach.current = { anchor, to, base }
      if (a < 0 || b < 0) return undefined
      return { base, first: Math.min(a, b), end: Math.max(a, b) + 1 }
    },
  }
}
