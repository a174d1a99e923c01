import type { Expression, Insertable, SqlBool, UpdateObject } from 'kysely'
import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { toCode, triageStates } from '#server/db/codes.ts'
import {
  insertNewRows,
  insertNumbered,
  insertRows,
  type MovedRow,
  type Row,
  type StagingTables,
  updateRows,
  type Value,
} from '#server/db/engine.ts'
import { takeId, takeIds } from '#server/db/ids.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { FindingTable, Tables } from '#server/db/tables.ts'
import type { FindingEventTable } from '#server/db/triage-tables.ts'
import { primaryEventKinds } from './history/status-history.ts'
import { derivedStatus } from './triage-sql.ts'

// The only module that writes `finding`, `finding_event` and `category_set`: each function reports what it changed.

/** Inserts findings under the given ids. */
export async function insertFindings(transaction: ChangeTransaction, rows: readonly Row[]): Promise<void> {
  await insertRows(transaction, 'finding', rows)
  transaction.changed.findings(rows.map((row) => Number(row['id'])))
}

/** Moves staged findings to their final table. */
export async function insertStagedFindings(
  transaction: ChangeTransaction,
  staged: StagingTables,
  target: Parameters<StagingTables['move']>[1],
  rows: readonly MovedRow[],
): Promise<void> {
  transaction.changed.findings(await staged.move(transaction, target, rows))
}

/** Inserts one finding as a flaw of its own. @returns its id. */
export async function insertOwnFlaw(
  transaction: ChangeTransaction,
  values: Omit<Insertable<FindingTable>, 'id' | 'deployment_id' | 'flaw_id'>,
): Promise<number> {
  const { deploymentId } = transaction
  const id = await takeId(transaction, deploymentId, 'finding')
  await transaction
    .insertInto('finding')
    .values({ ...values, deployment_id: deploymentId, id, flaw_id: id })
    .execute()
  transaction.changed.findings([id])
  return id
}

/** Deletes findings, and by foreign keys their details and histories. @returns how many were deleted. */
export async function deleteFindings(
  transaction: ChangeTransaction,
  ids: readonly number[],
): Promise<number> {
  await handOverComments(transaction, ids)
  const rows = await transaction
    .deleteFrom('finding')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .returning('id')
    .execute()
  transaction.changed.findings(rows.map(({ id }) => id))
  return rows.length
}

/** Moves comments on findings that will be deleted to another instance of the flaw, if there is one. */
async function handOverComments(transaction: ChangeTransaction, ids: readonly number[]): Promise<void> {
  const { deploymentId } = transaction
  const heirs = await transaction
    .selectFrom('finding_comment as comment')
    .innerJoin('finding as deleted', (join) =>
      join
        .onRef('deleted.deployment_id', '=', 'comment.deployment_id')
        .onRef('deleted.id', '=', 'comment.finding_id'),
    )
    .innerJoin('finding as heir', (join) =>
      join
        .onRef('heir.deployment_id', '=', 'deleted.deployment_id')
        .onRef('heir.flaw_id', '=', 'deleted.flaw_id'),
    )
    .select(({ fn }) => ['comment.finding_id as from', fn.min('heir.id').as('to')])
    .where('comment.deployment_id', '=', deploymentId)
    .where('comment.finding_id', 'in', valuesOf(ids))
    .where('heir.id', 'not in', valuesOf(ids))
    .groupBy('comment.finding_id')
    .execute()
  for (const { from, to } of heirs)
    await transaction
      .updateTable('finding_comment')
      .set({ finding_id: to })
      .where('deployment_id', '=', deploymentId)
      .where('finding_id', '=', from)
      .execute()
}

/** Sets columns of several findings, each its own. */
export async function updateEachFinding(
  transaction: ChangeTransaction,
  updates: readonly { readonly id: number; readonly changes: Row }[],
): Promise<void> {
  const changed = updates.filter(({ changes }) => Object.keys(changes).length > 0)
  await updateRows(transaction, 'finding', changed)
  transaction.changed.findings(changed.map(({ id }) => id))
}

