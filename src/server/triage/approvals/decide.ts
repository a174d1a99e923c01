import { type Selectable, sql } from 'kysely'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ApprovalTable } from '#server/db/approval-tables.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, fromCode, ignoreEnds, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import { addNotificationEvents } from '#server/db/notification-events.ts'
import { valuesOf } from '#server/db/sql.ts'
import { approvedState, declinedState, requestedState } from '#server/findings/approval-rules.ts'
import type { Decision } from '#server/findings/decision.ts'
import { describeFinding } from '#server/findings/history/triage-detail.ts'
import { eventColumns, insertEventsFrom } from '#server/findings/writes.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { applyDecision } from '../decisions/apply-decision.ts'
import { readFlawInstances, shownOf, type TriageStatus } from '../decisions/triage-state.ts'
import { endRequests } from './effective-approvals.ts'
import { readApproval } from './list.ts'
import { waitingFindings } from './reopen.ts'
import { ownNames } from './same-person.ts'

export type ApprovalRow = Selectable<ApprovalTable>

/** Who decides a request, and why. */
export interface ApprovalDecision {
  /** As in the URL. */
  id: string
  principal: Principal
  note: string
  /** The version that was read; undefined to decide about any. */
  version: string | undefined
  /** Milliseconds since 1970. */
  at: number
}

const undecided = [toCode(triageStates, 'untriaged'), toCode(triageStates, 'reopened')]

/**
 * Approves a request: ignores the findings that still wait for it as one triage change, and instances of the same flaws
 * that scans found on other refs since, if they are not more severe.
 * @throws HttpError 404 for an unknown request, 403 for one's own and for a machine, 409 if it was decided, withdrawn or
 * changed since it was read, or if the time until which the findings were to be ignored has passed. Source:
 * docs/api.md#approvals.
 */
export async function approveRequest(
  transaction: ChangeTransaction,
  decision: ApprovalDecision,
): Promise<ApprovalRow> {
  const { approval, waiting } = await decidableRequest(transaction, decision)
  const { principal, at } = decision
  if (approval.ignored_until !== null && approval.ignored_until <= at) {
    throw new HttpError(
      409,
      'The findings were to be ignored until a time that has passed. Decline the request.',
    )
  }
  const rows = await approvedRows(transaction, approval.id, waiting)
  await insertDecisionEvents(transaction, waiting, 'ignore_approved', decision)
  const what = {
    type: fromCode(findingTypes, approval.type),
    decision: decisionOf(approval),
    jobId: null,
    approvalId: approval.id,
  }
  const by = { deploymentId: transaction.deploymentId, actor: principal.name, at }
  const { listedIds } = await applyDecision(transaction, what, by, rows)
  return close(transaction, approval, approvedState, decision, { count: listedIds.length, waiting })
}

/**
 * Declines a request: the findings that wait for it stay as they are.
 * @throws HttpError 404 for an unknown request, 403 for one's own and for a machine, 409 if it was decided, withdrawn or
 * changed since it was read. Source: docs/api.md#approvals.
 */
export async function declineRequest(
  transaction: ChangeTransaction,
  decision: ApprovalDecision,
): Promise<ApprovalRow> {
  const { approval, waiting } = await decidableRequest(transaction, decision)
  await insertDecisionEvents(transaction, waiting, 'ignore_declined', decision)
  await endRequests(
    transaction,
    waiting.map(({ id }) => id),
  )
  return close(transaction, approval, declinedState, decision, { count: shownOf(waiting).length, waiting })
}

/** How the findings of a request are ignored once it is approved. */
function decisionOf({ reason, note, ignored_until: until, ignore_ends: ends }: ApprovalRow): Decision {
  return {
    state: 'ignored',
    reason: fromCode(triageReasons, reason),
    until,
    ends: fromCode(ignoreEnds, ends),
    note,
  }
}

type Waiting = Awaited<ReturnType<typeof waitingFindings>>

