import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { listOf } from '../parameters/query.ts'
import { mailTimings, personalEvents } from '../webhook-vocabulary.ts'

export const setNotificationsBody = z.object({
  timing: z.enum(mailTimings),
  events: listOf(z.enum(personalEvents), 20),
})

export const details = {
  getNotifications: {
    mark: 'extension',
    summary: 'Read what the caller is told by e-mail',
    description:
      'E-mails go to the address that the single sign-on provider has verified, or that the person was invited with. `address` is null for a caller without one, such as a token of nobody, and `email` is false if the operator has not set up e-mail. `choices` are the events that the caller may be told of: requests for those who may approve them, and disabled owners for administrators. Unless the caller has chosen, `timing` is `daily` with all of them.',
  },
  setNotifications: {
    mark: 'extension',
    summary: 'Choose what the caller is told by e-mail',
    description:
      'Also enables e-mails that were ended by the link in one. Returns 409 for a caller without an address, or if the operator has not set up e-mail, unless `timing` is `off`.',
    body: setNotificationsBody,
  },
} satisfies Record<string, OperationDetails>
