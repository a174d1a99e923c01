import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { nameText } from '../parameters/name.ts'
import { listOf } from '../parameters/query.ts'
import { webhookEvents, webhookFormats } from '../webhook-vocabulary.ts'

const url = z.string().check(z.minLength(1), z.maxLength(2000))
const events = listOf(z.enum(webhookEvents), 20, 1)
const filter = z.string().check(z.maxLength(8000))

export const createWebhookBody = z.object({
  name: nameText(100, 1),
  url,
  format: z.optional(z.enum(webhookFormats).register(z.globalRegistry, { default: 'json' })),
  events,
  filter: z.optional(filter),
})

export const patchWebhookBody = z.object({
  name: z.optional(nameText(100, 1)),
  url: z.optional(url),
  format: z.optional(z.enum(webhookFormats)),
  events: z.optional(events),
  filter: z.optional(filter),
  disabled: z.optional(z.boolean()),
})

export const details = {
  listWebhooks: {
    mark: 'extension',
    summary: 'List the webhooks of a deployment, without their secrets',
  },
  createWebhook: {
    mark: 'extension',
    summary: 'Create a webhook; its secret is returned only once',
    description:
      '`filter` is the query string of a list of findings. Without one, events are of critical and high findings on primary branches. Addresses that are not public are refused, unless the operator allows them (422). The `url` of the format `email` is such as `mailto:security@acme.example`. A deployment has at most 50 webhooks (409).',
    body: createWebhookBody,
  },
  patchWebhook: {
    mark: 'extension',
    summary: 'Change, disable or enable a webhook',
    description:
      'A disabled webhook is sent nothing; events of that time are not sent later. Messages that waited are sent when it is enabled.',
    body: patchWebhookBody,
  },
  deleteWebhook: { mark: 'extension', summary: 'Delete a webhook and its deliveries' },
  rotateWebhookSecret: {
    mark: 'extension',
    summary: 'Create a new secret; the one before also signs for 24 hours',
  },
  testWebhook: { mark: 'extension', summary: 'Send a test message' },
  listWebhookDeliveries: {
    mark: 'extension',
    summary: 'List the messages of a webhook, newest first, with the last answer',
    description: 'Messages are kept for 30 days.',
  },
  replayWebhookDelivery: {
    mark: 'extension',
    summary: 'Send a message again, with the same id',
  },
} satisfies Record<string, OperationDetails>