async function decidableRequest(
  transaction: ChangeTransaction,
  { id, principal, version }: ApprovalDecision,
): Promise<{ approval: ApprovalRow; waiting: Waiting }> {
  const { deploymentId } = transaction
  // An update, so that of two people who decide at once one waits, and then learns what the other did.
  const approval = await transaction
    .updateTable('approval')
    .set((eb) => ({ count: eb.ref('count') }))
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', ownId(id) ?? -1)
    .returningAll()
    .executeTakeFirst()
  if (!approval) throw notFound('approval')
  const read = () => readApproval(transaction, { deploymentId, principal }, approval.id)
  const conflict = async (detail: string) =>
    new HttpError(409, detail, { members: { current: await read() } })
  if (approval.state !== requestedState) {
    const done = approval.state === approvedState ? 'approved' : 'declined'
    throw await conflict(`${approval.decided_by ?? 'Somebody'} has already ${done} this request.`)
  }
  const { requester } = approval
  const own = await ownNames(transaction, deploymentId, principal, [requester])
  if (own.possible.has(requester)) {
    throw new HttpError(
      403,
      own.certain.has(requester)
        ? 'This is your own request, or one of your tokens made it. Another person has to decide it.'
        : `Cannot tell who made this request: several are, or were, called ${requester}, and you may be one of them. Another person has to decide it.`,
    )
  }
  if (principal.machine) {
    throw new HttpError(
      403,
      'Only a person can decide a request, in the dashboard or with a token of their own. This token belongs to a machine.',
    )
  }
  const waiting = await waitingFindings(transaction, deploymentId, approval.id)
  if (waiting.length === 0) throw await conflict('No finding waits for this request any more.')
  if (version !== undefined && (await read()).version !== version) {
    throw await conflict(
      'This request has changed since you read it: other findings wait for it, or their severity is another one.',
    )
  }
  return { approval, waiting }
}

async function approvedRows(
  transaction: ChangeTransaction,
  approvalId: number,
  waiting: Waiting,
): Promise<TriageStatus[]> {
  const severities = new Map<number, number>()
  for (const { flaw_id: flaw, severity } of waiting)
    severities.set(flaw, Math.max(severity, severities.get(flaw) ?? 0))
  const ids = waiting.map(({ id }) => id)
  const instances = await readFlawInstances(transaction, transaction.deploymentId, ids)
  return instances.filter((row) =>
    row.approval_state === requestedState
      ? row.approval_id === approvalId
      : undecided.includes(row.triage_state) && row.severity <= (severities.get(row.flaw_id) ?? -1),
  )
}

async function insertDecisionEvents(
  transaction: ChangeTransaction,
  waiting: Waiting,
  kind: 'ignore_approved' | 'ignore_declined',
  { principal, note, at }: ApprovalDecision,
): Promise<void> {
  const ids = waiting.map(({ id }) => id)
  await insertEventsFrom(
    transaction,
    ids,
    eventColumns,
    transaction
      .selectFrom('finding')
      .select(['id', sql<number>`${at}`.as('at'), sql<string>`${kind}`.as('kind')])
      .select(sql<string>`${principal.name}`.as('actor'))
      .select([sql<string | null>`null`.as('from_state'), sql<string | null>`null`.as('to_state')])
      .select([sql<string | null>`null`.as('reason'), sql<string>`${note}`.as('note')])
      .where('deployment_id', '=', transaction.deploymentId)
      .where('id', 'in', valuesOf(ids)),
  )
}

async function close(
  transaction: ChangeTransaction,
  approval: ApprovalRow,
  state: number,
  { principal, note, at }: ApprovalDecision,
  { count, waiting }: { count: number; waiting: Waiting },
): Promise<ApprovalRow> {
  const { deploymentId } = transaction
  const closed = await transaction
    .updateTable('approval')
    .set({ state, decided_at: at, decided_by: principal.name, decision_note: note, seen_at: null })
    // The severity that was decided about, which scans may have changed.
    .set({ severity: Math.max(...waiting.map((row) => row.severity)) })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', approval.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const event = { kind: 'approval.decided', subject: approval.id, actor: principal.name } as const
  await addNotificationEvents(transaction, [deploymentId], [event], at)
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor: principal.name,
    action: state === approvedState ? 'approval.approved' : 'approval.declined',
    target: String(approval.id),
    detail: {
      issue_type: fromCode(findingTypes, approval.type),
      finding: await describeFinding(transaction, deploymentId, approval.finding_id),
      count,
      reason: fromCode(triageReasons, approval.reason),
      note,
      by: approval.requester,
    },
  })
  return closed
}
