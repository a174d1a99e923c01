import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { undoAnswer } from '#contract/responses/triage.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import {
  findingTypes,
  fromCode,
  ownerSources,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { asFlag, valuesOf } from '#server/db/sql.ts'
import { leastSeverity, requestedState, requiresApproval } from '#server/findings/approval-rules.ts'
import { refreshOffers, reopenAnsweredOffers } from '#server/findings/flaws/offers.ts'
import {
  describeFinding,
  sharedValue,
  type TriageAuditDetail,
} from '#server/findings/history/triage-detail.ts'
import { reasonName, triageStateName } from '#server/findings/triage-sql.ts'
import { eventColumns, insertEventsFrom, restoreTriage, updateFindings } from '#server/findings/writes.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { endDecidedRequests, reopenApproval } from '../approvals/reopen.ts'
import { undoConfirmation } from '../flaws/confirmation.ts'
import { previousTriageColumns } from './apply-decision.ts'
import { type SkipReason, skipReasons } from './skip-reasons.ts'
import { shownOf } from './triage-state.ts'

const setByHand = toCode(ownerSources, 'manual')
const ignored = toCode(triageStates, 'ignored')

/** Milliseconds for which a decision can be undone. */
export const undoPeriod = 24 * 60 * 60 * 1000

/** Until when a change made at an instant can be undone; null once that has passed. */
export const undoableUntil = (at: number, now: number): number | null =>
  at + undoPeriod < now ? null : at + undoPeriod

interface UndoRequest {
  deploymentId: number
  /** As in the URL. */
  changeId: string
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Reverts a decision on each finding that still has the triage the decision set: state, reason, note and time are
 * restored, including `untriaged`. The others are listed with the reason.
 * @throws HttpError 404 for an unknown change, 409 for one already undone or older than 24 hours.
 * Source: docs/api.md#undo.
 */
export async function revertTriage(
  transaction: ChangeTransaction,
  request: UndoRequest,
): Promise<z.infer<typeof undoAnswer>> {
  const { deploymentId, actor, at } = request
  const change = await canUndo(transaction, request)
  const { restored, skipped } = await revertChange(transaction, change.id, request)
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: 'findings.triage_undone',
    target: String(change.id),
    detail: { ...(await detailOf(transaction, change, restored)), by: change.actor },
  })
  return { num_undone: restored.length, skipped }
}

/** The detail of an undo event in the audit log. */
async function detailOf(
  transaction: ChangeTransaction,
  { type, to_state, owner }: { type: number | null; to_state: number | null; owner: string | null },
  restored: readonly UndoItem[],
): Promise<TriageAuditDetail> {
  const reason = sharedValue(restored.map((item) => item.triage_reason))
  return {
    issue_type: fromCode(findingTypes, type),
    count: restored.length,
    flaws: new Set(restored.map((item) => item.flaw_id)).size,
    finding: await describeFinding(transaction, transaction.deploymentId, restored[0]?.finding_id),
    from: fromCode(triageStates, to_state),
    to: fromCode(triageStates, sharedValue(restored.map((item) => item.triage_state))),
    reason: fromCode(triageReasons, reason),
    note: sharedValue(restored.map((item) => item.triage_comment)),
    ...(owner === null ? {} : { owner: sharedValue(restored.map((item) => item.owner)) }),
  }
}

/**
 * Restores the triage of the findings of a change that still have the triage it set. Where ignoring needs approval, undoing
 * does not ignore a critical or high finding again without one. A request that it opened is withdrawn; one that it
 * carried out is open again. What confirming a match moved with the triage moves back.
 * @returns the restored findings that lists show, and the others with the reason.
 */
