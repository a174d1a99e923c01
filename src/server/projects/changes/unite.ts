import { type Selectable, type SqlBool, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { states, toCode } from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import type { Row } from '#server/db/engine.ts'
import { type RefMove, storePlaces } from '#server/db/moved-rows.ts'
import { rowsOf, valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { FindingTable } from '#server/db/tables.ts'
import {
  deriveStatuses,
  moveFindings,
  type UnitedPair,
  uniteFindings,
} from '#server/findings/moving/writes.ts'
import { updateEachFinding } from '#server/findings/writes.ts'

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
): Promise<void> {
  if (pairs.length === 0) return
  const goes = valuesOf(pairs.map(({ goes: id }) => id))
  const both = valuesOf(pairs.flatMap(({ stays, goes: id }) => [stays, id]))
  await storePlaces(transaction, changeId, 'finding', sql<SqlBool>`id in ${both}`)
  await storePlaces(transaction, changeId, 'finding_event', sql<SqlBool>`finding_id in ${goes}`)
  for (let from = 0; from < pairs.length; from += pairsPerBatch)
    await takeOver(transaction, changeId, pairs.slice(from, from + pairsPerBatch))
  await moveFindings(transaction, changeId, hidden, sql<SqlBool>`finding.id in ${goes}`)
  await uniteFindings(transaction, pairs)
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
  const updates = pairs.flatMap(({ stays, goes }) => {
    const [row, other] = [byId.get(stays), byId.get(goes)]
    const changes = row && other ? takenFrom(row, other) : {}
    return row && Object.keys(changes).length > 0 ? [{ id: stays, row, changes }] : []
  })
  if (updates.length === 0) return
  const given = rowsOf(
    { id: 'integer', before: 'text' },
    updates.map(({ id, row, changes }) => {
      const before = Object.fromEntries(
        Object.entries(row).filter(([column]) => Object.hasOwn(changes, column)),
      )
      return [id, JSON.stringify({ before, after: changes })]
    }),
  )
  await sql`update project_change_item set before_json = given.before from ${given} as given
    where deployment_id = ${deploymentId} and change_id = ${changeId} and kind = 'finding'
      and row_id = given.id`.execute(transaction)
  await updateEachFinding(transaction, updates)
  await deriveStatuses(
    transaction,
    updates.map(({ id }) => id),
  )
}

function takenFrom(row: FullFinding, other: FullFinding): Row {
  const isOpenAgain = present.includes(other.state) && !present.includes(row.state)
  const since = other.open_since ?? other.relevant_since
  // parse: our own column, written as a FindingDocument.
  const [document, { external_ticket: ticket }] = [row, other].map(({ document_json: json }) =>
    parseStored<FindingDocument>(json),
  ) as [FindingDocument, FindingDocument]
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
    ...(row.owner === null && other.owner !== null
      ? { owner: other.owner, owner_source: other.owner_source }
      : {}),
    ...(row.has_ticket === 0 && ticket
      ? { has_ticket: 1, document_json: JSON.stringify({ ...document, external_ticket: ticket }) }
      : {}),
  }
}

/** Gives findings back what they had before a merge, where it was not changed since. */
export async function separate(transaction: ChangeTransaction, changeId: number): Promise<void> {
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
      .where('item.before_json', 'is not', null)
      .where('item.row_id', '>', after)
      .orderBy('item.row_id')
      .limit(pairsPerBatch)
      .execute()
    if (items.length === 0) return
    after = items.at(-1)?.id ?? after
    const updates = items.map(({ before_json: json, ...row }) => {
      // parse: written by `takeOver`.
      const { before, after: taken } = parseStored<{ before: Row; after: Row }>(json ?? '{}')
      const isOurs = ([column]: [string, unknown]) =>
        Object.entries(row).some(([name, value]) => name === column && value === taken[column])
      return { id: row.id, changes: Object.fromEntries(Object.entries(before).filter(isOurs)) }
    })
    await updateEachFinding(transaction, updates)
    await deriveStatuses(
      transaction,
      updates.map(({ id }) => id),
    )
  }
}
