/** No rows. One set for all, so that nothing is rendered again for it. */
export const none: ReadonlySet<number> = new Set()

/** What was rendered last: which rows, and which of them as one text. */
export interface RenderedRows {
  indexes: readonly number[]
  brief: ReadonlySet<number>
}

/**
 * Which rows are rendered as one text for now: while the table is scrolled a row that comes into the window is, since eight
 * cells for each would hold up the next frame. Rows that are there keep their cells. After a leap to another place all are
 * rendered whole at once, so that nobody sees them change.
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

/** Without the few that stand nearest to the middle of the window: what is seen is whole first. */
export function completeRows({ indexes, brief }: RenderedRows, count: number): ReadonlySet<number> {
  // Not between the ends: a row with the focus stays rendered wherever it is.
  const middle = indexes[Math.floor(indexes.length / 2)] ?? 0
  const next = [...brief].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(count)
  return next.length === 0 ? none : new Set(next)
}
