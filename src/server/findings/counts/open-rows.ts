import { findingTypes } from '#server/db/codes.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/**
 * Calls back with the project and the rule of each open finding, by default of all types, as lists without duplicates
 * count them. One pass over the findings of each type.
 */
export async function forEachOpen(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  visit: (project: number, rule: number) => void,
  types: readonly (typeof findingTypes)[number][] = findingTypes,
): Promise<void> {
  for (const type of types) {
    const selection = selectionOf(deploymentId, { issue_type: type, status: ['open'], dedup: true })
    const table = columns.table(type)
    const failures = await testRows(reader, columns, selection)
    const { project, rule } = table.columns
    for (const row of matchingRows(table, failures, selection.dedup))
      visit(project.array[row] ?? 0, rule.array[row] ?? 0)
  }
}
