/** A line of the earlier file and its line in the current file. */
export interface Anchor {
  before: number
  after: number
}

/** A range of a file between two anchors: the distances by which its start and its end moved. */
export interface LineRange {
  start: number
  /** Null after the last anchor: insertions there are unknown. */
  end: number | null
}

/**
 * How the lines of a file moved between two scans, derived from certain matches. If two neighboring anchors moved by
 * the same distance, the total number of lines between them is unchanged; the start of the file is an anchor that never
 * moves.
 */
export class LineShifts {
  readonly #anchors: readonly Anchor[]

  /** @param anchors in any order; those that would cross others are left out. */
  constructor(anchors: readonly Anchor[]) {
    this.#anchors = [{ before: 0, after: 0 }, ...longestAscendingRun(anchors)]
  }

  /** Whether any match shows how the file moved. */
  get isKnown(): boolean {
    return this.#anchors.length > 1
  }

  /** The index of the range that contains a line of the earlier file. */
  stretchBefore(line: number): number {
    return this.#stretchOf(line, 'before')
  }

  /** The index of the range that contains a line of the current file. */
  stretchAfter(line: number): number {
    return this.#stretchOf(line, 'after')
  }

  stretch(index: number): LineRange {
    const start = this.#anchors[index]
    const end = this.#anchors[index + 1]
    return { start: start ? start.after - start.before : 0, end: end ? end.after - end.before : null }
  }

  /** The most likely current line of a line of the earlier file. */
  expected(line: number): number {
    return line + this.stretch(this.stretchBefore(line)).start
  }

  #stretchOf(line: number, side: keyof Anchor): number {
    let low = 0
    let high = this.#anchors.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#anchors[middle]?.[side] ?? 0) <= line) low = middle
      else high = middle - 1
    }
    return low
  }
}

/**
 * The largest set of anchors in ascending order in both files: code that was moved elsewhere in the file is left out.
 */
function longestAscendingRun(anchors: readonly Anchor[]): Anchor[] {
  const sorted = anchors
    .filter(({ before, after }) => before > 0 && after > 0)
    .toSorted((a, b) => a.before - b.before || a.after - b.after)
  const unique = sorted.filter((each, index) => index === 0 || each.before !== sorted[index - 1]?.before)
  const ends: number[] = []
  const previous = new Int32Array(unique.length).fill(-1)
  const endAt = (position: number) => unique[ends[position] ?? -1]?.after ?? 0
  for (const [index, { after }] of unique.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (endAt(middle) < after) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const ascending: Anchor[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const anchor = unique[at]
    if (anchor) ascending.push(anchor)
  }
  return ascending.reverse()
}
