/** Rows by `since` and then by row number, the largest first. */
export function newestFirst(since: Float64Array, length: number): Int32Array {
  let oldest = Number.POSITIVE_INFINITY
  let newest = 0
  for (let row = 0; row < length; row++) {
    const at = since[row] ?? 0
    if (at < oldest) oldest = at
    if (at > newest) newest = at
  }
  // A radix sort of 11 bits at a time, the lowest first. Each pass is stable.
  let from = new Int32Array(length)
  let to = new Int32Array(length)
  for (let row = 0; row < length; row++) from[row] = length - 1 - row
  const counts = new Int32Array(2049)
  for (let unit = 1; unit <= newest - oldest; unit *= 2048) {
    const digit = (row: number) => 2047 - (Math.floor(((since[row] ?? 0) - oldest) / unit) % 2048)
    counts.fill(0)
    for (let row = 0; row < length; row++) {
      const next = digit(row) + 1
      counts[next] = (counts[next] ?? 0) + 1
    }
    for (let index = 1; index < 2049; index++) counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0)
    for (let index = 0; index < length; index++) {
      const row = from[index] ?? 0
      const at = digit(row)
      const target = counts[at] ?? 0
      to[target] = row
      counts[at] = target + 1
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Updates the order of `newestFirst` when only `movedRows` are new or have a different `since`. */
export function mergeOrder(
  order: Int32Array,
  movedRows: ReadonlySet<number>,
  since: Float64Array,
  length: number,
): Int32Array {
  const isBefore = (one: number, other: number) => {
    const difference = (since[one] ?? 0) - (since[other] ?? 0)
    return difference > 0 || (difference === 0 && one > other)
  }
  const sortedMoved = Int32Array.from(movedRows).sort((one, other) => (isBefore(one, other) ? -1 : 1))
  const isMovedRow = new Uint8Array(length)
  for (const row of sortedMoved) isMovedRow[row] = 1
  const result = new Int32Array(length)
  let next = 0
  let outputIndex = 0
  for (const row of order) {
    if (isMovedRow[row] === 1) continue
    for (let one = sortedMoved[next]; one !== undefined && isBefore(one, row); one = sortedMoved[++next])
      result[outputIndex++] = one
    result[outputIndex++] = row
  }
  for (; next < sortedMoved.length; next++) result[outputIndex++] = sortedMoved[next] ?? 0
  return result
}
