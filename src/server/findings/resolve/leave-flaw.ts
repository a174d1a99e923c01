import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, ownerSources, toCode, triageStates } from '#server/db/codes.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseDocument } from '../list/write-finding.ts'
import type { TriageActor } from '../triage/apply-decision.ts'
import { derivedStatus } from '../triage/triage-sql.ts'
import { insertOwnerEvents, updateEachFinding, updateFindings } from '../writes.ts'
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

/** Takes from findings what they have from a flaw that they joined by a confirmation, which is undone. */
export async function leaveJoinedFlaw(
  transaction: ChangeTransaction,
  ids: readonly number[],
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
    await revertInheritedTriage(transaction, row, by)
    await leaveThread(transaction, row)
  }
}

/** Removes note, owner and ticket of the former code from findings of which somebody said that their code is another flaw. */
export async function leaveFormerCode(
  transaction: ChangeTransaction,
  ids: readonly number[],
  { actor, at }: TriageActor,
): Promise<void> {
  const rows = await transaction
    .selectFrom('finding')
    .select(['id', 'owner_source', 'document_json'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  const assigned = rows.flatMap((row) => (row.owner_source === setByHand ? [row.id] : []))
  await insertOwnerEvents(transaction, assigned, { owner: null, changeId: null, actor, at })
  await updateEachFinding(
    transaction,
    rows.map((row) => {
      const { external_ticket: _, ...document } = parseDocument(row)
      return {
        id: row.id,
        changes: {
          ...{ triage_comment: null, has_ticket: 0, document_json: JSON.stringify(document) },
          ...(row.owner_source === setByHand ? { owner: null, owner_source: null } : {}),
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
    triage_state: untriaged,
    triage_reason: null,
    triage_comment: null,
    triaged_at: null,
    triaged_by: null,
    ignored_until: null,
    ignore_ends: null,
    approval_id: null,
    approval_state: null,
    approval_severity: null,
    status: derivedStatus(sql.lit(untriaged)),
  })
}