/** Sets the same columns of several findings, with one statement. */
export async function updateFindings(
  transaction: ChangeTransaction,
  ids: readonly number[],
  values: UpdateObject<Tables, 'finding'>,
): Promise<void> {
  if (ids.length === 0) return
  await transaction
    .updateTable('finding')
    .set(values)
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  transaction.changed.findings(ids)
}

/** Sets whether the findings of a ref are on the primary one, and adds that to their histories. */
export async function setFindingsPrimary(
  transaction: ChangeTransaction,
  refId: number,
  primary: number,
  { actor, at }: { actor: string | null; at: number },
): Promise<void> {
  const rows = await transaction
    .updateTable('finding')
    .set({ on_primary: primary })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', '=', refId)
    .returning('id')
    .execute()
  if (rows.length === 0) return
  const kind = primary === 1 ? primaryEventKinds.became : primaryEventKinds.left
  await insertEventsFrom(
    transaction,
    rows.map(({ id }) => id),
    eventColumns,
    transaction
      .selectFrom('finding')
      .select(['id', sql<number>`${at}`.as('at'), sql<string>`${kind}`.as('kind')])
      .select(sql<string | null>`cast(${actor} as text)`.as('actor'))
      .select(
        ['from_state', 'to_state', 'reason', 'note'].map((name) => sql<null>`cast(null as text)`.as(name)),
      )
      .where('deployment_id', '=', transaction.deploymentId)
      .where('ref_id', '=', refId),
  )
}

/** Restores the triage that findings had before a change, and the owner if it set one. */
export async function restoreTriage(
  transaction: ChangeTransaction,
  changeId: number,
  ids: readonly number[],
  { withOwner }: { withOwner: boolean },
): Promise<void> {
  await transaction
    .updateTable('finding')
    .from('triage_change_item as item')
    .set((eb) => ({
      triage_state: eb.ref('item.triage_state'),
      triage_reason: eb.ref('item.triage_reason'),
      triage_comment: eb.ref('item.triage_comment'),
      triaged_at: eb.ref('item.triaged_at'),
      triaged_by: eb.ref('item.triaged_by'),
      triage_change_id: eb.ref('item.triage_change_id'),
      ignored_until: eb.ref('item.ignored_until'),
      ignore_ends: eb.ref('item.ignore_ends'),
      reopened_at: eb.ref('item.reopened_at'),
      approval_id: eb.ref('item.approval_id'),
      approval_state: eb.ref('item.approval_state'),
      approval_severity: eb.ref('item.approval_severity'),
      status: derivedStatus(sql.ref('item.triage_state')),
      ...(withOwner ? { owner: eb.ref('item.owner'), owner_source: eb.ref('item.owner_source') } : {}),
    }))
    .whereRef('item.deployment_id', '=', 'finding.deployment_id')
    .whereRef('item.finding_id', '=', 'finding.id')
    .where('item.change_id', '=', changeId)
    .where('finding.deployment_id', '=', transaction.deploymentId)
    .where('finding.id', 'in', valuesOf(ids))
    .execute()
  transaction.changed.findings(ids)
}

/** What a finding has beside its state that nobody has triaged. */
export const noDecision = {
  triage_reason: null,
  triage_comment: null,
  triaged_at: null,
  triaged_by: null,
  triage_change_id: null,
  ignored_until: null,
  ignore_ends: null,
  approval_id: null,
  approval_state: null,
  approval_severity: null,
} as const

/** The triage states of a finding that nobody has triaged. */
export const undecidedTriage = [toCode(triageStates, 'untriaged'), toCode(triageStates, 'reopened')]

/** Adds events to the histories of findings. */
export async function insertEvents(transaction: ChangeTransaction, rows: readonly Row[]): Promise<void> {
  await insertNewRows(transaction, 'finding_event', rows)
  transaction.changed.findings(rows.map((row) => Number(row['finding_id'])))
}

/** The columns of events that a query returns, in their order; further columns are optional. */
export const eventColumns = [
  'finding_id',
  'at',
  'kind',
  'actor',
  'from_state',
  'to_state',
  'reason',
  'note',
] as const

