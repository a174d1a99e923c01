import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { updateFindings } from '../writes.ts'
import { requestedState } from './rules.ts'

/** The findings that wait for a request. */
export function waitingFindings(reader: Reader, deploymentId: number, approvalId: number) {
  return reader
    .selectFrom('finding')
    .select(['id', 'flaw_id', 'removed', 'severity'])
    .where('deployment_id', '=', deploymentId)
    .where('approval_id', '=', approvalId)
    .where('approval_state', '=', requestedState)
    .orderBy('id')
    .execute()
}

/** Opens a request again whose approval was undone, so that findings wait for it. */
export async function reopenApproval(transaction: ChangeTransaction, id: number): Promise<void> {
  const { deploymentId } = transaction
  if ((await waitingFindings(transaction, deploymentId, id)).length === 0) return
  await transaction
    .updateTable('approval')
    .set({ state: requestedState, decided_at: null, decided_by: null, decision_note: null, seen_at: null })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .execute()
}

/** Lets findings not wait for requests that were decided since, after an undo restored that they wait. */
export async function endDecidedRequests(
  transaction: ChangeTransaction,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const { deploymentId } = transaction
  const decided = await transaction
    .selectFrom('finding')
    .innerJoin('approval', (join) =>
      join
        .onRef('approval.deployment_id', '=', 'finding.deployment_id')
        .onRef('approval.id', '=', 'finding.approval_id'),
    )
    .select('finding.id')
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(ids))
    .where('finding.approval_state', '=', requestedState)
    .where('approval.state', '<>', requestedState)
    .execute()
  await updateFindings(
    transaction,
    decided.map(({ id }) => id),
    { approval_id: null, approval_state: null },
  )
}
