import * as z from 'zod/mini'
import { nameText } from './name.ts'
import { bySlug, operation } from './operation.ts'

/** A link to a ticket; null takes the link away. */
const ticketEdit = z.object({
  external_ticket: z.nullable(
    z.object({
      url: z.string().check(z.regex(/^https?:\/\/\S{1,2000}$/, { error: 'is not an http or https address' })),
      externalSlug: nameText(100, 1),
    }),
  ),
})

export const patchFinding = operation({
  id: 'patchFinding',
  method: 'PATCH',
  path: `${bySlug}/findings/{id}`,
  mark: 'extension',
  summary: 'Link a ticket to a finding, or take the link away',
  scopes: ['findings:triage'],
  body: ticketEdit,
  stale: ['findings'],
})
