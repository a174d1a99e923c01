import { scanRows } from './scan-rows.ts'
import type { Selection } from './selection.ts'

/**
 * Returns the smallest ids of a selection above `after`, ascending, at most `size`, and the number of all matching
 * rows. One pass over the rows; the memory does not depend on the number of matches.
 */
export function smallestIds(
  selection: Selection,
  after: number,
  size: number,
): { ids: Int32Array; total: number } {
  const heap = new Int32Array(Math.max(size * 4, 1024))
  let count = 0
  let total = 0
  // Ids from here on cannot be among the smallest.
  let end = Number.POSITIVE_INFINITY
  scanRows(selection, (batch) => {
    total += batch.count
    for (let at = 0; at < batch.count; at++) {
      const id = batch.rows[batch.at[at] ?? 0] ?? 0
      // Ids ascend in a lockfile.
      if (id >= end) return
      if (id <= after) continue
      if (count === heap.length) {
        heap.sort()
        count = size
        end = heap[size - 1] ?? end
        if (id >= end) return
      }
      heap[count++] = id
    }
  })
  return { ids: heap.subarray(0, count).sort().slice(0, size), total }
}

/** All ids of a selection in order, four bytes each. */
export function allIds(selection: Selection): Int32Array {
  let total = 0
  scanRows(selection, ({ count }) => {
    total += count
  })
  const ids = new Int32Array(total)
  let end = 0
  scanRows(selection, ({ rows, count, at }) => {
    for (let index = 0; index < count; index++) ids[end++] = rows[at[index] ?? 0] ?? 0
  })
  return ids.sort()
}