export async function revertChange(
  transaction: ChangeTransaction,
  changeId: number,
  undoActor: { actor: string; at: number },
) {
  await addHeirs(transaction, changeId)
  const items = await readUndoItems(transaction, changeId)
  const isRequired = await requiresApproval(transaction, transaction.deploymentId)
  const canRestore = (item: UndoItem) => item.stands === 1 && !(isRequired && item.unapproved === 1)
  const unchangedIds = items.filter(canRestore).map((item) => item.finding_id)
  const change = await transaction
    .updateTable('triage_change')
    .set({ undone_at: undoActor.at })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', changeId)
    .returning(['approval_id', 'match_id'])
    .executeTakeFirst()
  if (unchangedIds.length > 0) await restoreItems(transaction, changeId, unchangedIds, undoActor)
  const matchId = change?.match_id ?? null
  const reopening =
    matchId === null ? null : await undoConfirmation(transaction, { matchId, changeId }, undoActor)
  if (reopening !== null) await revertChange(transaction, reopening, undoActor)
  if (unchangedIds.length > 0) {
    await reopenAnsweredOffers(transaction, unchangedIds)
    await refreshOffers(transaction, unchangedIds)
  }
  if (change && change.approval_id !== null) await reopenApproval(transaction, change.approval_id, changeId)
  await endDecidedRequests(transaction, unchangedIds)
  const skipped = items
    .filter((item) => !canRestore(item) && (item.removed === null || item.removed === 0))
    .map((item) => {
      const code: SkipReason =
        item.removed === null ? 'removed' : item.stands === 1 ? 'unapproved' : 'triaged_since'
      return { id: item.finding_id, code, reason: skipReasons[code] }
    })
  return { restored: shownOf(items.filter(canRestore)), skipped }
}

/**
 * Makes the findings that inherited the decision of a change, or the owner that it set, part of it: on refs that were scanned
 * since, it is undone as well. They had before what the flaw had.
 */
async function addHeirs(transaction: ChangeTransaction, changeId: number): Promise<void> {
  const { deploymentId } = transaction
  const columns = sql.join([...previousTriageColumns].map((column) => sql.ref(`item.${column}`)))
  const { rows } = await sql<{ finding_id: number }>`
    insert into triage_change_item (deployment_id, change_id, finding_id, ${sql.join(previousTriageColumns.map((column) => sql.ref(column)))})
    select item.deployment_id, item.change_id, heir.id, ${columns}
    from triage_change_item as item
    join triage_change as change on change.deployment_id = item.deployment_id and change.id = item.change_id
    join finding as own on own.deployment_id = item.deployment_id and own.id = item.finding_id
      and own.triage_change_id = change.id
    join finding as heir on heir.deployment_id = own.deployment_id and heir.flaw_id = own.flaw_id
      and heir.triage_change_id is null and heir.triage_state = own.triage_state
    where item.deployment_id = ${deploymentId} and item.change_id = ${changeId}
      and (((change.to_state is not null or change.note is not null) and heir.triaged_at = own.triaged_at
          and heir.triaged_by is not distinct from own.triaged_by)
        or (change.to_state is null and change.note is null and change.owner <> '' and heir.owner = change.owner
          and heir.owner_source = ${setByHand} and not exists (select 1 from finding_event as event
            where event.deployment_id = heir.deployment_id and event.finding_id = heir.id and event.kind = 'assigned')))
    order by own.on_primary desc, item.finding_id
    on conflict do nothing returning finding_id`.execute(transaction)
  await updateFindings(
    transaction,
    rows.map((row) => row.finding_id),
    { triage_change_id: changeId },
  )
}

async function canUndo(transaction: Writer, { deploymentId, changeId, at }: UndoRequest) {
  const id = ownId(changeId)
  const change =
    id === null
      ? undefined
      : await transaction
          .selectFrom('triage_change')
          .select(['id', 'at', 'actor', 'type', 'to_state', 'undone_at', 'job_id', 'owner'])
          .where('id', '=', id)
          .where('deployment_id', '=', deploymentId)
          .executeTakeFirst()
  if (!change) throw notFound('change')
  if (change.job_id !== null) {
    throw new HttpError(409, `This change is part of job ${change.job_id}. Undo the job instead.`)
  }
  if (change.undone_at !== null) throw new HttpError(409, 'This change has already been undone.')
  if (undoableUntil(change.at, at) === null) throw new HttpError(409, 'This change is older than 24 hours.')
  return change
}

type UndoItem = Awaited<ReturnType<typeof readUndoItems>>[number]

/**
 * The findings of a change; `stands` is 1 if the finding still has the triage that the change set, or waits for the
 * approval that it requested, and `unapproved` if it would be ignored again with a severity that nobody approved.
 */