/** Adds an event, made by a query, to the history of each of the given findings, with one statement. */
export async function insertEventsFrom(
  transaction: ChangeTransaction,
  ids: readonly number[],
  columns: readonly Exclude<keyof FindingEventTable, 'id' | 'deployment_id'>[],
  lines: Expression<unknown>,
): Promise<void> {
  const { deploymentId } = transaction
  const first = await takeIds(transaction, deploymentId, 'finding_event', ids.length)
  await transaction
    .insertInto('finding_event')
    .columns(['deployment_id', 'id', ...columns])
    .expression(
      sql`select ${deploymentId}, ${first} - 1 + row_number() over (), line.* from ${lines} as line`,
    )
    .execute()
  transaction.changed.findings(ids)
}

/**
 * Adds an event to the history of each finding that gets another owner, before the findings are updated.
 * @param change.note why, if no person did it.
 */
export async function insertOwnerEvents(
  transaction: ChangeTransaction,
  ids: readonly number[],
  change: { owner: string | null; changeId: number | null; actor: string; at: number; note?: string },
): Promise<void> {
  const { owner, changeId, actor, at, note } = change
  await insertEventsFrom(
    transaction,
    ids,
    [...eventColumns, 'change_id'],
    transaction
      .selectFrom('finding')
      .select(['id', sql<number>`${at}`.as('at'), sql<string>`'assigned'`.as('kind')])
      .select(sql<string>`${actor}`.as('actor'))
      .select(['owner as from_state', sql<string | null>`cast(${owner} as text)`.as('to_state')])
      .select([
        sql<string | null>`null`.as('reason'),
        sql<string | null>`cast(${note ?? null} as text)`.as('note'),
      ])
      .select(sql<number | null>`cast(${changeId} as bigint)`.as('change_id'))
      .where('deployment_id', '=', transaction.deploymentId)
      .where('id', 'in', valuesOf(ids))
      .where('owner', 'is distinct from', owner),
  )
}

/**
 * Deletes events from the histories of findings.
 * @param condition on `event`; others of the given events are kept.
 * @returns how many were deleted.
 */
export async function deleteEvents(
  transaction: ChangeTransaction,
  eventIds: readonly number[],
  condition: Expression<SqlBool>,
): Promise<number> {
  const rows = await transaction
    .selectFrom('finding_event as event')
    .select(['event.id', 'event.finding_id'])
    .where('event.deployment_id', '=', transaction.deploymentId)
    .where('event.id', 'in', valuesOf(eventIds))
    .where(condition)
    .execute()
  await transaction
    .deleteFrom('finding_event')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(rows.map(({ id }) => id)))
    .execute()
  transaction.changed.findings(rows.map(({ finding_id: id }) => id))
  return rows.length
}

/** Sets the actor of events; nothing is counted by it. */
export async function renameEventActors(
  transaction: ChangeTransaction,
  eventIds: readonly number[],
  actor: string,
): Promise<void> {
  await transaction
    .updateTable('finding_event')
    .set({ actor })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(eventIds))
    .execute()
}

/** Sets the owner that events tell of, before or after. */
export async function renameEventOwners(
  transaction: ChangeTransaction,
  eventIds: readonly number[],
  column: 'from_state' | 'to_state',
  owner: string,
): Promise<void> {
  await transaction
    .updateTable('finding_event')
    .set({ [column]: owner })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(eventIds))
    .execute()
}

/** Moves events from the history of one finding to that of another. */
export async function moveEvents(
  transaction: ChangeTransaction,
  eventIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (eventIds.length === 0) return
  await transaction
    .updateTable('finding_event')
    .set({ finding_id: to })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(eventIds))
    .execute()
  transaction.changed.findings([from, to])
}

/** Inserts lists of categories, as JSON, that do not exist yet. @returns their ids by list. */
export async function insertCategorySets(
  transaction: ChangeTransaction,
  lists: readonly string[],
): Promise<Map<Value, number>> {
  if (lists.length > 0) transaction.changed.table('category_set')
  return insertNumbered(
    transaction,
    'category_set',
    lists.map((list) => ({ categories_json: list })),
    'categories_json',
  )
}
