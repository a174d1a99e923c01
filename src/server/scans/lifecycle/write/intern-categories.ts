import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { textsOf } from '#server/db/sql.ts'
import { insertCategorySets } from '#server/findings/writes.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'

/**
 * Stores each list of categories once.
 * @returns a function that returns the id of a finding's list; null for a finding without categories.
 */
export async function internCategories(
  transaction: ChangeTransaction,
  deploymentId: number,
  findings: readonly ReportedFinding[],
): Promise<(finding: ReportedFinding) => number | null> {
  const lists = new Set(findings.map((finding) => JSON.stringify(finding.categories)))
  lists.delete('[]')
  if (lists.size === 0) return () => null
  const known = await transaction
    .selectFrom('category_set')
    .select(['id', 'categories_json'])
    .where('deployment_id', '=', deploymentId)
    .where('categories_json', 'in', textsOf([...lists]))
    .execute()
  const ids = new Map<string, number>(known.map((row) => [row.categories_json, row.id]))
  const fresh = [...lists].filter((list) => !ids.has(list))
  const inserted = await insertCategorySets(transaction, fresh)
  return ({ categories }) => {
    const list = JSON.stringify(categories)
    return ids.get(list) ?? inserted.get(list) ?? null
  }
}
