import { sql } from 'kysely'
import { states, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'

/**
 * Counts, for each finding, the other refs of its project that have it, except where it is fixed. Findings on no other
 * ref are left out. One statement for the whole page. Source: docs/api.md#fields.
 */
export async function countOtherRefs(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await reader
    .selectFrom('finding as shown')
    .innerJoin('finding as other', (join) =>
      join
        .onRef('other.deployment_id', '=', 'shown.deployment_id')
        .onRef('other.flaw_id', '=', 'shown.flaw_id'),
    )
    .select(['shown.id', sql<number>`count(distinct other.ref_id)`.as('refs')])
    .where('shown.deployment_id', '=', deploymentId)
    .where('shown.id', 'in', valuesOf(ids))
    .whereRef('other.type', '=', 'shown.type')
    .whereRef('other.ref_id', '<>', 'shown.ref_id')
    .where('other.removed', '=', 0)
    .where('other.state', '<>', toCode(states, 'fixed'))
    .groupBy('shown.id')
    .execute()
  return new Map(rows.map((row) => [row.id, row.refs]))
}
