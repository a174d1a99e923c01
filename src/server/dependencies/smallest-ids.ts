import { scanRows } from './scan-rows.ts'
import type { Selection } from './selection.ts'

/**
 * The least ids of a selection that come after `after`, in their order, at most `size` of them, and how many rows match
 * in all. One look at each row; what is kept does not grow with what matches.
 */
export function smallestIds(
  selection: Selection,
  after: number,
  size: number,
): { ids: Int32Array; total: number } {
  const heap = new Int32Array(Math.max(size * 4, 1024))
  let count = 0
  let total = 0
  // No id from here on can be among the least.
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

/** Every id of a selection in order, four bytes each. */
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
