import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { states, toCode } from '#server/db/codes.ts'
import { removedFromLists } from '#server/db/merge-queue.ts'
import { moveRows, type RefMove } from '#server/db/moved-rows.ts'
import { rowsOf, valuesOf } from '#server/db/sql.ts'
import type { FindingTable } from '#server/db/tables.ts'
import { approvedState } from '#server/findings/approval-rules.ts'
import { createOwnFlaw } from '#server/findings/flaws/flaw-ids.ts'
import { closeAnsweredOffers, refreshOffers, reopenAnsweredOffers } from '#server/findings/flaws/offers.ts'
import { derivedStatus } from '#server/findings/triage-sql.ts'
import { updateFindings } from '#server/findings/writes.ts'
import { leaveThread } from '#server/triage/flaws/leave-flaw.ts'

// Writes `finding` and `finding_event` where projects are merged and split: each function reports what it changed.

/**
 * Moves the stored findings of a change to other refs; null to move them back, with the flaws and the histories that they
 * had.
 * @param condition on `finding`; others stay.
 * @returns their ids.
 */
export async function moveFindings(
  transaction: ChangeTransaction,
  changeId: number,
  moves: readonly RefMove[] | null,
  condition?: RawBuilder<SqlBool>,
): Promise<number[]> {
  const { deploymentId } = transaction
  const ids = await moveRows(transaction, changeId, 'finding', moves, condition)
  if (moves === null) await restoreOffers(transaction, changeId, ids)
  await sql`update finding_match set project_id = finding.project_id from finding
    where finding_match.deployment_id = ${deploymentId} and finding.deployment_id = ${deploymentId}
      and finding.id = finding_match.finding_id and finding_match.finding_id in ${valuesOf(ids)}`.execute(
    transaction,
  )
  transaction.changed.findings(ids)
  if (moves === null) await restoreHistories(transaction, changeId, ids)
  return ids
}

/** Makes offers name the findings again that they named before these were united. */
async function restoreOffers(
  transaction: ChangeTransaction,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  const { deploymentId } = transaction
  for (const [column, kind] of [
    ['finding_id', 'finding_match'],
    ['other_id', 'finding_match.other_id'],
  ] as const)
    await sql`update finding_match set ${sql.ref(column)} = item.parent_id from project_change_item as item
      where finding_match.deployment_id = ${deploymentId} and item.deployment_id = ${deploymentId}
        and item.change_id = ${changeId} and item.kind = ${sql.lit(kind)}
        and item.row_id = finding_match.id and item.parent_id in ${valuesOf(ids)}`.execute(transaction)
}

/** Gives findings that were moved back their histories, and shows those again that were hidden. */
async function restoreHistories(
  transaction: ChangeTransaction,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  const { deploymentId } = transaction
  await sql`update finding_event set finding_id = item.parent_id from project_change_item as item
    where finding_event.deployment_id = ${deploymentId} and item.deployment_id = ${deploymentId}
      and item.change_id = ${changeId} and item.kind = 'finding_event' and item.row_id = finding_event.id
      and item.parent_id in ${valuesOf(ids)}`.execute(transaction)
  await sql`update finding set removed = case when state = ${toCode(states, 'removed')} then 1 else 0 end
    where deployment_id = ${deploymentId} and id in ${valuesOf(ids)} and removed = ${sql.lit(removedFromLists)}
      and ref_id in (select id from ref where deployment_id = ${deploymentId} and expires_at is null)`.execute(
    transaction,
  )
}

/**
 * Gives findings other messages with the same text; no count depends on it.
 * @param given a table with the columns `from_id` and `to_id`.
 */
export async function replaceMessages(
  transaction: ChangeTransaction,
  ids: readonly number[],
  given: RawBuilder<unknown>,
): Promise<void> {
  await sql`update finding set message_id = given.to_id from ${given} as given
    where finding.deployment_id = ${transaction.deploymentId} and finding.message_id = given.from_id
      and finding.id in ${valuesOf(ids)}`.execute(transaction)
}

/** Derives the status of findings from their state and their triage. */
export const deriveStatuses = (transaction: ChangeTransaction, ids: readonly number[]): Promise<void> =>
  updateFindings(transaction, ids, { status: derivedStatus(sql.ref('finding.triage_state')) })

/** The columns of a decision that other rows of the flaw take over; what somebody asks for there is not inherited. */
export const decisionOf = (row: Selectable<FindingTable>) => ({
  triage_state: row.triage_state,
  triage_reason: row.triage_reason,
  triage_comment: row.triage_comment,
  triaged_at: row.triaged_at,
  triaged_by: row.triaged_by,
  triage_change_id: null,
  ignored_until: row.ignored_until,
  ignore_ends: row.ignore_ends,
  reopened_at: row.reopened_at,
  ...(row.approval_state === approvedState
    ? {
        approval_id: row.approval_id,
        approval_state: row.approval_state,
        approval_severity: row.approval_severity,
      }
    : { approval_id: null, approval_state: null, approval_severity: null }),
})

