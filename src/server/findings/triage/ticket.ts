import { recordAudit } from '#server/audit/public.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingById } from '../detail/detail.ts'
import { parseDocument } from '../list/write-finding.ts'
import { insertEvents, updateFinding } from '../writes.ts'

export interface Ticket {
  url: string
  externalSlug: string
}

/**
 * Links a ticket to one finding, or removes the link if null. Setting the same link again changes nothing.
 * @throws HttpError 404 if the deployment has no such finding.
 */
export async function linkTicket(
  transaction: ChangeTransaction,
  edit: { deploymentId: number; id: string; ticket: Ticket | null; actor: string; at: number },
): Promise<void> {
  const { deploymentId, ticket, actor, at } = edit
  const row = await findingById(transaction, deploymentId, edit.id)
  const document = parseDocument(row)
  const before = document.external_ticket ?? null
  if (before?.url === ticket?.url && before?.externalSlug === ticket?.externalSlug) return
  await updateFinding(transaction, row.id, {
    has_ticket: ticket ? 1 : 0,
    document_json: JSON.stringify({
      ...document,
      external_ticket: ticket && { ...ticket, linkedIssueIds: [row.id] },
    }),
  })
  await insertEvents(transaction, [
    {
      deployment_id: deploymentId,
      finding_id: row.id,
      at,
      kind: 'ticket',
      actor,
      from_state: before?.externalSlug ?? null,
      to_state: ticket?.externalSlug ?? null,
      reason: null,
      note: null,
      scan_id: null,
      change_id: null,
    },
  ])
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: ticket ? 'finding.ticket_linked' : 'finding.ticket_removed',
    target: String(row.id),
    detail: { from: before?.url ?? null, to: ticket?.url ?? null },
  })
}
