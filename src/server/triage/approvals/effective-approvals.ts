import type { Selectable } from 'kysely'
import type { ApprovalTable } from '#server/db/approval-tables.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { approvedState } from '#server/findings/approval-rules.ts'
import { updateFindings } from '#server/findings/writes.ts'

type ApprovalRow = Selectable<ApprovalTable>

const ignored = toCode(triageStates, 'ignored')

/**
 * Finds the approvals with which findings are ignored, also while `approval_id` names a request for other terms: the last
 * one that was carried out for an instance of the flaw with the terms of now. Two statements.
 * @returns them by finding; without findings that nobody approved, or whose history has expired.
 */
export async function effectiveApprovals(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, ApprovalRow>> {
  if (ids.length === 0) return new Map()
  const findings = await reader
    .selectFrom('finding')
    .select(['id', 'flaw_id', 'triage_reason', 'ignored_until', 'ignore_ends'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .where('triage_state', '=', ignored)
    .where('approval_severity', 'is not', null)
    .execute()
  if (findings.length === 0) return new Map()
  const carriedOut = await readCarriedOut(
    reader,
    deploymentId,
    findings.map(({ flaw_id: flaw }) => flaw),
  )
  const byFlaw = Map.groupBy(carriedOut, ({ flaw_id: flaw }) => flaw)
  return new Map(
    findings.flatMap((finding) => {
      const approval = byFlaw
        .get(finding.flaw_id)
        ?.find(
          ({ reason, ignored_until: until, ignore_ends: ends }) =>
            reason === finding.triage_reason &&
            until === finding.ignored_until &&
            ends === finding.ignore_ends,
        )
      return approval ? [[finding.id, approval]] : []
    }),
  )
}

/** The approvals that were carried out for instances of flaws, the last first. */
function readCarriedOut(reader: Reader, deploymentId: number, flaws: readonly number[]) {
  return reader
    .selectFrom('finding')
    .innerJoin('finding_event as event', (join) =>
      join
        .onRef('event.deployment_id', '=', 'finding.deployment_id')
        .onRef('event.finding_id', '=', 'finding.id'),
    )
    .innerJoin('triage_change as change', (join) =>
      join
        .onRef('change.deployment_id', '=', 'event.deployment_id')
        .onRef('change.id', '=', 'event.change_id'),
    )
    .innerJoin('approval', (join) =>
      join
        .onRef('approval.deployment_id', '=', 'change.deployment_id')
        .onRef('approval.id', '=', 'change.approval_id'),
    )
    .selectAll('approval')
    .select('finding.flaw_id')
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.flaw_id', 'in', valuesOf(new Set(flaws)))
    .where('event.kind', '=', 'triaged')
    .where('event.to_state', '=', 'ignored')
    .where('approval.state', '=', approvedState)
    .orderBy('change.id', 'desc')
    .execute()
}

/** Lets findings wait for no request: those that are ignored have the approval with which they are. */
export async function endRequests(transaction: ChangeTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const effective = await effectiveApprovals(transaction, transaction.deploymentId, ids)
  const byApproval = Map.groupBy(ids, (id) => effective.get(id)?.id ?? null)
  for (const [approvalId, own] of byApproval) {
    await updateFindings(transaction, own, {
      approval_id: approvalId,
      approval_state: approvalId === null ? null : approvedState,
    })
  }
}
