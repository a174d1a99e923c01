import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, ownerSources, toCode, triageStates } from '#server/db/codes.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseDocument } from '#server/findings/list/write-finding.ts'
import { derivedStatus } from '#server/findings/triage-sql.ts'
import { insertOwnerEvents, noDecision, updateEachFinding, updateFindings } from '#server/findings/writes.ts'
import type { TriageActor } from '../decisions/apply-decision.ts'
import { insertMatchEvents } from './history-line.ts'
import type { FullFinding } from './open-match.ts'

const setByHand = toCode(ownerSources, 'manual')

/** Removes the owner and the ticket that a finding has from its former flaw: what people did to the finding itself stays. */
export async function leaveThread(transaction: ChangeTransaction, finding: FullFinding): Promise<void> {
  const { id, owner_source } = finding
  const { external_ticket: ticket, ...document } = parseDocument(finding)
  const isOwn = (ticket?.linkedIssueIds ?? []).includes(id)
  const wasAssigned =
    owner_source !== setByHand ||
    (await transaction
      .selectFrom('finding_event')
      .select('id')
      .where('deployment_id', '=', transaction.deploymentId)
      .where('finding_id', '=', id)
      .where('kind', '=', 'assigned')
      .limit(1)
      .executeTakeFirst()) !== undefined
  await updateFindings(transaction, [id], {
    open_since: null,
    ...(wasAssigned ? {} : { owner: null, owner_source: null }),
    ...(ticket && !isOwn ? { has_ticket: 0, document_json: JSON.stringify(document) } : {}),
  })
}

/**
 * Takes from findings what they have from a flaw that they joined by a confirmation, which is undone. What people decided after
 * it stays.
 * @param changeId the change of the confirmation.
 */
export async function leaveJoinedFlaw(
  transaction: ChangeTransaction,
  ids: readonly number[],
  changeId: number,
  by: TriageActor,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await transaction
    .selectFrom('finding')
    .selectAll()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  for (const row of rows) {
    if ((row.triage_change_id ?? 0) <= changeId) await revertInheritedTriage(transaction, row, by)
    await leaveThread(transaction, row)
  }
}

/**
 * Removes the note, the owner and the ticket of the former code from findings of which somebody said that their code is another
 * flaw. What people said since the code changed stays.
 * @param changed the findings, with when their code changed.
 * @param note that of the decision about the former code.
 */
export async function leaveFormerCode(
  transaction: ChangeTransaction,
  changed: readonly { id: number; at: number }[],
  note: string | null,
  { actor, at }: TriageActor,
): Promise<void> {
  const { deploymentId } = transaction
  const ids = valuesOf(changed.map(({ id }) => id))
  const changedAt = new Map(changed.map((each) => [each.id, each.at]))
  const events = await transaction
    .selectFrom('finding_event')
    .select(['finding_id', 'kind', 'at'])
    .where('deployment_id', '=', deploymentId)
    .where('finding_id', 'in', ids)
    .where('kind', 'in', ['assigned', 'ticket'])
    .execute()
  const isFormer = (id: number, what: string) =>
    !events.some(
      (event) => event.finding_id === id && event.kind === what && event.at >= (changedAt.get(id) ?? 0),
    )
  const rows = await transaction
    .selectFrom('finding')
    .select(['id', 'owner_source', 'triage_comment', 'document_json'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', ids)
    .execute()
  const disowned = rows.filter((row) => row.owner_source === setByHand && isFormer(row.id, 'assigned'))
  const disownedIds = disowned.map(({ id }) => id)
  await insertOwnerEvents(transaction, disownedIds, { owner: null, changeId: null, actor, at })
  await updateEachFinding(
    transaction,
    rows.map((row) => {
      const { external_ticket: _, ...document } = parseDocument(row)
      return {
        id: row.id,
        changes: {
          ...(row.triage_comment === note ? { triage_comment: null } : {}),
          ...(isFormer(row.id, 'ticket') ? { has_ticket: 0, document_json: JSON.stringify(document) } : {}),
          ...(disownedIds.includes(row.id) ? { owner: null, owner_source: null } : {}),
        },
      }
    }),
  )
}

/** Ends a decision that a finding has from its flaw. */
export async function revertInheritedTriage(
  transaction: ChangeTransaction,
  { id, triage_state }: FullFinding,
  by: TriageActor,
) {
  const untriaged = toCode(triageStates, 'untriaged')
  await insertMatchEvents(transaction, by, [
    { kind: 'undone', findingId: id, from: fromCode(triageStates, triage_state), to: 'untriaged' },
  ])
  await updateFindings(transaction, [id], {
    ...noDecision,
    triage_state: untriaged,
    status: derivedStatus(sql.lit(untriaged)),
  })
}
