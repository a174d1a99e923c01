import type { Webhook, WebhookDelivery } from '#contract/responses/webhooks.ts'
import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import type { DeliveryRow } from './deliveries.ts'
import type { WebhookRow } from './subscription.ts'

const formatInstant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Webhooks as responses, with their last delivery: three statements, whatever their number. */
export async function webhookAnswers(
  reader: Reader,
  deploymentId: number,
  rows: readonly WebhookRow[],
  now: number,
): Promise<Webhook[]> {
  const ids = valuesOf(rows.map(({ id }) => id))
  const counts = await reader
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('count')])
    .where('deployment_id', '=', deploymentId)
    .where('webhook_id', 'in', ids)
    .where('next_at', 'is not', null)
    .groupBy('webhook_id')
    .execute()
  const last = await reader
    .selectFrom('webhook_delivery')
    .select(['webhook_id', 'state', 'status', 'error', 'answered_at'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('deployment_id', '=', deploymentId)
        .where('webhook_id', 'in', ids)
        .where('answered_at', 'is not', null)
        .groupBy('webhook_id'),
    )
    .execute()
  return rows.map((row) => {
    const delivery = last.find((one) => one.webhook_id === row.id)
    const isRotating = row.previous_secret !== null && (row.previous_secret_until ?? 0) > now
    return {
      id: String(row.id),
      name: row.name,
      url: row.url,
      format: row.format,
      // parse: written by us from the list of events.
      events: parseStored<WebhookEvent[]>(row.events_json),
      filter: row.query,
      createdAt: new Date(row.created_at).toISOString(),
      createdBy: row.created_by,
      disabledAt: formatInstant(row.disabled_at),
      disabledReason: row.disabled_reason,
      previousSecretUntil: isRotating ? formatInstant(row.previous_secret_until) : null,
      waiting: Number(counts.find((one) => one.webhook_id === row.id)?.count ?? 0),
      lastDelivery: delivery
        ? {
            state: delivery.state,
            status: delivery.status,
            error: delivery.error,
            at: new Date(delivery.answered_at ?? 0).toISOString(),
          }
        : null,
    }
  })
}

/** A message as a response. */
export const deliveryAnswer = (row: DeliveryRow): WebhookDelivery => ({
  id: String(row.id),
  messageId: row.message_id,
  event: row.event,
  title: row.title,
  state: row.state,
  attempts: row.tries,
  createdAt: new Date(row.created_at).toISOString(),
  nextAt: formatInstant(row.next_at),
  answeredAt: formatInstant(row.answered_at),
  status: row.status,
  answer: row.answer,
  duration: row.duration,
  error: row.error,
  // parse: our own column, written by `addDeliveries`.
  payload: parseStored<Record<string, unknown>>(row.payload_json),
})

/** @throws HttpError 404 if the deployment has no such webhook. */
export async function readWebhook(reader: Reader, deploymentId: number, id: string): Promise<WebhookRow> {
  const own = ownId(id)
  const row =
    own === null
      ? undefined
      : await reader
          .selectFrom('webhook')
          .selectAll()
          .where('deployment_id', '=', deploymentId)
          .where('id', '=', own)
          .where('person_id', 'is', null)
          .executeTakeFirst()
  if (!row) throw notFound('webhook')
  return row
}

/** @throws HttpError 404 if the webhook has no such message. */
export async function readDelivery(
  reader: Reader,
  { deployment_id: deploymentId, id }: Pick<WebhookRow, 'deployment_id' | 'id'>,
  deliveryId: string | number,
): Promise<DeliveryRow> {
  const own = ownId(String(deliveryId))
  const row =
    own === null
      ? undefined
      : await reader
          .selectFrom('webhook_delivery')
          .selectAll()
          .where('deployment_id', '=', deploymentId)
          .where('webhook_id', '=', id)
          .where('id', '=', own)
          .executeTakeFirst()
  if (!row) throw notFound('delivery')
  return row
}
