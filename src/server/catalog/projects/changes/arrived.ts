import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Row } from '#server/db/engine.ts'
import { storePlaces } from '#server/db/moved-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { FindingTable } from '#server/db/tables.ts'
import { insertEvents, noDecision, updateEachFinding } from '#server/findings/writes.ts'
import {
  decisionOf,
  deriveStatuses,
  isRequested,
  leaveFlaws,
  reopenOffers,
} from '#server/scans/moving/writes.ts'
import type { ChangeContext } from './project-change.ts'
import { belongingsOf } from './unite.ts'

// What scans brought to two projects while they were merged, and how it stands once they are not.

/** Findings that are read at a time. */
const rowsPerBatch = 1000

const untriaged = toCode(triageStates, 'untriaged')

type FullFinding = Selectable<FindingTable>

/**
 * Stores what scans brought to refs that were merged, so that it goes where they go.
 * @returns the flaws that findings of the merged project get back, by those that they have until then.
 */
export async function storeArrived(
  transaction: ChangeTransaction,
  changeId: number,
  refs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  for (const table of ['finding', 'lockfile', 'scan'] as const)
    await storePlaces(transaction, changeId, table, sql<boolean>`ref_id in ${valuesOf(refs)}`)
  const { rows } = await sql<{ united: number; own: number }>`
    select distinct finding.flaw_id as united, item.flaw_id as own from project_change_item as item
    join finding on finding.deployment_id = item.deployment_id and finding.id = item.row_id
    where item.deployment_id = ${transaction.deploymentId} and item.change_id = ${changeId} and item.kind = 'finding'
      and finding.flaw_id <> item.flaw_id
    order by item.flaw_id`.execute(transaction)
  return new Map(rows.map(({ united, own }) => [united, own]))
}

export interface Arrived {
  /** The project that was merged, and the one that had its findings. */
  projects: { own: number; into: number }
  /** The newest scan before the merge. */
  lastScan: number
  /** As `storeArrived` returns them. */
  flaws: ReadonlyMap<number, number>
}

/**
 * Gives findings that arrived while two projects were merged the flaw and the decision that the finding has which their own
 * project had before; a flaw of the other project alone is left without what was decided about it.
 */
export async function settleArrived(
  transaction: ChangeTransaction,
  arrived: Arrived,
  by: ChangeContext,
): Promise<void> {
  const { own, into } = arrived.projects
  for (let after = 0; ; ) {
    const rows = await transaction
      .selectFrom('finding')
      .selectAll()
      .where('deployment_id', '=', transaction.deploymentId)
      .where('project_id', 'in', [own, into])
      .where('first_seen_scan_id', '>', arrived.lastScan)
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsPerBatch)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)?.id ?? after
    await settle(transaction, rows, arrived, by)
  }
}

async function settle(
  transaction: ChangeTransaction,
  rows: readonly FullFinding[],
  { projects, lastScan, flaws }: Arrived,
  by: ChangeContext,
): Promise<void> {
  const flawOf = (row: FullFinding) =>
    row.project_id === projects.own ? (flaws.get(row.flaw_id) ?? row.flaw_id) : row.flaw_id
  const before = await readFindings(
    transaction,
    sql<SqlBool>`flaw_id in ${valuesOf(new Set(rows.flatMap((row) => [row.flaw_id, flawOf(row)])))}
      and first_seen_scan_id <= ${lastScan}`,
  )
  const linked = rows.flatMap((row) => {
    const isOwn = (one: FullFinding) => one.project_id === row.project_id
    const source = before.find((one) => isOwn(one) && one.flaw_id === flawOf(row))
    const isOfOther = before.some((one) => one.flaw_id === row.flaw_id && !isOwn(one))
    return source || isOfOther ? [{ row, source }] : []
  })
  const leaving = linked.filter(({ row, source }) => source?.flaw_id !== row.flaw_id)
  await leaveFlaws(
    transaction,
    leaving.map(({ row, source }) => ({ row, to: source?.flaw_id ?? null })),
  )
  const now = await readFindings(
    transaction,
    sql<SqlBool>`id in ${valuesOf(linked.map(({ row }) => row.id))}`,
  )
  const sources = new Map(linked.map(({ row, source }) => [row.id, source]))
  await decideAs(transaction, now, sources, by)
}

/** Findings, those of primary branches first. */
const readFindings = (
  transaction: ChangeTransaction,
  condition: RawBuilder<SqlBool>,
): Promise<FullFinding[]> =>
  transaction
    .selectFrom('finding')
    .selectAll()
    .where('deployment_id', '=', transaction.deploymentId)
    .where(condition)
    .orderBy('on_primary', 'desc')
    .orderBy('id')
    .execute()

/** Gives findings the decisions of others, or none, in place of those that they inherited. */
async function decideAs(
  transaction: ChangeTransaction,
  rows: readonly FullFinding[],
  sources: ReadonlyMap<number, FullFinding | undefined>,
  { actor, at }: ChangeContext,
): Promise<void> {
  const isOtherwise = (row: FullFinding, changes: Row) =>
    Object.entries(row).some(([column, value]) => Object.hasOwn(changes, column) && changes[column] !== value)
  const decided = rows.flatMap((row) => {
    const source = sources.get(row.id)
    const decision = source ? decisionOf(source) : { ...noDecision, triage_state: untriaged }
    const isInherited = row.triage_change_id === null && !isRequested(row) && isOtherwise(row, decision)
    return isInherited ? [{ row, decision }] : []
  })
  await updateEachFinding(
    transaction,
    rows.map((row) => {
      const source = sources.get(row.id)
      const decision = decided.find((one) => one.row === row)?.decision ?? {}
      return { id: row.id, changes: { ...decision, ...(source ? belongingsOf(row, source) : {}) } }
    }),
  )
  await insertEvents(
    transaction,
    decided.map(({ row, decision }) => ({
      ...{ deployment_id: row.deployment_id, finding_id: row.id, at, kind: 'undone', actor },
      from_state: fromCode(triageStates, row.triage_state),
      to_state: fromCode(triageStates, decision.triage_state),
      reason: fromCode(triageReasons, decision.triage_reason),
      ...{ note: decision.triage_comment, scan_id: null, change_id: null },
    })),
  )
  await deriveStatuses(
    transaction,
    decided.map(({ row }) => row.id),
  )
  await reopenOffers(
    transaction,
    rows.map(({ id }) => id),
  )
}
