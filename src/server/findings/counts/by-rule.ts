import { sql } from 'kysely'
import { statuses } from '#server/db/codes.ts'
import { deriveFromColumns } from '../columns/names.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { isSelected } from '../filters/dedup.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'

/** How many findings stand in each status, by the position in `statuses` of `codes.ts`. */
type StatusCounts = readonly number[]

const statusCount = statuses.length

/**
 * Counts the findings of a filter by rule and status, after dedup: for all rules at once, so that a list of rules asks
 * once. Rules without any are left out.
 */
export async function countByRule(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
): Promise<ReadonlyMap<number, StatusCounts>> {
  const selection = selectionOf(deploymentId, set)
  return countWithFallback(
    view,
    (columns) =>
      deriveFromColumns(columns, `by rule ${deploymentId} ${JSON.stringify(set)}`, async () => {
        const table = columns.table(deploymentId, selection.type)
        const failures = await testRows(view.reader, columns, table, selection)
        if (!failures) return null
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
      }),
    async () => {
      const { rows } = await sql<{ rule: number; status: number; count: number }>`
        select rule_id as rule, status, count(*) as count from finding
        where ${isSelected(selection)} group by 1, 2`.execute(view.reader)
      const countsById = new Map<number, number[]>()
      for (const { rule, status, count } of rows) {
        const ofRule = countsById.get(rule) ?? statuses.map(() => 0)
        ofRule[status] = count
        countsById.set(rule, ofRule)
      }
      return countsById
    },
  )
}
