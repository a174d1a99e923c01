import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { approvedState, requestedState } from '#server/findings/approval-rules.ts'
import { shownOf } from '../decisions/triage-state.ts'
import { endRequests } from './effective-approvals.ts'
import { keepApproved } from './keep-approved.ts'
import { describeRequested } from './request.ts'

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

/**
 * Opens a request again whose approval was undone, so that findings wait for it. Those that stay ignored keep their
 * approval.
 * @param changeId the undone change.
 */
export async function reopenApproval(
  transaction: ChangeTransaction,
  id: number,
  changeId: number,
): Promise<void> {
  const { deploymentId } = transaction
  const waiting = await waitingFindings(transaction, deploymentId, id)
  if (waiting.length === 0) return
  const approval = await transaction
    .selectFrom('approval')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (approval?.state === approvedState) await keepApproved(transaction, approval, changeId)
  const requested = describeRequested(shownOf(waiting))
  await transaction
    .updateTable('approval')
    .set({ state: requestedState, decided_at: null, decided_by: null, decision_note: null, seen_at: null })
    .set({ count: requested.count, finding_id: requested.first, severity: requested.severity })
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
  await endRequests(
    transaction,
    decided.map(({ id }) => id),
  )
}