/** The columns of a decision. */
export const decisionColumns: ReadonlySet<string> = new Set([
  ...['triage_state', 'triage_reason', 'triage_comment', 'triaged_at', 'triaged_by', 'triage_change_id'],
  ...['ignored_until', 'ignore_ends', 'reopened_at', 'approval_id', 'approval_state', 'approval_severity'],
])

/** Whether somebody asks to ignore a finding, which no decision made elsewhere answers. */
export const isRequested = ({ approval_id, approval_state }: Selectable<FindingTable>): boolean =>
  approval_id !== null && approval_state !== approvedState

/** Removes from the histories of findings that they inherited a decision at a time, as if they never had. */
export async function forgetInherited(
  transaction: ChangeTransaction,
  ids: readonly number[],
  at: number,
): Promise<void> {
  await transaction
    .deleteFrom('finding_event')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('finding_id', 'in', valuesOf(ids))
    .where('kind', '=', 'inherited')
    .where('at', '=', at)
    .where('scan_id', 'is', null)
    .execute()
  transaction.changed.findings(ids)
}

/**
 * Offers decisions that rows of a flaw inherited where a match is in doubt, and withdraws the offers that they answer.
 * @param all rows of the flaws.
 */
export async function offerInherited(
  transaction: ChangeTransaction,
  heirs: readonly number[],
  all: readonly number[],
): Promise<void> {
  await closeAnsweredOffers(transaction, heirs)
  await refreshOffers(transaction, all)
}

/** Reverts `offerInherited`. */
export async function reopenOffers(transaction: ChangeTransaction, all: readonly number[]): Promise<void> {
  await reopenAnsweredOffers(transaction, all)
  await refreshOffers(transaction, all)
}

/** Two findings that are the same, and the flaw that both are of then. */
export interface UnitedPair {
  stays: number
  goes: number
  flaw: { from: number; to: number }
}

/**
 * Joins findings that are the same: they get one flaw, on all refs where it has no finding yet, one history, and the
 * offers of both; what goes leaves every list.
 */
export async function uniteFindings(
  transaction: ChangeTransaction,
  pairs: readonly UnitedPair[],
): Promise<void> {
  const { deploymentId } = transaction
  await updateFindings(
    transaction,
    pairs.map(({ goes }) => goes),
    { removed: removedFromLists },
  )
  const flaws = [...new Map(pairs.map(({ flaw }) => [flaw.from, flaw.to]))]
  const linked = await sql<{ id: number }>`update finding set flaw_id = flaw.to_id
    from ${rowsOf({ from_id: 'integer', to_id: 'integer' }, flaws)} as flaw
    where finding.deployment_id = ${deploymentId} and finding.flaw_id = flaw.from_id
      and not exists (select 1 from finding as beside where beside.deployment_id = ${deploymentId}
        and beside.flaw_id = flaw.to_id and beside.ref_id = finding.ref_id and beside.source_id = finding.source_id)
    returning finding.id`.execute(transaction)
  const given = rowsOf(
    { stays: 'integer', goes: 'integer' },
    pairs.map(({ stays, goes }) => [stays, goes]),
  )
  await sql`update finding_event set finding_id = pair.stays from ${given} as pair
    where finding_event.deployment_id = ${deploymentId} and finding_event.finding_id = pair.goes`.execute(
    transaction,
  )
  for (const column of ['finding_id', 'other_id'] as const)
    await sql`update finding_match set ${sql.ref(column)} = pair.stays from ${given} as pair
      where finding_match.deployment_id = ${deploymentId} and finding_match.kind = 'candidate'
        and ${sql.ref(`finding_match.${column}`)} = pair.goes`.execute(transaction)
  transaction.changed.findings([...linked.rows.map(({ id }) => id), ...pairs.map(({ stays }) => stays)])
}

/**
 * Takes findings out of the flaw that they have, with the owner and the ticket from it.
 * @param leaving each with the flaw that it gets; null for a flaw of its own, with the others that leave the same flaw.
 */
export async function leaveFlaws(
  transaction: ChangeTransaction,
  leaving: readonly { row: Selectable<FindingTable>; to: number | null }[],
): Promise<void> {
  const flaws = Map.groupBy(leaving, ({ row, to }) => to ?? `of ${row.flaw_id}`)
  for (const some of flaws.values()) {
    const [first] = some
    if (!first) continue
    const flaw_id = first.to ?? (await createOwnFlaw(transaction, first.row))
    await updateFindings(
      transaction,
      some.map(({ row }) => row.id),
      { flaw_id },
    )
  }
  for (const { row } of leaving) await leaveThread(transaction, row)
}