async function readUndoItems(transaction: ChangeTransaction, changeId: number) {
  return transaction
    .selectFrom('triage_change_item as item')
    .innerJoin('triage_change as change', (join) =>
      join.onRef('change.deployment_id', '=', 'item.deployment_id').onRef('change.id', '=', 'item.change_id'),
    )
    .leftJoin('finding', (join) =>
      join
        .onRef('finding.deployment_id', '=', 'item.deployment_id')
        .onRef('finding.id', '=', 'item.finding_id'),
    )
    .select(['item.finding_id', 'finding.removed', 'finding.flaw_id'])
    .select(['item.triage_state', 'item.triage_reason', 'item.triage_comment', 'item.owner'])
    .select(
      asFlag(sql`finding.triage_change_id = change.id
        and ((finding.approval_state = ${requestedState} and finding.approval_id = change.approval_id)
          or ((change.to_state is null
            or (finding.triage_state = change.to_state and finding.triage_reason is not distinct from change.reason
              and finding.ignored_until is not distinct from change.ignored_until
              and (change.to_state <> ${ignored} or finding.ignore_ends is not distinct from change.ignore_ends)))
          and (change.note is null or coalesce(finding.triage_comment, '') = change.note)))
        and (change.owner is null
          or (coalesce(finding.owner, '') = change.owner and finding.owner_source = ${setByHand}))`).as(
        'stands',
      ),
    )
    .select(
      asFlag(sql`item.triage_state = ${ignored} and finding.severity >= ${leastSeverity}
        and coalesce(item.approval_severity, -1) < finding.severity
        and not (finding.triage_state = item.triage_state
          and finding.triage_reason is not distinct from item.triage_reason
          and finding.ignored_until is not distinct from item.ignored_until
          and finding.ignore_ends is not distinct from item.ignore_ends)`).as('unapproved'),
    )
    .where('item.deployment_id', '=', transaction.deploymentId)
    .where('item.change_id', '=', changeId)
    .orderBy('item.finding_id')
    .execute()
}

async function restoreItems(
  transaction: ChangeTransaction,
  changeId: number,
  ids: readonly number[],
  undoActor: { actor: string; at: number },
) {
  const {
    owner,
    to_state: toState,
    note,
  } = await transaction
    .selectFrom('triage_change')
    .select(['owner', 'to_state', 'note'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow()
  const withOwner = owner !== null
  if (withOwner) await addOwnerEvents(transaction, changeId, ids, undoActor)
  if (!withOwner || toState !== null || note !== null)
    await addUndoEvents(transaction, changeId, ids, undoActor)
  await restoreTriage(transaction, changeId, ids, { withOwner })
}

/** Adds the owner that each finding had before the change to its history. */
async function addOwnerEvents(
  transaction: ChangeTransaction,
  changeId: number,
  ids: readonly number[],
  { actor, at }: { actor: string; at: number },
) {
  await insertEventsFrom(
    transaction,
    ids,
    [...eventColumns, 'change_id'],
    transaction
      .selectFrom('triage_change_item as item')
      .innerJoin('finding', (join) =>
        join
          .onRef('finding.deployment_id', '=', 'item.deployment_id')
          .onRef('finding.id', '=', 'item.finding_id'),
      )
      .select(['finding.id', sql<number>`${at}`.as('at'), sql<string>`'assigned'`.as('kind')])
      .select([sql<string>`${actor}`.as('actor'), 'finding.owner as from_state', 'item.owner as to_state'])
      .select([
        sql<string | null>`'undone'`.as('reason'),
        sql<string | null>`null`.as('note'),
        'item.change_id',
      ])
      .where('item.deployment_id', '=', transaction.deploymentId)
      .where('item.change_id', '=', changeId)
      .where('finding.id', 'in', valuesOf(ids))
      .where(sql<boolean>`finding.owner is distinct from item.owner`),
  )
}

async function addUndoEvents(
  transaction: ChangeTransaction,
  changeId: number,
  ids: readonly number[],
  { actor, at }: { actor: string; at: number },
) {
  await insertEventsFrom(
    transaction,
    ids,
    [...eventColumns, 'change_id', 'ignored_until', 'ignore_ends'],
    transaction
      .selectFrom('triage_change_item as item')
      .innerJoin('finding', (join) =>
        join
          .onRef('finding.deployment_id', '=', 'item.deployment_id')
          .onRef('finding.id', '=', 'item.finding_id'),
      )
      .select(['finding.id', sql<number>`${at}`.as('at')])
      .select([sql<string>`'undone'`.as('kind'), sql<string>`${actor}`.as('actor')])
      .select(triageStateName(sql.ref('finding.triage_state')).as('from_state'))
      .select(triageStateName(sql.ref('item.triage_state')).as('to_state'))
      .select(reasonName(sql.ref('item.triage_reason')).as('reason'))
      .select(['item.triage_comment as note', 'item.change_id', 'item.ignored_until', 'item.ignore_ends'])
      .where('item.deployment_id', '=', transaction.deploymentId)
      .where('item.change_id', '=', changeId)
      .where('finding.id', 'in', valuesOf(ids)),
  )
}
