/** Part of a text, by its characters; `to` is not included. */
export interface Range {
  from: number
  to: number
}

/** Ranges in order, those that overlap as one. */
export function mergedRanges(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (to > from) result.push({ from, to })
  }
  return result
}
