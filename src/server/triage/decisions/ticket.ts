import { recordAudit } from '#server/audit/audit-log.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { findingById } from '#server/findings/detail/detail.ts'
import { refreshOffers } from '#server/findings/flaws/offers.ts'
import { findingDetail } from '#server/findings/history/triage-detail.ts'
import { parseDocument } from '#server/findings/list/write-finding.ts'
import { insertEvents, updateEachFinding } from '#server/findings/writes.ts'
import { flawsOf } from './triage-state.ts'

export interface Ticket {
  url: string
  externalSlug: string
}

/**
 * Links a ticket to a finding and all other instances of its flaw, or removes the link if null. Setting the same link again
 * changes nothing.
 * @throws HttpError 404 if the deployment has no such finding.
 */
export async function linkTicket(
  transaction: ChangeTransaction,
  edit: { deploymentId: number; id: string; ticket: Ticket | null; actor: string; at: number },
): Promise<void> {
  const { deploymentId, actor, at } = edit
  const ticket = edit.ticket && { ...edit.ticket, url: maskUrls(edit.ticket.url) }
  const row = await findingById(transaction, deploymentId, edit.id)
  const before = parseDocument(row).external_ticket ?? null
  const { instances, changed } = await readInstances(transaction, row.id, ticket)
  if (changed.length === 0) return
  await updateEachFinding(
    transaction,
    changed.map(({ id, document }) => ({
      id,
      changes: {
        has_ticket: ticket ? 1 : 0,
        document_json: JSON.stringify({
          ...document,
          external_ticket: ticket && { ...ticket, linkedIssueIds: [row.id] },
        }),
      },
    })),
  )
  await insertEvents(
    transaction,
    changed.map(({ id, old }) => ({
      deployment_id: deploymentId,
      finding_id: id,
      at,
      kind: 'ticket',
      actor,
      from_state: old?.externalSlug ?? null,
      to_state: ticket?.externalSlug ?? null,
      reason: null,
      note: null,
      scan_id: null,
      change_id: null,
    })),
  )
  await refreshOffers(
    transaction,
    instances.map(({ id }) => id),
  )
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: ticket ? 'finding.ticket_linked' : 'finding.ticket_removed',
    target: String(row.id),
    detail: {
      from: before?.url ?? null,
      to: ticket?.url ?? null,
      ...(await findingDetail(transaction, deploymentId, row.id)),
    },
  })
}

const isSame = (one: FindingDocument['external_ticket'], other: Ticket | null) =>
  one?.url === other?.url && one?.externalSlug === other?.externalSlug

/** The rows of a finding's flaw, and those of them that have another ticket. */
async function readInstances(transaction: ChangeTransaction, id: number, ticket: Ticket | null) {
  const instances = await transaction
    .selectFrom('finding')
    .select(['id', 'document_json'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', 'in', flawsOf(transaction, transaction.deploymentId, [id]))
    .orderBy('id')
    .execute()
  const changed = instances.flatMap(({ id, document_json }) => {
    const document = parseDocument({ document_json })
    const old = document.external_ticket
    return isSame(old, ticket) ? [] : [{ id, document, old }]
  })
  return { instances, changed }
}
