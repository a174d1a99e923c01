import { findingTypes } from '#server/db/codes.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/**
 * Calls back with the project and the rule of each open finding, by default of all types and rules, as lists without
 * duplicates count them. One pass over the findings of each type.
 * @param only.rule the path of a rule.
 */
export async function forEachOpen(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  visit: (project: number, rule: number) => void,
  only?: { type: (typeof findingTypes)[number]; rule: string },
): Promise<void> {
  for (const type of only ? [only.type] : findingTypes) {
    const selection = selectionOf(deploymentId, {
      issue_type: type,
      status: ['open'],
      dedup: true,
      ...(only ? { rules: [only.rule] } : {}),
    })
    const table = columns.table(type)
    const failures = await testRows(reader, columns, selection)
    const { project, rule } = table.columns
    for (const row of matchingRows(table, failures, selection.dedup))
      visit(project.array[row] ?? 0, rule.array[row] ?? 0)
  }
}
