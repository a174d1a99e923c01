import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { takeId } from '#server/db/ids.ts'
import { updateFindings } from '../writes.ts'

interface Row {
  id: number
  ref_id: number
  source_id: number
  flaw_id: number
}

/**
 * Moves all rows of a finding's flaw to another flaw, except on refs that already have a row of it: a flaw has at most
 * one row per source and ref, since lists that show each flaw once would hide a second row. On the finding's own ref,
 * the row that had the flaw before gets a flaw of its own.
 * @returns the ids of the moved rows, and the row that left the flaw.
 */
export async function joinFlaw(transaction: ChangeTransaction, finding: Row, flawId: number) {
  if (finding.flaw_id === flawId) return { joined: [finding.id], leavingRow: undefined }
  const remaining = await transaction
    .selectFrom('finding')
    .select(['id', 'state', 'triage_state'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', '=', flawId)
    .where('ref_id', '=', finding.ref_id)
    .where('source_id', '=', finding.source_id)
    .orderBy('id')
    .executeTakeFirst()
  const rows = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', '=', finding.flaw_id)
    .where((eb) =>
      eb.or([
        eb('id', '=', finding.id),
        eb.not(
          eb.exists(
            eb
              .selectFrom('finding as beside')
              .select('beside.id')
              .where('beside.deployment_id', '=', transaction.deploymentId)
              .where('beside.flaw_id', '=', flawId)
              .whereRef('beside.ref_id', '=', 'finding.ref_id')
              .whereRef('beside.source_id', '=', 'finding.source_id'),
          ),
        ),
      ]),
    )
    .execute()
  const joined = rows.map(({ id }) => id)
  await updateFindings(transaction, joined, { flaw_id: flawId })
  if (remaining) await createOwnFlaw(transaction, remaining)
  return { joined, leavingRow: remaining }
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
