/** A shared empty set, so that nothing rerenders because of it. */
export const none: ReadonlySet<number> = new Set()

/** The last rendered rows, and which of them are rendered as one text. */
export interface RenderedRows {
  indexes: readonly number[]
  brief: ReadonlySet<number>
}

/**
 * Returns which rows are rendered as one text for now: while scrolling, rows that enter the window are, since eight
 * cells for each would delay the next frame. Existing rows keep their cells. After a jump to another position all rows
 * are complete at once, so that none changes visibly.
 */
export function briefRowsOf(
  before: RenderedRows,
  indexes: readonly number[],
  scrolling: boolean,
): ReadonlySet<number> {
  const known = new Set(before.indexes)
  const added = indexes.filter((index) => !known.has(index))
  const isJump = added.length > indexes.length / 2 && before.brief.size === 0
  const remaining = indexes.filter((index) => before.brief.has(index))
  const brief = scrolling && !isJump ? [...remaining, ...added] : remaining
  if (brief.length === 0) return none
  return added.length === 0 && brief.length === before.brief.size ? before.brief : new Set(brief)
}

/** Returns the brief rows except the few nearest to the middle of the window, which are completed first. */
export function completeRows({ indexes, brief }: RenderedRows, count: number): ReadonlySet<number> {
  // Not between the ends: a focused row stays rendered wherever it is.
  const middle = indexes[Math.floor(indexes.length / 2)] ?? 0
  const next = [...brief].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(count)
  return next.length === 0 ? none : new Set(next)
}
