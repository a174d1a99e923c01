import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

import { nameText } from '../parameters/name.ts'
import { webAddress } from '../parameters/web-address.ts'

/** A link to a ticket; null removes it. */
export const ticketEdit = z.object({
  external_ticket: z.nullable(
    z.object({
      url: webAddress(2008),
      externalSlug: nameText(100, 1),
    }),
  ),
})

export const details = {
  patchFinding: {
    mark: 'extension',
    summary: 'Link a ticket to a finding, or remove the link',
    body: ticketEdit,
  },
} satisfies Record<string, OperationDetails>
