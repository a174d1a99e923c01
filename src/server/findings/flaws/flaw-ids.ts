import { type RawBuilder, sql } from 'kysely'
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

/**
 * Separates the rows of a flaw whose code changed otherwise than that of a finding, where nobody has said that they are the
 * same: their question stays, as does what was decided instead of an answer. Rows with equal code become one flaw.
 * @returns their ids.
 */
export async function separateUnanswered(
  transaction: ChangeTransaction,
  { id, otherId, flawId }: { id: number; otherId: number; flawId: number },
): Promise<number[]> {
  const { deploymentId } = transaction
  const code = (finding: RawBuilder<unknown>) =>
    sql<string | null>`(select coalesce(tokens, code, '') from finding_evidence as evidence
      where evidence.deployment_id = ${deploymentId} and evidence.finding_id = ${finding})`
  const { rows: others } = await sql<{ id: number; code: string | null }>`
    select row.id, ${code(sql.ref('row.id'))} as code from finding as row
    where row.deployment_id = ${deploymentId} and row.flaw_id = ${flawId} and row.id not in (${id}, ${otherId})
      and ${code(sql.ref('row.id'))} is distinct from ${code(sql`${id}`)} and exists (
        select 1 from finding_match as offer where offer.deployment_id = ${deploymentId}
          and offer.finding_id = row.id and offer.other_id = row.id and offer.kind = 'candidate'
          and offer.state in ('open', 'withdrawn'))
    order by row.id`.execute(transaction)
  for (const some of Map.groupBy(others, (row) => row.code).values()) {
    const [first, ...equal] = some
    if (!first) continue
    const ownFlaw = await createOwnFlaw(transaction, first)
    await updateFindings(
      transaction,
      equal.map((row) => row.id),
      { flaw_id: ownFlaw },
    )
  }
  return others.map((row) => row.id)
}

/** Makes a finding a flaw of its own. @returns the id of the flaw. */
export async function createOwnFlaw(
  transaction: ChangeTransaction,
  finding: Pick<Row, 'id'>,
): Promise<number> {
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
  return flawId
}
