import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import { eventColumns, insertEventsFrom, updateFindings } from '#server/findings/writes.ts'

interface Rule {
  id: number
  path: string
}

/** The findings of a project that were given another rule, or are the same flaw as one of those. */
export async function renamedFindings(
  transaction: ChangeTransaction,
  { projectId, from, to }: { projectId: number; from: Rule; to: Rule },
): Promise<number[]> {
  const { deploymentId } = transaction
  const refs = transaction
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
  const rows = await transaction
    .selectFrom('finding')
    .select('finding.id')
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.ref_id', 'in', refs)
    .where('finding.rule_id', '=', to.id)
    .where('finding.flaw_id', 'in', (eb) =>
      eb
        .selectFrom('finding as moved')
        .innerJoin('finding_event as event', (join) =>
          join
            .onRef('event.deployment_id', '=', 'moved.deployment_id')
            .onRef('event.finding_id', '=', 'moved.id'),
        )
        .select('moved.flaw_id')
        .where('moved.deployment_id', '=', deploymentId)
        .where('moved.ref_id', 'in', refs)
        .where('event.kind', '=', 'rule_renamed')
        .where('event.from_state', '=', from.path)
        .where('event.to_state', '=', to.path),
    )
    .orderBy('finding.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives findings a former rule, with an event in their histories. */
export async function restoreRule(
  transaction: ChangeTransaction,
  ids: readonly number[],
  { from, to, actor, at }: { from: Rule; to: Rule; actor: string; at: number },
): Promise<void> {
  await insertEventsFrom(
    transaction,
    ids,
    eventColumns,
    transaction
      .selectFrom('finding')
      .select(['id', sql<number>`${at}`.as('at'), sql<string>`'rule_renamed'`.as('kind')])
      .select([sql<string>`${actor}`.as('actor'), sql<string>`${to.path}`.as('from_state')])
      .select([sql<string>`${from.path}`.as('to_state'), sql<null>`cast(null as text)`.as('reason')])
      .select(sql<null>`cast(null as text)`.as('note'))
      .where('deployment_id', '=', transaction.deploymentId)
      .where('id', 'in', valuesOf(ids)),
  )
  await updateFindings(transaction, ids, { rule_id: from.id })
}
