import { sql } from 'kysely'
import type { FindingType } from '#contract/vocabulary.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, ownerSources, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { valuesOf } from '#server/db/sql.ts'
import { approvedState, requestedState, splitByApproval } from '#server/findings/approval-rules.ts'
import type { Decision } from '#server/findings/decision.ts'
import { closeAnsweredOffers, refreshOffers } from '#server/findings/flaws/offers.ts'
import { derivedStatus, triageStateName } from '#server/findings/triage-sql.ts'
import { eventColumns, insertEventsFrom, insertOwnerEvents, updateFindings } from '#server/findings/writes.ts'
import { type ApprovalRequest, describeRequested, markRequested, openApproval } from '../approvals/request.ts'
import { isAssignment } from './triage-request.ts'
import { endsCode, shownOf, type TriageStatus } from './triage-state.ts'

const ignoredState = toCode(triageStates, 'ignored')
const setByHand = toCode(ownerSources, 'manual')

/** The actor, deployment and time of a decision. */
export interface TriageActor {
  deploymentId: number
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Applies a decision to findings that it changes, as one change that can be undone: the previous triage is stored, and
 * events are added to the histories. A decision that sets a state also closes the match offers that it answers, which undoing
 * does not reopen. Where ignoring needs approval, it is requested instead, as part of the same change: every
 * decision passes here. The number of statements does not depend on the number of findings.
 * @param triage.jobId the job, if this is a batch of one.
 * @param triage.changeId the change, if this is a further batch of it.
 * @param triage.approvalId the approval that is carried out, which needs no other one.
 * @returns the id of the change, and the ids of those findings that it names.
 */
export async function applyDecision(
  transaction: ChangeTransaction,
  triage: AppliedTriage,
  actor: TriageActor,
  changed: readonly TriageStatus[],
): Promise<AppliedDecision> {
  const { decision, approvalId = null } = triage
  const { now, waiting, refused } =
    approvalId === null
      ? await splitByApproval(transaction, actor.deploymentId, decision, changed)
      : { now: changed, waiting: [], refused: [] }
  const requestedRows = shownOf(waiting)
  const request = requestOf(triage, actor)
  const openedId =
    waiting.length > 0 && request
      ? await openApproval(transaction, request, describeRequested(requestedRows))
      : null
  const change = { ...triage, approvalId: approvalId ?? openedId }
  const count = shownOf([...now, ...waiting]).length
  const changeId =
    triage.changeId === undefined
      ? await insertTriageChange(transaction, change, actor, count)
      : await extendTriageChange(transaction, triage.changeId, count)
  const ids = now.map((row) => row.id)
  const waitingIds = waiting.map((row) => row.id)
  if (ids.length + waitingIds.length > 0)
    await storePreviousTriage(transaction, [...ids, ...waitingIds], changeId)
  if (ids.length > 0) await decideFindings(transaction, ids, changeId, triage, actor)
  // Whoever owns them needs no approval.
  if (waitingIds.length > 0 && decision.owner !== undefined)
    await decideFindings(transaction, waitingIds, changeId, { ...triage, decision: ownerOf(decision) }, actor)
  if (request && openedId !== null)
    await markRequested(transaction, waitingIds, { id: openedId, changeId }, request)
  await refreshOffers(transaction, [...ids, ...waitingIds])
  return {
    changeId,
    listedIds: shownOf(now).map((row) => row.id),
    approvalId: openedId,
    requestedIds: requestedRows.map((row) => row.id),
    refused,
  }
}

/** A decision, and what it is part of. */
interface AppliedTriage {
  type: FindingType
  decision: Decision
  jobId: number | null
  approvalId?: number | null
  /** Whether findings keep waiting for what somebody asks for, since no person decides. */
  keepsRequests?: boolean
  changeId?: number | undefined
}

/** What became of a decision. */
export interface AppliedDecision {
  changeId: number
  /** The findings that were changed. */
  listedIds: number[]
  /** The request for an approval; null if none was needed. */
  approvalId: number | null
  /** The findings for which it was requested. */
  requestedIds: number[]
  /** Those that would need an approval, but the decision has no reason or no note. */
  refused: readonly TriageStatus[]
}

/** The part of a decision that assigns. */
const ownerOf = ({ owner }: Decision): Decision => ({
  state: undefined,
  reason: null,
  until: null,
  note: undefined,
  owner,
})

function requestOf(
  { type, decision, jobId }: AppliedTriage,
  { actor, at }: TriageActor,
): ApprovalRequest | null {
  const { reason, note, until, ends } = decision
  return reason === null || note === undefined
    ? null
    : { type, reason, note, until, ends, requester: actor, at, jobId }
}

/** Inserts a change of a number of findings. @returns its id. */
export async function insertTriageChange(
  transaction: Writer,
  triage: AppliedTriage,
  actor: TriageActor,
  count: number,
): Promise<number> {
  const { state, reason, until, ends, note, owner } = triage.decision
  const id = await takeId(transaction, actor.deploymentId, 'triage_change')
  await transaction
    .insertInto('triage_change')
    .values({
      deployment_id: actor.deploymentId,
      id,
      at: actor.at,
      actor: actor.actor,
      to_state: state === undefined ? null : toCode(triageStates, state),
      reason: reason === null ? null : toCode(triageReasons, reason),
      note: note ?? null,
      ignored_until: until,
      ignore_ends: endsCode(ends),
      owner: owner === undefined ? null : (owner ?? ''),
      count,
      undone_at: null,
      job_id: triage.jobId,
      type: toCode(findingTypes, triage.type),
      approval_id: triage.approvalId ?? null,
    })
    .execute()
  return id
}

async function extendTriageChange(
  transaction: ChangeTransaction,
  id: number,
  count: number,
): Promise<number> {
  await transaction
    .updateTable('triage_change')
    .set((eb) => ({ count: eb('count', '+', count) }))
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  return id
}

/** Adds history events, and updates the findings: some statements for any number. */
async function decideFindings(
  transaction: ChangeTransaction,
  ids: readonly number[],
  changeId: number,
  triage: AppliedTriage,
  actor: TriageActor,
): Promise<void> {
  const { decision, approvalId = null } = triage
  const { state, reason, until, ends, note, owner } = decision
  const stateCode = state === undefined ? null : toCode(triageStates, state)
  const reasonCode = reason === null ? null : toCode(triageReasons, reason)
  if (!isAssignment(decision)) await addEvents(transaction, ids, changeId, decision, actor)
  if (owner !== undefined)
    await insertOwnerEvents(transaction, ids, { owner, changeId, actor: actor.actor, at: actor.at })
  await updateFindings(transaction, ids, {
    ...(isAssignment(decision) ? {} : { triaged_at: actor.at, triaged_by: actor.actor }),
    ...(owner === undefined ? {} : { owner, owner_source: setByHand }),
    triage_change_id: changeId,
    ...(stateCode === null
      ? {}
      : {
          triage_state: stateCode,
          triage_reason: reasonCode,
          ignored_until: until,
          ignore_ends: state === 'ignored' ? endsCode(ends) : null,
          ...(state === 'ignored' ? {} : { reopened_at: reopenedAt(actor.at) }),
          status: derivedStatus(sql<number>`${stateCode}`),
          ...approvalColumns(triage, approvalId),
        }),
    ...(note === undefined ? {} : { triage_comment: note || null }),
  })
  if (stateCode !== null) await closeAnsweredOffers(transaction, ids)
}

/** Whether a finding already has a decision, whatever its note. */
const isSameDecision = ({ state, reason, until, ends }: Omit<Decision, 'note' | 'owner'>) => sql<boolean>`
  (triage_state = ${state === undefined ? null : toCode(triageStates, state)}
  and triage_reason is not distinct from ${reason === null ? null : toCode(triageReasons, reason)}
  and ignored_until is not distinct from cast(${until} as bigint)
  and ignore_ends is not distinct from cast(${endsCode(ends)} as bigint))`

/** The approval of findings whose state is set. */
function approvalColumns({ decision, keepsRequests = false }: AppliedTriage, approvalId: number | null) {
  if (approvalId !== null)
    return {
      approval_id: approvalId,
      approval_state: approvedState,
      approval_severity: sql.ref<number>('severity'),
    }
  const isKept =
    decision.state === 'ignored'
      ? // Another note for the same decision.
        isSameDecision(decision)
      : keepsRequests
        ? sql<boolean>`approval_state = ${sql.lit(requestedState)}`
        : null
  const kept = (column: 'approval_id' | 'approval_state' | 'approval_severity') =>
    isKept === null ? null : sql<number | null>`case when ${isKept} then ${sql.ref(column)} end`
  return {
    approval_id: kept('approval_id'),
    approval_state: kept('approval_state'),
    approval_severity: decision.state === 'ignored' ? kept('approval_severity') : null,
  }
}

/** When a finding is no longer ignored: at the decision, or at the end that it was ignored until. */
const reopenedAt = (at: number) => sql<
  number | null
>`case when triage_state <> ${sql.lit(ignoredState)} then reopened_at
  when ignored_until < ${at} then ignored_until else cast(${at} as bigint) end`

/** The columns of a finding that undoing a change restores. */
export const previousTriageColumns = [
  ...(['triage_state', 'triage_reason', 'triage_comment', 'triaged_at', 'triaged_by'] as const),
  ...(['approval_id', 'approval_state', 'approval_severity', 'triage_change_id'] as const),
  ...(['ignored_until', 'ignore_ends', 'reopened_at', 'owner', 'owner_source'] as const),
] as const

/** Stores the triage of findings, so that a change can be undone. */
export async function storePreviousTriage(
  transaction: ChangeTransaction,
  ids: readonly number[],
  changeId: number,
): Promise<void> {
  const columns = previousTriageColumns
  await transaction
    .insertInto('triage_change_item')
    .columns(['deployment_id', 'change_id', 'finding_id', ...columns])
    .expression((query) =>
      query
        .selectFrom('finding')
        .select(['deployment_id', sql<number>`${changeId}`.as('change_id'), 'id', ...columns])
        .where('deployment_id', '=', transaction.deploymentId)
        .where('id', 'in', valuesOf(ids)),
    )
    .execute()
}

/** Adds an event to the history of each finding, before the findings are updated. */
async function addEvents(
  transaction: ChangeTransaction,
  ids: readonly number[],
  changeId: number,
  { state, reason, until, ends, note }: Decision,
  actor: TriageActor,
): Promise<void> {
  const stateCode = state === undefined ? null : toCode(triageStates, state)
  const kind =
    stateCode === null
      ? sql<string>`'noted'`
      : sql<string>`case when ${isSameDecision({ state, reason, until, ends })} then 'noted' else 'triaged' end`
  await insertEventsFrom(
    transaction,
    ids,
    [...eventColumns, 'change_id', 'ignored_until', 'ignore_ends'],
    transaction
      .selectFrom('finding')
      .select(['id', sql<number>`${actor.at}`.as('at'), kind.as('kind')])
      .select(sql<string>`${actor.actor}`.as('actor'))
      .select(triageStateName(sql.ref('triage_state')).as('from_state'))
      .select(
        sql<string | null>`coalesce(${state ?? null}, ${triageStateName(sql.ref('triage_state'))})`.as(
          'to_state',
        ),
      )
      .select([sql<string | null>`${reason}`.as('reason'), sql<string | null>`${note || null}`.as('note')])
      .select(sql<number>`${changeId}`.as('change_id'))
      // A decision that ends an ignored finding says until when it was ignored.
      .select(
        (state === 'ignored'
          ? sql<number | null>`cast(${until} as bigint)`
          : sql.ref<number | null>('ignored_until')
        ).as('ignored_until'),
      )
      .select(sql<number | null>`cast(${endsCode(ends)} as bigint)`.as('ignore_ends'))
      .where('deployment_id', '=', actor.deploymentId)
      .where('id', 'in', valuesOf(ids)),
  )
}
