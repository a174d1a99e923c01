import type { Selectable } from 'kysely'
import type { ApprovalTable } from '#server/db/approval-tables.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { takeId } from '#server/db/ids.ts'
import { valuesOf } from '#server/db/sql.ts'
import { approvedState } from '#server/findings/approval-rules.ts'
import { updateFindings } from '#server/findings/writes.ts'
import { shownOf } from '../decisions/triage-state.ts'
import { describeRequested } from './request.ts'

/**
 * Keeps on record who approved what an undo of the approval leaves ignored, before the request waits again for the
 * others: as a request of its own, which is decided.
 * @param changeId the undone change that carried out the approval.
 */
export async function keepApproved(
  transaction: ChangeTransaction,
  approval: Selectable<ApprovalTable>,
  changeId: number,
): Promise<void> {
  const { deploymentId } = transaction
  const kept = await transaction
    .selectFrom('finding')
    .select(['id', 'removed', 'severity'])
    .where('deployment_id', '=', deploymentId)
    .where('approval_id', '=', approval.id)
    .where('approval_state', '=', approvedState)
    .orderBy('id')
    .execute()
  if (kept.length === 0) return
  const { count, first, severity } = describeRequested(shownOf(kept))
  const id = await takeId(transaction, deploymentId, 'approval')
  await transaction
    .insertInto('approval')
    .values({ ...approval, id, count, finding_id: first, severity })
    .execute()
  const ids = kept.map((row) => row.id)
  await updateFindings(transaction, ids, { approval_id: id })
  // What undoing a later change restores.
  await transaction
    .updateTable('triage_change_item')
    .set({ approval_id: id })
    .where('deployment_id', '=', deploymentId)
    .where('change_id', '>', changeId)
    .where('finding_id', 'in', valuesOf(ids))
    .where('approval_id', '=', approval.id)
    .where('approval_state', '=', approvedState)
    .execute()
  await transaction
    .updateTable('triage_change')
    .set({ approval_id: id })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', changeId)
    .execute()
}
