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
 * Makes all rows of a finding's flaw rows of another one, but for refs that have a row of that one, too: a source has a
 * flaw once on a ref, since lists that show each flaw once would hide a second one. On the finding's own ref the row that
 * stood for the flaw leaves it for a flaw of its own.
 * @returns the ids of the rows that belong to the flaw now, and the row that left it.
 */
export async function joinFlaw(transaction: ChangeTransaction, finding: Row, flawId: number) {
  if (finding.flaw_id === flawId) return { joined: [finding.id], left: undefined }
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
    .where((of) =>
      of.or([
        of('id', '=', finding.id),
        of.not(
          of.exists(
            of
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
  return { joined, left: remaining }
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
  // An id that no finding will have: that of a finding may be its flaw's no more, once a person moved it.
  const flawId = owner ? await takeId(transaction, transaction.deploymentId, 'finding') : finding.id
  await updateFindings(transaction, [finding.id], { flaw_id: flawId })
}
