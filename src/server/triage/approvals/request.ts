import { sql } from 'kysely'
import type { FindingType, IgnoreEnd, TriageReason } from '#contract/vocabulary.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, ignoreEnds, toCode, triageReasons } from '#server/db/codes.ts'
import { takeId } from '#server/db/ids.ts'
import { valuesOf } from '#server/db/sql.ts'
import { requestedState } from '#server/findings/approval-rules.ts'
import { describeFinding } from '#server/findings/history/triage-detail.ts'
import { formatInstant } from '#server/findings/list/write-finding.ts'
import { eventColumns, insertEventsFrom, updateFindings } from '#server/findings/writes.ts'

/** The most findings of one request, which is decided in one transaction; a job's next ones are another request. */
export const maxRequested = 3000

/** How findings are to be ignored, and who asks for it. */
export interface ApprovalRequest {
  type: FindingType
  reason: TriageReason
  note: string
  /** Milliseconds since 1970; null for never. */
  until: number | null
  ends?: IgnoreEnd | null | undefined
  requester: string
  /** Milliseconds since 1970. */
  at: number
  /** The job, if this is a batch of one. */
  jobId: number | null
}

/** The findings of a request that lists show. */
export interface RequestedFindings {
  count: number
  first: number
  severity: number
}

/** What a request stores of its findings. */
export const describeRequested = (shown: readonly { id: number; severity: number }[]): RequestedFindings => ({
  count: shown.length,
  first: shown[0]?.id ?? 0,
  severity: shown.reduce((highest, row) => Math.max(highest, row.severity), 0),
})

/**
 * Opens a request, with an entry of the audit log; the batches of a job share one while it is undecided.
 * @param findings their number, the first, and the highest of their severities.
 * @returns its id.
 */
export async function openApproval(
  transaction: ChangeTransaction,
  request: ApprovalRequest,
  findings: RequestedFindings,
): Promise<number> {
  const { deploymentId } = transaction
  const shared = await extendApproval(transaction, request, findings)
  if (shared !== undefined) return shared
  const { type, reason, note, until, ends, requester, at, jobId } = request
  const id = await takeId(transaction, deploymentId, 'approval')
  await transaction
    .insertInto('approval')
    .values({
      deployment_id: deploymentId,
      id,
      type: toCode(findingTypes, type),
      state: requestedState,
      reason: toCode(triageReasons, reason),
      note,
      ignored_until: until,
      ignore_ends: ends ? toCode(ignoreEnds, ends) : null,
      requested_at: at,
      requester,
      count: findings.count,
      finding_id: findings.first,
      severity: findings.severity,
      job_id: jobId,
      decided_at: null,
      decided_by: null,
      decision_note: null,
    })
    .execute()
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor: requester,
    action: 'approval.requested',
    target: String(id),
    detail: {
      issue_type: type,
      finding: await describeFinding(transaction, deploymentId, findings.first),
      count: findings.count,
      reason,
      ...(until === null ? {} : { ignored_until: formatInstant(until) }),
      ...(ends ? { ignore_ends: ends } : {}),
      note,
    },
  })
  return id
}

async function extendApproval(
  transaction: ChangeTransaction,
  { jobId }: ApprovalRequest,
  { count, severity }: RequestedFindings,
): Promise<number | undefined> {
  if (jobId === null) return undefined
  const row = await transaction
    .updateTable('approval')
    .set({
      count: sql<number>`count + ${count}`,
      severity: sql<number>`case when severity < ${severity} then ${severity} else severity end`,
    })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('job_id', '=', jobId)
    .where('state', '=', requestedState)
    .where('count', '<=', maxRequested - count)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Marks findings as waiting for an approval, with an event in their histories; their triage stays as it is.
 * @param approval.changeId the triage change that can be undone; null for a request by a file.
 */
export async function markRequested(
  transaction: ChangeTransaction,
  ids: readonly number[],
  approval: { id: number; changeId: number | null },
  { requester, at, reason, note, until, ends }: ApprovalRequest,
): Promise<void> {
  if (ids.length === 0) return
  await insertEventsFrom(
    transaction,
    ids,
    [...eventColumns, 'change_id', 'ignored_until', 'ignore_ends'],
    transaction
      .selectFrom('finding')
      .select(['id', sql<number>`${at}`.as('at'), sql<string>`'ignore_requested'`.as('kind')])
      .select(sql<string>`${requester}`.as('actor'))
      .select([sql<string | null>`null`.as('from_state'), sql<string | null>`null`.as('to_state')])
      .select([sql<string>`${reason}`.as('reason'), sql<string>`${note}`.as('note')])
      .select(sql<number | null>`cast(${approval.changeId} as bigint)`.as('change_id'))
      .select(sql<number | null>`cast(${until} as bigint)`.as('ignored_until'))
      .select(sql<number | null>`cast(${ends ? toCode(ignoreEnds, ends) : null} as bigint)`.as('ignore_ends'))
      .where('deployment_id', '=', transaction.deploymentId)
      .where('id', 'in', valuesOf(ids)),
  )
  await updateFindings(transaction, ids, {
    approval_id: approval.id,
    approval_state: requestedState,
    ...(approval.changeId === null
      ? {}
      : { triage_change_id: approval.changeId, triaged_at: at, triaged_by: requester }),
  })
}
