import { sql } from 'kysely'
import { code, triageStates, word } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { excludeFlaw } from '#server/ingest/public.ts'
import type { By } from '../apply-decision.ts'
import { derivedStatus } from '../triage-sql.ts'
import { ownFlaw } from './flaw-ids.ts'
import { addLines } from './history-line.ts'
import type { WholeFinding } from './open-match.ts'

/**
 * Makes a finding that was taken for one of another ref a flaw of its own. A decision that it inherited from there is
 * taken back, unless somebody decided the finding itself.
 * Source: docs/api.md#identity.
 */
export async function separateFromRef(
  transaction: Writer,
  finding: WholeFinding,
  otherId: number,
  by: By,
): Promise<void> {
  const { id, project_id: projectId, flaw_id: flawId } = finding
  await ownFlaw(transaction, finding)
  await excludeFlaw(transaction, { projectId, flawId, findingId: id })
  await addLines(transaction, by, [{ kind: 'separated', findingId: id, otherId }])
  if (await standsAsInherited(transaction, finding)) await takeInheritedBack(transaction, finding, by)
}

/** Whether the last that happened to the triage of a finding is that it was inherited. */
async function standsAsInherited(transaction: Writer, { id, triage_change_id }: WholeFinding) {
  if (triage_change_id !== null) return false
  const last = await transaction
    .selectFrom('finding_event')
    .select('kind')
    .where('finding_id', '=', id)
    // Where a decision was undone, what was inherited stands again.
    .where((of) =>
      of.or([of('kind', '=', 'inherited'), of('kind', '=', 'triaged').and('change_id', 'is', null)]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'inherited'
}

async function takeInheritedBack(transaction: Writer, { id, triage_state }: WholeFinding, by: By) {
  const untriaged = code(triageStates, 'untriaged')
  await addLines(transaction, by, [
    { kind: 'undone', findingId: id, from: word(triageStates, triage_state), to: 'untriaged' },
  ])
  await transaction
    .updateTable('finding')
    .set({
      triage_state: untriaged,
      triage_reason: null,
      triage_comment: null,
      triaged_at: null,
      triaged_by: null,
      status: derivedStatus(sql.lit(untriaged)),
    })
    .where('id', '=', id)
    .execute()
}
