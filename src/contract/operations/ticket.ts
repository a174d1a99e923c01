import type { ticketEdit } from '../details/ticket.ts'
import { bodyType, bySlug, operation } from '../operation.ts'

export const patchFinding = operation({
  id: 'patchFinding',
  method: 'PATCH',
  path: `${bySlug}/findings/{id}`,
  scopes: ['findings:triage'],
  body: bodyType<typeof ticketEdit>(),
  stale: ['findings'],
})
