import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Writer } from '#server/db/database.ts'
import { createOwnFlaw } from '#server/findings/flaws/flaw-ids.ts'
import { refreshFlaw, refreshOffers } from '#server/findings/flaws/offers.ts'
import type { TriageActor } from '#server/triage/decisions/apply-decision.ts'
import { insertMatchEvents } from '#server/triage/flaws/history-line.ts'
import { leaveThread, revertInheritedTriage } from '#server/triage/flaws/leave-flaw.ts'
import type { FullFinding } from '#server/triage/flaws/open-match.ts'
import { excludeFlaw } from '../lifecycle/plan/exclude-flaw.ts'

/**
 * Splits a finding that was matched with one of another ref into a flaw of its own. A decision inherited from that ref
 * is reverted, unless somebody triaged the finding itself; so are an owner and a ticket that it has from there.
 * Source: docs/api.md#identity.
 */
export async function separateFromRef(
  transaction: ChangeTransaction,
  finding: FullFinding,
  otherId: number,
  by: TriageActor,
): Promise<void> {
  const { id, project_id: projectId, flaw_id: flawId } = finding
  await createOwnFlaw(transaction, finding)
  await excludeFlaw(transaction, { projectId, flawId, findingId: id })
  await insertMatchEvents(transaction, by, [{ kind: 'separated', findingId: id, otherId }])
  if (await isStillInherited(transaction, finding)) await revertInheritedTriage(transaction, finding, by)
  await leaveThread(transaction, finding)
  await refreshFlaw(transaction, flawId)
  await refreshOffers(transaction, [id])
}

/** Whether the last triage event of a finding is the inherited decision. */
async function isStillInherited(transaction: Writer, { deployment_id, id, triage_change_id }: FullFinding) {
  if (triage_change_id !== null) return false
  const last = await transaction
    .selectFrom('finding_event')
    .select('kind')
    .where('deployment_id', '=', deployment_id)
    .where('finding_id', '=', id)
    // After a decision is undone, the inherited one applies again.
    .where((eb) =>
      eb.or([eb('kind', '=', 'inherited'), eb('kind', '=', 'triaged').and('change_id', 'is', null)]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'inherited'
}
