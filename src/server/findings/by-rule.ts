import { sql } from 'kysely'
import { statuses } from '#server/db/codes.ts'
import { isSelected } from './dedup.ts'
import { derive } from './memory/names.ts'
import { failuresOf, rowsOf } from './memory/selected-rows.ts'
import { type FindingSet, selectionOf } from './query.ts'
import { counted, type View } from './view.ts'

/** How many findings stand in each status, by the position in `statuses` of `codes.ts`. */
type StatusCounts = readonly number[]

const width = statuses.length

/**
 * Counts the findings of a filter by rule and status, after dedup: for all rules at once, so that a list of rules asks
 * once. Rules without any are left out.
 */
export async function countsByRule(
  view: View,
  deploymentId: number,
  set: FindingSet,
): Promise<ReadonlyMap<number, StatusCounts>> {
  const selection = selectionOf(deploymentId, set)
  return counted(
    view,
    (columns) =>
      derive(columns, `by rule ${deploymentId} ${JSON.stringify(set)}`, async () => {
        const table = columns.table(deploymentId, selection.type)
        const failures = await failuresOf(view.reader, columns, table, selection)
        if (!failures) return null
        const { rule, decision } = table.columns
        const counts = new Uint32Array(rule.size * width)
        for (const row of rowsOf(table, failures, selection.dedup)) {
          const at = (rule.array[row] ?? 0) * width + ((decision.array[row] ?? 0) >> 3)
          counts[at] = (counts[at] ?? 0) + 1
        }
        const found = new Map<number, StatusCounts>()
        for (let id = 0; id < rule.size; id++) {
          const ofRule = [...counts.subarray(id * width, (id + 1) * width)]
          if (ofRule.some((count) => count > 0)) found.set(id, ofRule)
        }
        return found
      }),
    async () => {
      const { rows } = await sql<{ rule: number; status: number; count: number }>`
        select rule_id as rule, status, count(*) as count from finding
        where ${isSelected(selection)} group by 1, 2`.execute(view.reader)
      const found = new Map<number, number[]>()
      for (const { rule, status, count } of rows) {
        const ofRule = found.get(rule) ?? statuses.map(() => 0)
        ofRule[status] = count
        found.set(rule, ofRule)
      }
      return found
    },
  )
}
