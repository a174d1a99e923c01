import type { Reader } from '#server/db/database.ts'
import { isSelected } from './dedup.ts'
import { derive } from './memory/names.ts'
import { failuresOf, rowsOf } from './memory/selected-rows.ts'
import { type FindingSet, type Selection, selectionOf } from './query.ts'
import { counted, type View } from './view.ts'

/**
 * How many findings a filter selects, after dedup: the total of the list with the same filter.
 * Source: docs/api.md#order-and-totals.
 */
export async function totalOf(view: View, deploymentId: number, set: FindingSet): Promise<number> {
  const selection = selectionOf(deploymentId, set)
  return counted(
    view,
    (columns) =>
      derive(columns, `total ${deploymentId} ${JSON.stringify(set)}`, async () => {
        const table = columns.table(deploymentId, selection.type)
        const failures = await failuresOf(view.reader, columns, table, selection)
        return failures && rowsOf(table, failures, selection.dedup).length
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
