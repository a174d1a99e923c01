import type { Reader } from '#server/db/database.ts'
import { deriveFromColumns } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { isSelected } from '../filters/dedup.ts'
import { type FindingSet, type Selection, selectionOf } from '../filters/query.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'

/**
 * How many findings a filter selects, after dedup: the total of the list with the same filter.
 * Source: docs/api.md#order-and-totals.
 */
export async function countFindings(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
): Promise<number> {
  const selection = selectionOf(deploymentId, set)
  return countWithFallback(
    view,
    (columns) =>
      deriveFromColumns(columns, `total ${deploymentId} ${JSON.stringify(set)}`, async () => {
        const table = columns.table(deploymentId, selection.type)
        const failures = await testRows(view.reader, columns, table, selection)
        return failures && matchingRows(table, failures, selection.dedup).length
      }),
    () => countInSql(view.reader, selection),
  )
}

/** The same by SQL alone. */
export async function countInSql(reader: Reader, selection: Selection): Promise<number> {
  const { total } = await reader
    .selectFrom('finding')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isSelected(selection))
    .executeTakeFirstOrThrow()
  return total
}
