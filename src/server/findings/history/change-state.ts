import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { states, toCode } from '#server/db/codes.ts'
import { keptRemovedFlag } from '#server/db/merge-queue.ts'
import { valuesOf } from '#server/db/sql.ts'
import { derivedStatus, stateName } from '../triage-sql.ts'
import { eventColumns, insertEventsFrom, updateFindings } from '../writes.ts'

/** Changes the state of findings whose source or branch is removed or restored, with an event in the history of each. */
export async function changeState(
  transaction: ChangeTransaction,
  ids: readonly number[],
  change: {
    kind: 'retired' | 'restored'
    /** What was removed or restored. */
    reason: 'source_retired' | 'branch_deleted' | 'branch_restored' | null
    to: (typeof states)[number]
    actor: string
    at: number
  },
): Promise<void> {
  const { kind, reason, to, actor, at } = change
  const state = toCode(states, to)
  await insertEventsFrom(
    transaction,
    ids,
    eventColumns,
    transaction
      .selectFrom('finding')
      .select(['id', sql<number>`${at}`.as('at'), sql<string>`${kind}`.as('kind')])
      .select([sql<string>`${actor}`.as('actor'), stateName(sql.ref('state')).as('from_state')])
      .select(sql<string>`${to}`.as('to_state'))
      .select(sql<string | null>`${reason}`.as('reason'))
      .select(sql<null>`null`.as('note'))
      .where('deployment_id', '=', transaction.deploymentId)
      .where('id', 'in', valuesOf(ids)),
  )
  await updateFindings(transaction, ids, {
    state,
    status: derivedStatus(sql.ref('finding.triage_state'), sql.lit(state)),
    removed: keptRemovedFlag(to),
    state_updated_at: at,
  })
}
