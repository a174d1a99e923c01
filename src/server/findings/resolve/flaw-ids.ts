import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { states, toCode } from '#server/db/codes.ts'
import { takeId } from '#server/db/ids.ts'
import { updateFindings } from '../writes.ts'

/** The states of findings that the newest scan reports. */
export const reportedStates = [toCode(states, 'unresolved'), toCode(states, 'muted')]

interface Row {
  id: number
  ref_id: number
  source_id: number
  flaw_id: number
}

/** A row that had the flaw before another row of its ref. */
export interface Replaced {
  left: number
  by: number
}

/**
 * Moves all rows of a finding's flaw to another flaw. A flaw has at most one row per source and ref, since lists that show
 * each flaw once would hide a second row: on the finding's own ref, the row that had the flaw before gets a flaw of its own,
 * on another ref only if it is no longer reported; else both stay as they are there.
 * @returns the ids of the moved rows, the row that left the flaw, and those that left it on other refs.
 */
export async function joinFlaw(transaction: ChangeTransaction, finding: Row, flawId: number) {
  if (finding.flaw_id === flawId) return { joined: [finding.id], leavingRow: undefined, elsewhere: [] }
  const rows = await transaction
    .selectFrom('finding')
    .select(['id', 'ref_id', 'source_id', 'flaw_id', 'state', 'triage_state'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', 'in', [finding.flaw_id, flawId])
    .orderBy('id')
    .execute()
  const placeOf = ({ ref_id: ref, source_id: source }: Pick<Row, 'ref_id' | 'source_id'>) =>
    `${ref} ${source}`
  const stood = Map.groupBy(
    rows.filter((row) => row.flaw_id === flawId),
    placeOf,
  )
  const isReported = ({ state }: { state: number }) => reportedStates.includes(state)
  const joined = rows.filter(
    (row) =>
      row.flaw_id === finding.flaw_id &&
      (row.id === finding.id || !stood.get(placeOf(row))?.some(isReported)),
  )
  const replaced = joined.flatMap((row): Replaced[] =>
    (stood.get(placeOf(row)) ?? []).slice(0, 1).map(({ id }) => ({ left: id, by: row.id })),
  )
  await updateFindings(
    transaction,
    joined.map(({ id }) => id),
    { flaw_id: flawId },
  )
  for (const { left } of replaced) await createOwnFlaw(transaction, { id: left })
  const [leavingRow] = stood.get(placeOf(finding)) ?? []
  return {
    joined: joined.map(({ id }) => id),
    leavingRow,
    elsewhere: replaced.filter(({ left }) => left !== leavingRow?.id),
  }
}

/** Makes a finding a flaw of its own. */
export async function createOwnFlaw(transaction: ChangeTransaction, finding: Pick<Row, 'id'>): Promise<void> {
  const owner = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', '=', finding.id)
    .where('id', '<>', finding.id)
    .limit(1)
    .executeTakeFirst()
  // A new id that no finding will use: the finding's own id may already identify another flaw, once a person moved the
  // finding.
  const flawId = owner ? await takeId(transaction, transaction.deploymentId, 'finding') : finding.id
  await updateFindings(transaction, [finding.id], { flaw_id: flawId })
}
