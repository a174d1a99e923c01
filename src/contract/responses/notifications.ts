import * as z from 'zod/mini'
import { mailTimings, personalEvents } from '../webhook-vocabulary.ts'
import { instant, open } from './shapes.ts'

export const notificationsAnswer = z.object({
  /** Where e-mails go; null without a verified address. */
  address: z.nullable(z.string()),
  /** Whether e-mail can be used: the operator has set a server for it. */
  email: z.boolean(),
  timing: open(...mailTimings),
  events: z.array(open(...personalEvents)),
  /** The events that the caller may be told of. */
  choices: z.array(open(...personalEvents)),
  /** When the link in an e-mail ended them; null if it did not, or they are on again. */
  unsubscribedAt: z.nullable(instant),
})
export type Notifications = z.infer<typeof notificationsAnswer>
