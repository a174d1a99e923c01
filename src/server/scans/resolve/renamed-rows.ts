import { type Selectable, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, toCode, triageStates } from '#server/db/codes.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { FindingTable } from '#server/db/tables.ts'
import { joinFlaw } from '#server/findings/flaws/flaw-ids.ts'
import { refreshOffers } from '#server/findings/flaws/offers.ts'
import { derivedStatus } from '#server/findings/triage-sql.ts'
import { insertEvents, updateFindings } from '#server/findings/writes.ts'
import { decisionOf, isRequested } from '../moving/writes.ts'

type FullFinding = Selectable<FindingTable>

/** A doubt that a scan answers. */
interface AnsweredDoubt {
  id: number
  finding_id: number
  moved_id: number
}

const untriaged = toCode(triageStates, 'untriaged')

/**
 * Answers the doubts whether a finding of another ref is one that a scan of the ref it was made from moved to the same
 * path, if neither its code nor its resource is another one: they are one flaw, and the newest decision stands.
 * @param moved.ids findings that are in another file since the scan.
 * Source: docs/api.md#identity.
 */
export async function joinRenamedRows(
  transaction: ChangeTransaction,
  moved: { ids: readonly number[]; scanId: number; at: number },
): Promise<void> {
  if (moved.ids.length === 0) return
  const { deploymentId } = transaction
  const { rows } = await sql<AnsweredDoubt>`
    select distinct match.id, match.finding_id, moved.id as moved_id from finding as moved
    join finding as other on other.deployment_id = moved.deployment_id and other.flaw_id = moved.flaw_id
    join finding_match as match on match.deployment_id = other.deployment_id and match.other_id = other.id
      and match.kind = 'candidate' and match.state = 'open'
    join finding as one on one.deployment_id = match.deployment_id and one.id = match.finding_id
    left join finding_evidence as moved_evidence on moved_evidence.deployment_id = moved.deployment_id
      and moved_evidence.finding_id = moved.id
    left join finding_evidence as evidence on evidence.deployment_id = one.deployment_id
      and evidence.finding_id = one.id
    where moved.deployment_id = ${deploymentId} and moved.id in ${valuesOf(moved.ids)}
      and one.path = moved.path and one.rule_id = moved.rule_id and one.source_id = moved.source_id
      and one.ref_id <> moved.ref_id and one.flaw_id <> moved.flaw_id
      and (one.resource is null or moved.resource is null or one.resource = moved.resource)
      and (evidence.code is null or moved_evidence.code is null or evidence.fingerprint = moved_evidence.fingerprint
        or coalesce(evidence.tokens, evidence.code) = coalesce(moved_evidence.tokens, moved_evidence.code))
    order by match.id`.execute(transaction)
  const changed = new Set<number>()
  for (const doubt of rows) for (const id of await joinRows(transaction, doubt, moved)) changed.add(id)
  if (rows.length === 0) return
  await transaction
    .updateTable('finding_match')
    .set({ state: 'confirmed' })
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(rows.map(({ id }) => id)))
    .execute()
  await refreshOffers(transaction, changed)
}

/** @returns all rows of the joined flaw. */
async function joinRows(
  transaction: ChangeTransaction,
  { finding_id: findingId, moved_id: movedId }: AnsweredDoubt,
  { scanId, at }: { scanId: number; at: number },
): Promise<number[]> {
  const { deploymentId } = transaction
  const pair = await transaction
    .selectFrom('finding')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', [findingId, movedId])
    .execute()
  const [finding, target] = [findingId, movedId].map((id) => pair.find((row) => row.id === id))
  if (!finding || !target) return []
  await joinFlaw(transaction, finding, target.flaw_id)
  const rows = await transaction
    .selectFrom('finding')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('flaw_id', '=', target.flaw_id)
    .execute()
  const newest = rows
    .filter((row) => row.triage_state !== untriaged || row.triage_comment !== null)
    .reduce<FullFinding | null>(
      (best, row) => (best && (best.triaged_at ?? 0) >= (row.triaged_at ?? 0) ? best : row),
      null,
    )
  const others = rows.filter((row) => newest && row.triaged_at !== newest.triaged_at && !isRequested(row))
  if (newest && others.length > 0) {
    await updateFindings(
      transaction,
      others.map(({ id }) => id),
      { ...decisionOf(newest), status: derivedStatus(sql.lit(newest.triage_state)) },
    )
    await insertEvents(
      transaction,
      others.map((row) => ({
        ...{ deployment_id: deploymentId, finding_id: row.id, at, kind: 'inherited', actor: null },
        from_state: fromCode(triageStates, row.triage_state),
        to_state: fromCode(triageStates, newest.triage_state),
        ...{ reason: null, note: null, scan_id: scanId, change_id: null },
      })),
    )
  }
  return rows.map(({ id }) => id)
}
