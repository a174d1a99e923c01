import { deriveFromColumns } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { keyOfFilter } from '../due/due-days.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/**
 * Counts the findings of a filter, after dedup: the total of the list with the same filter.
 * Source: docs/api.md#order-and-totals.
 */
export function countFindings(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
): Promise<number> {
  return deriveFromColumns(columns, `total ${keyOfFilter(columns, set)}`, async () => {
    const selection = selectionOf(deploymentId, set)
    const failures = await testRows(reader, columns, selection)
    return matchingRows(columns.table(selection.type), failures, selection.dedup).length
  })
}
