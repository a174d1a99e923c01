import { mutationOptions } from '@tanstack/react-query'
import { patchFinding } from '#contract/operations/ticket.ts'
import { metaOf } from './cache/query-client.ts'
import { call } from './http/transport.ts'

interface TicketEdit {
  id: number
  /** Null removes the link. */
  ticket: { url: string; externalSlug: string } | null
}

/** Links a ticket to a finding, or removes the link. Returns the finding. */
export function ticketOptions(deployment: string) {
  return mutationOptions({
    mutationFn: ({ id, ticket }: TicketEdit) =>
      call(patchFinding, {
        path: { deploymentSlug: deployment, id: String(id) },
        body: { external_ticket: ticket },
      }),
    meta: metaOf(patchFinding),
  })
}
