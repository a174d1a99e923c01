import { useRef } from 'react'

/** From where a selection is extended, and what was selected before that. */
interface Reach<T> {
  anchor: string
  /** The row it was extended to last. */
  to: string
  base: ReadonlyMap<string, T>
}

interface Extension<T> {
  /** The row that has the focus: it is extended from there where no selection has begun. */
  from: string | undefined
  to: string
  /** The rows that are shown. */
  ids: readonly string[]
  /** What is selected now. */
  selected: () => ReadonlyMap<string, T>
}

/** Extends a selection from the row where it began to another, and undoes what reached further before. */
export function useReach<T>() {
  const reach = useRef<Reach<T>>(undefined)
  return {
    /** Begins at a row, with what is selected there. */
    begin: (id: string, base: ReadonlyMap<string, T>) => {
      reach.current = { anchor: id, to: id, base }
    },
    end: () => {
      reach.current = undefined
    },
    /** Ends it unless the keys go on from where it was extended to. */
    continueFrom: (id: string | undefined) => {
      if (reach.current?.to !== id) reach.current = undefined
    },
    /** What was selected before, and which of the rows shown are selected with it; undefined for a row that is not shown. */
    extend: ({ from, to, ids, selected }: Extension<T>) => {
      const known = reach.current && ids.includes(reach.current.anchor) ? reach.current : undefined
      const { anchor, base } = known ?? { anchor: from ?? to, base: selected() }
      const [a, b] = [ids.indexOf(anchor), ids.indexOf(to)]
      // What is extended over the header of a group goes on behind it.
      if (a >= 0) reach.current = { anchor, to, base }
      if (a < 0 || b < 0) return undefined
      return { base, first: Math.min(a, b), end: Math.max(a, b) + 1 }
    },
  }
}
