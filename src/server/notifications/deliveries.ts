import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { MailTiming } from '#contract/webhook-vocabulary.ts'
import { insertRows } from '#server/db/bulk.ts'
import type { Writer } from '#server/db/database.ts'
import { takeIds } from '#server/db/ids.ts'
import type { Tables } from '#server/db/tables.ts'
import type { TimeZone } from '#server/db/time-zone.ts'
import type { WebhookDeliveryTable } from '#server/db/webhook-tables.ts'
import { mailTime } from './mail/digest.ts'
import { type Message, type Payload, payloadOf } from './message.ts'
import { newMessageId } from './secret.ts'
import type { Subscription } from './subscription.ts'

export type DeliveryRow = Selectable<WebhookDeliveryTable>

/** A payload for a webhook. */
interface NewDelivery {
  webhookId: number
  /** That of the message that is sent again; a new one by default. */
  messageId?: string
  payload: Payload
  /** When it is sent; now by default. */
  at?: number
}

/**
 * Stores messages to send, with one statement for many, and has the webhooks send them.
 * @returns the id of the first, which the others follow.
 */
export async function addDeliveries(
  transaction: Writer,
  deploymentId: number,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<number> {
  if (deliveries.length === 0) return 0
  const first = await takeIds(transaction, deploymentId, 'webhook_delivery', deliveries.length)
  await insertRows(
    transaction,
    'webhook_delivery',
    deliveries.map(({ webhookId, messageId, payload, at: time }, at) => ({
      deployment_id: deploymentId,
      id: first + at,
      webhook_id: webhookId,
      message_id: messageId ?? newMessageId(),
      event: payload.type,
      title: payload.data.title,
      payload_json: JSON.stringify(payload),
      actor: payload.data.by ?? null,
      state: 'waiting',
      tries: 0,
      created_at: now,
      next_at: time ?? now,
    })),
  )
  const webhooks = [...new Set(deliveries.map(({ webhookId }) => webhookId))]
  await transaction
    .updateTable('webhook')
    .set({ next_at: now })
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', webhooks)
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('next_at', 'is', null), eb('next_at', '>', now)]))
    .execute()
  return first
}

/** Messages as deliveries to a webhook; those of a digest wait for it. */
export function deliveriesOf(
  { webhookId, format, timing }: Pick<Subscription, 'webhookId' | 'format'> & { timing?: MailTiming },
  messages: readonly Message[],
  now: number,
  zone: TimeZone,
): NewDelivery[] {
  return messages.map((message) => {
    const payload = payloadOf(message)
    return { webhookId, payload, ...(format === 'email' ? { at: mailTime(payload, now, zone, timing) } : {}) }
  })
}

/** When the first of the waiting messages of a webhook is to be sent. */
export const nextWaiting = (eb: ExpressionBuilder<Tables, 'webhook'>) =>
  eb
    .selectFrom('webhook_delivery')
    .select(sql<number | null>`min(webhook_delivery.next_at)`.as('next_at'))
    .whereRef('webhook_delivery.deployment_id', '=', 'webhook.deployment_id')
    .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
    .where('webhook_delivery.next_at', 'is not', null)
