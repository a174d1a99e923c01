import * as z from 'zod/mini'
import { deliveryStates, webhookEvents, webhookFormats } from '../webhook-vocabulary.ts'
import { instant, open } from './shapes.ts'

const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  format: open(...webhookFormats),
  events: z.array(open(...webhookEvents)),
  /** The filter of findings, a query string. */
  filter: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  disabledAt: z.nullable(instant),
  /** `gone` if the receiver answered 410, `unsubscribed` by the link in e-mails; null if a person has disabled it. */
  disabledReason: z.nullable(open('gone', 'unsubscribed')),
  /** Until when the secret before the current one signs as well; null if it does not. */
  previousSecretUntil: z.nullable(instant),
  /** Messages that wait for an attempt. */
  waiting: z.int(),
  lastDelivery: z.nullable(
    z.object({
      state: open(...deliveryStates),
      status: z.nullable(z.int()),
      error: z.nullable(z.string()),
      at: instant,
    }),
  ),
})
export type Webhook = z.infer<typeof webhook>

export const webhooksAnswer = z.object({
  webhooks: z.array(webhook),
  /** Whether `http://` and private addresses can be used: the operator has allowed some. */
  privateAddresses: z.boolean(),
  /** Whether e-mail can be used: the operator has set a server for it. */
  email: z.boolean(),
})
export const webhookAnswer = z.object({ webhook })
export const webhookSecretAnswer = z.object({
  webhook,
  /** Shown only once. */
  secret: z.string(),
})

const delivery = z.object({
  id: z.string(),
  /** The header `webhook-id`. */
  messageId: z.string(),
  event: open(...webhookEvents, 'webhook.test'),
  title: z.string(),
  state: open(...deliveryStates),
  attempts: z.int(),
  createdAt: instant,
  /** When it is sent again; null unless it waits. */
  nextAt: z.nullable(instant),
  answeredAt: z.nullable(instant),
  status: z.nullable(z.int()),
  /** The first characters of the answer. */
  answer: z.nullable(z.string()),
  /** Milliseconds. */
  duration: z.nullable(z.int()),
  error: z.nullable(z.string()),
  /** The message as JSON. */
  payload: z.record(z.string(), z.unknown()),
})
export type WebhookDelivery = z.infer<typeof delivery>

export const deliveriesAnswer = z.object({ deliveries: z.array(delivery), total: z.int() })
export const deliveryAnswer = z.object({ delivery })
