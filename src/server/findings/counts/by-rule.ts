import { statuses } from '#server/db/codes.ts'
import { deriveFromColumns } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** The number of findings with each status, by the position in `statuses` of `codes.ts`. */
type StatusCounts = readonly number[]

const statusCount = statuses.length

/**
 * Counts the findings of a filter by rule and status, after dedup. Counts all rules at once, so that a list of rules
 * needs one call. Rules without findings are left out.
 */
export function countByRule(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
): Promise<ReadonlyMap<number, StatusCounts>> {
  return deriveFromColumns(columns, `by rule ${JSON.stringify(set)}`, async () => {
    const selection = selectionOf(deploymentId, set)
    const table = columns.table(selection.type)
    const failures = await testRows(reader, columns, selection)
    const { rule, decision } = table.columns
    const counts = new Uint32Array(rule.size * statusCount)
    for (const row of matchingRows(table, failures, selection.dedup)) {
      const at = (rule.array[row] ?? 0) * statusCount + ((decision.array[row] ?? 0) >> 3)
      counts[at] = (counts[at] ?? 0) + 1
    }
    const countsById = new Map<number, StatusCounts>()
    for (let id = 0; id < rule.size; id++) {
      const ofRule = [...counts.subarray(id * statusCount, (id + 1) * statusCount)]
      if (ofRule.some((count) => count > 0)) countsById.set(id, ofRule)
    }
    return countsById
  })
}
