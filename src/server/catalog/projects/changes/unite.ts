import { type Selectable, type SqlBool, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, states, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import type { Row } from '#server/db/engine.ts'
import { type RefMove, storePlaces } from '#server/db/moved-rows.ts'
import { rowsOf, valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { FindingTable } from '#server/db/tables.ts'
import { insertEvents, undecidedTriage, updateEachFinding } from '#server/findings/writes.ts'
import {
  decisionColumns,
  decisionOf,
  deriveStatuses,
  forgetInherited,
  isRequested,
  moveFindings,
  offerInherited,
  reopenOffers,
  type UnitedPair,
  uniteFindings,
} from '#server/scans/moving/writes.ts'

/** Pairs whose rows are read at a time. */
const pairsPerBatch = 1000

const present: number[] = [toCode(states, 'unresolved'), toCode(states, 'muted')]

type FullFinding = Selectable<FindingTable>

/**
 * Leaves one finding of each pair: it is open if one of them was, and has the owner, the ticket and the due date of the
 * other where it had none. The other one hides on a ref that expires.
 * @param hidden where the findings of refs of the other project go.
 */
export async function unite(
  transaction: ChangeTransaction,
  changeId: number,
  pairs: readonly UnitedPair[],
  hidden: readonly RefMove[],
  at: number,
): Promise<void> {
  if (pairs.length === 0) return
  const goes = valuesOf(pairs.map(({ goes: id }) => id))
  const both = valuesOf(pairs.flatMap(({ stays, goes: id }) => [stays, id]))
  await storePlaces(transaction, changeId, 'finding', sql<SqlBool>`id in ${both}`)
  await storePlaces(transaction, changeId, 'finding_event', sql<SqlBool>`finding_id in ${goes}`)
  await storePlaces(transaction, changeId, 'finding_match', sql<SqlBool>`finding_id in ${goes}`)
  await storePlaces(transaction, changeId, 'finding_match.other_id', sql<SqlBool>`other_id in ${goes}`)
  for (let from = 0; from < pairs.length; from += pairsPerBatch)
    await takeOver(transaction, changeId, pairs.slice(from, from + pairsPerBatch))
  await moveFindings(transaction, changeId, hidden, sql<SqlBool>`finding.id in ${goes}`)
  await uniteFindings(transaction, pairs)
  for (let from = 0; from < pairs.length; from += pairsPerBatch)
    await spreadDecisions(transaction, changeId, pairs.slice(from, from + pairsPerBatch), at)
}

/** Gives what stays what only the other had, and stores how it was. */
async function takeOver(
  transaction: ChangeTransaction,
  changeId: number,
  pairs: readonly UnitedPair[],
): Promise<void> {
  const { deploymentId } = transaction
  const rows = await transaction
    .selectFrom('finding')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(pairs.flatMap(({ stays, goes }) => [stays, goes])))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  await changeRows(
    transaction,
    changeId,
    pairs.flatMap(({ stays, goes }) => {
      const [row, other] = [byId.get(stays), byId.get(goes)]
      return row && other ? [{ row, changes: takenFrom(row, other) }] : []
    }),
  )
}

/** Changes findings, and stores how they were. */
async function changeRows(
  transaction: ChangeTransaction,
  changeId: number,
  all: readonly { row: FullFinding; changes: Row }[],
): Promise<void> {
  const updates = all.filter(({ changes }) => Object.keys(changes).length > 0)
  if (updates.length === 0) return
  const given = rowsOf(
    { id: 'integer', before: 'text' },
    updates.map(({ row, changes }) => {
      const before = Object.fromEntries(
        Object.entries(row).filter(([column]) => Object.hasOwn(changes, column)),
      )
      return [row.id, JSON.stringify({ before, after: changes })]
    }),
  )
  await sql`update project_change_item set before_json = given.before from ${given} as given
    where deployment_id = ${transaction.deploymentId} and change_id = ${changeId} and kind = 'finding'
      and row_id = given.id`.execute(transaction)
  const ids = updates.map(({ row }) => row.id)
  await updateEachFinding(
    transaction,
    updates.map(({ row, changes }) => ({ id: row.id, changes })),
  )
  await deriveStatuses(transaction, ids)
}

/**
 * Gives the rows of united flaws on other refs the decision of those that stay, where they have an older one or none, and
 * offers it where a match is in doubt.
 */
async function spreadDecisions(
  transaction: ChangeTransaction,
  changeId: number,
  pairs: readonly UnitedPair[],
  at: number,
): Promise<void> {
  const { deploymentId } = transaction
  const rows = await transaction
    .selectFrom('finding')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .selectAll('finding')
    .select('ref.name as ref')
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.flaw_id', 'in', valuesOf(new Set(pairs.map(({ flaw }) => flaw.to))))
    .where('ref.expires_at', 'is', null)
    .execute()
  const staying = new Set(pairs.map(({ stays }) => stays))
  const heirs = [...Map.groupBy(rows, ({ flaw_id: flaw }) => flaw).values()].flatMap((some) => {
    const [source] = some
      .filter((row) => staying.has(row.id) && isDecided(row))
      .toSorted((one, other) => (other.triaged_at ?? 0) - (one.triaged_at ?? 0))
    const isOlder = (row: FullFinding) => (row.triaged_at ?? 0) < (source?.triaged_at ?? 0)
    return source
      ? some.flatMap((row) =>
          !staying.has(row.id) && isOlder(row) && !isRequested(row) ? [{ row, source }] : [],
        )
      : []
  })
  const ids = heirs.map(({ row }) => row.id)
  await storePlaces(transaction, changeId, 'finding', sql<SqlBool>`id in ${valuesOf(ids)}`)
  await changeRows(
    transaction,
    changeId,
    heirs.map(({ row, source }) => ({
      row,
      changes: { ...decisionOf(source), ...belongingsOf(row, source) },
    })),
  )
  await insertEvents(
    transaction,
    heirs.map(({ row, source }) => ({
      ...{ deployment_id: deploymentId, finding_id: row.id, at, kind: 'inherited', actor: null },
      from_state: fromCode(triageStates, row.triage_state),
      to_state: fromCode(triageStates, source.triage_state),
      reason: fromCode(triageReasons, source.triage_reason),
      note: source.ref,
      ...{ scan_id: null, change_id: null },
    })),
  )
  await offerInherited(
    transaction,
    ids,
    rows.map(({ id }) => id),
  )
}

const isDecided = ({ triage_state: state, triage_comment: note }: FullFinding) =>
  !undecidedTriage.includes(state) || note !== null

/** The owner and the ticket of another finding, where one has none. */
export function belongingsOf(row: FullFinding, other: FullFinding): Row {
  // parse: our own column, written as a FindingDocument.
  const [document, { external_ticket: ticket }] = [row, other].map(({ document_json: json }) =>
    parseStored<FindingDocument>(json),
  ) as [FindingDocument, FindingDocument]
  return {
    ...(row.owner === null && other.owner !== null
      ? { owner: other.owner, owner_source: other.owner_source }
      : {}),
    ...(row.has_ticket === 0 && ticket
      ? { has_ticket: 1, document_json: JSON.stringify({ ...document, external_ticket: ticket }) }
      : {}),
  }
}

function takenFrom(row: FullFinding, other: FullFinding): Row {
  const isOpenAgain = present.includes(other.state) && !present.includes(row.state)
  const since = other.open_since ?? other.relevant_since
  return {
    ...(isOpenAgain
      ? {
          state: other.state,
          fixed_scan_id: null,
          removed: other.removed,
          state_updated_at: other.state_updated_at,
          relevant_since: other.relevant_since,
        }
      : {}),
    ...(present.includes(other.state) && since < (row.open_since ?? row.relevant_since)
      ? { open_since: since }
      : {}),
    ...belongingsOf(row, other),
  }
}

/** Gives findings back what they had before a merge, where it was not changed since. */
export async function separate(
  transaction: ChangeTransaction,
  changeId: number,
  mergedAt: number,
): Promise<void> {
  for (let after = 0; ; ) {
    const items = await transaction
      .selectFrom('project_change_item as item')
      .innerJoin('finding', (join) =>
        join
          .onRef('finding.deployment_id', '=', 'item.deployment_id')
          .onRef('finding.id', '=', 'item.row_id'),
      )
      .selectAll('finding')
      .select('item.before_json')
      .where('item.deployment_id', '=', transaction.deploymentId)
      .where('item.change_id', '=', changeId)
      .where('item.kind', '=', 'finding')
      .where('item.row_id', '>', after)
      .orderBy('item.row_id')
      .limit(pairsPerBatch)
      .execute()
    if (items.length === 0) return
    after = items.at(-1)?.id ?? after
    const updates = items.flatMap(({ before_json: json, ...row }) => {
      if (json === null) return []
      // parse: written by `changeRows`.
      const { before, after: taken } = parseStored<{ before: Row; after: Row }>(json)
      const now = new Map<string, unknown>(Object.entries(row))
      // Who decided since decided about all of it.
      const isDecidedSince = 'triaged_at' in taken && now.get('triaged_at') !== taken['triaged_at']
      const isOurs = ([column]: [string, unknown]) =>
        now.get(column) === taken[column] && !(isDecidedSince && decisionColumns.has(column))
      return [{ id: row.id, changes: Object.fromEntries(Object.entries(before).filter(isOurs)) }]
    })
    const ids = updates.map(({ id }) => id)
    await updateEachFinding(transaction, updates)
    await deriveStatuses(transaction, ids)
    await forgetInherited(transaction, ids, mergedAt)
    await reopenOffers(
      transaction,
      items.map(({ id }) => id),
    )
  }
}
