import { sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'

/** Who ignored a finding, or asked for it, and when. */
export interface IgnoredBy {
  actor: string | null
  at: number
}

/** The last decision that ignored each finding and was not undone, where its history is kept. */
export async function readIgnoredBy(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, IgnoredBy>> {
  const last = reader
    .selectFrom('finding_event as event')
    .leftJoin('triage_change as change', (join) =>
      join
        .onRef('change.deployment_id', '=', 'event.deployment_id')
        .onRef('change.id', '=', 'event.change_id'),
    )
    .select(({ fn }) => fn.max('event.id').as('id'))
    .where('event.deployment_id', '=', deploymentId)
    .where('event.finding_id', 'in', valuesOf(ids))
    .where('event.kind', 'in', ['triaged', 'inherited', 'moved'])
    .where('event.to_state', '=', 'ignored')
    .where('change.undone_at', 'is', null)
    .groupBy('event.finding_id')
  const rows = await reader
    .selectFrom('finding_event')
    .select(['finding_id', 'actor', sql<number>`at`.as('at')])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', last)
    .execute()
  return new Map(rows.map(({ finding_id: id, actor, at }) => [id, { actor, at: Number(at) }]))
}

/**
 * Who ignored the findings whose ignore ends by a day, for those that were changed since without another state, as by a note
 * whose author the finding then names.
 * @param until milliseconds since 1970.
 */
export async function ignoredBeforeNote(
  reader: Reader,
  deploymentId: number,
  until: number,
): Promise<Map<number, IgnoredBy>> {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('triage_change as change', (join) =>
      join
        .onRef('change.deployment_id', '=', 'finding.deployment_id')
        .onRef('change.id', '=', 'finding.triage_change_id'),
    )
    .select('finding.id')
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.ignored_until', '<=', until)
    .where('change.to_state', 'is', null)
    .execute()
  return rows.length === 0
    ? new Map()
    : readIgnoredBy(
        reader,
        deploymentId,
        rows.map(({ id }) => id),
      )
}
