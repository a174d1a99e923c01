import { sql } from 'kysely'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { greatest, valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Services } from '#server/http/services.ts'
import type { JobQueue, Lease } from '#server/jobs/job-queue.ts'
import { holdLease, LeaseLost } from '#server/jobs/lease.ts'
import { type Answer, post } from './address/post.ts'
import { addressRules } from './address/public-address.ts'
import { deleteOldDeliveries } from './delete-old.ts'
import { type DeliveryRow, nextWaiting } from './deliveries.ts'
import { bodyOf } from './formats.ts'
import { mailOf } from './mail/mail-text.ts'
import { sendMail } from './mail/send-mail.ts'
import { addressOf, unsubscribeUrl } from './mail/unsubscribe.ts'
import type { Payload } from './message.ts'
import { retryDelay } from './retry.ts'
import { signedHeaders } from './secret.ts'
import type { WebhookRow } from './subscription.ts'

/** A chat, or an address of e-mail, gets one message in this time; the others are joined. In milliseconds. */
const chatInterval = 5 * 60_000
/** The most messages that are joined. */
const maxJoined = 500
/** The most messages of one step: between steps another process may go on, and people may disable the webhook. */
const messagesPerStep = 10
/** A step ends after this time, so that slow receivers take turns with all others. In milliseconds. */
const maxStepTime = 10_000
/** How long a webhook waits after a message failed, so that a receiver that is down is not sent all of them. */
const pauseAfterFailure = 5000
const pauseAfterCrash = 60_000

const actor = 'Gatehouse'

/**
 * Sends the messages of webhooks, those of each one after another. An answer is stored after it was received, so that a
 * crash between sends the message again, with the same id.
 */
export const webhookQueue: JobQueue = {
  table: 'webhook',
  // Whichever waits longest is next, so that no receiver is sent many messages while others wait.
  madeAt: 'next_at',
  unfinished: sql`next_at is not null and disabled_at is null`,
  due: (now) => sql`next_at <= ${now}`,
  oneAtATimeIn: 'row',
  stopWaits: true,

  async step(services, lease) {
    const webhook = await readWebhook(services.database.read, lease)
    const isChat = webhook.format !== 'json'
    const earliest = isChat && webhook.last_message_at !== null ? webhook.last_message_at + chatInterval : 0
    const ends = earliest > services.now() ? earliest : await sendWaiting(services, lease, webhook)
    if (ends === 'disabled') return true
    await services.record(async (transaction) => {
      await holdLease(transaction, lease, services.now())
      await endStep(transaction, lease, ends)
    })
    return true
  },

  async fail(services, lease) {
    await services.record(async (transaction) => {
      await holdLease(transaction, lease, services.now())
      await endStep(transaction, lease, services.now() + pauseAfterCrash)
    })
  },

  cleanUp: (services, atStart) => deleteOldDeliveries(services, atStart),
}

async function readWebhook(reader: Reader, { deploymentId, id }: Lease): Promise<WebhookRow> {
  const row = await reader
    .selectFrom('webhook')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
  return row
}

/** Releases a webhook until its next message is due, but not before `earliest`. */
async function endStep(transaction: Writer, { deploymentId, id }: Lease, earliest: number): Promise<void> {
  await transaction
    .updateTable('webhook')
    .set((eb) => ({
      next_at: sql<number | null>`case when ${nextWaiting(eb)} is null then null
        else ${greatest(nextWaiting(eb), sql.lit(earliest))} end`,
      lease_until: null,
      attempts: 0,
    }))
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .execute()
}

/** @returns when more may be sent, milliseconds since 1970; or that the webhook was disabled. */
async function sendWaiting(
  services: Services,
  lease: Lease,
  webhook: WebhookRow,
): Promise<number | 'disabled'> {
  const isChat = webhook.format !== 'json'
  const waiting = await services.database.read
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('deployment_id', '=', lease.deploymentId)
    .where('webhook_id', '=', webhook.id)
    .where('next_at', '<=', services.now())
    // Joined messages are read from the first to the last, which also names all of them.
    .$if(!isChat, (query) => query.orderBy('next_at'))
    .orderBy('id')
    .limit(isChat ? maxJoined : messagesPerStep)
    .execute()
  const messages = isChat ? (waiting.length > 0 ? [waiting] : []) : waiting.map((one) => [one])
  const from = performance.now()
  for (const deliveries of messages) {
    if (performance.now() - from > maxStepTime) break
    const answer = await send(services, webhook, deliveries)
    const outcome = await recordAnswer(services, lease, webhook, deliveries, answer)
    if (outcome === 'disabled') return 'disabled'
    if (outcome === 'failed') return services.now() + pauseAfterFailure
    if (isChat) return services.now() + chatInterval
  }
  return services.now()
}

async function send(
  services: Services,
  webhook: WebhookRow,
  deliveries: readonly DeliveryRow[],
): Promise<Answer> {
  const now = services.now()
  // parse: our own column, written by `addDeliveries`.
  const payloads = deliveries.map((one) => parseStored<Payload>(one.payload_json))
  if (webhook.format === 'email')
    return sendAsMail(services, webhook, payloads, deliveries[0]?.message_id ?? '')
  const body = bodyOf(webhook.format, payloads)
  const isPreviousValid = (webhook.previous_secret_until ?? 0) > now
  const secrets = [webhook.secret, ...(isPreviousValid ? [webhook.previous_secret ?? ''] : [])]
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Gatehouse/${services.version}`,
    ...signedHeaders(secrets, { id: deliveries[0]?.message_id ?? '', at: now, body }),
  }
  return post(
    new URL(webhook.url),
    { headers, body },
    {
      rules: addressRules(services.config.webhookAddresses),
      resolve: services.resolveHost,
      stopping: services.stopping,
    },
  )
}

const unsent = (error: string, isFinal = false): Answer => ({
  status: null,
  text: null,
  duration: 0,
  error,
  retryAfter: null,
  isFinal,
})

async function sendAsMail(
  services: Services,
  webhook: WebhookRow,
  payloads: readonly Payload[],
  id: string,
): Promise<Answer> {
  const { mail } = services.config
  if (mail === null) return unsent('The operator has not set up e-mail.')
  const to = await addressOf(services.database.read, webhook)
  if (to === null) return unsent('The person is not in this deployment any more.', true)
  const url = unsubscribeUrl(services.publicUrl(), webhook, to)
  const slug = payloads[0]?.data.deployment.slug ?? ''
  const settingsUrl =
    webhook.person_id === null
      ? null
      : `${services.publicUrl()}${settingsPaths.settings(slug, 'notifications')}`
  const answer = await sendMail(mail, {
    id,
    to,
    ...mailOf(payloads, { unsubscribeUrl: url, settingsUrl }),
    unsubscribeUrl: url,
  })
  // Nobody lists the e-mails of people, so that a fault of the server is told here.
  if (answer.error !== null && webhook.person_id !== null)
    services.log.warn({ status: answer.status }, `an e-mail to a person was not sent: ${answer.error}`)
  return answer
}

/** Stores the answer to one message, which is of several deliveries if they were joined. */
async function recordAnswer(
  services: Services,
  lease: Lease,
  webhook: WebhookRow,
  deliveries: readonly DeliveryRow[],
  answer: Answer,
): Promise<'delivered' | 'failed' | 'disabled'> {
  const now = services.now()
  const isDelivered = answer.error === null
  const isGone = answer.status === 410 && webhook.format !== 'email'
  const isLast = isDelivered || isGone || answer.isFinal === true
  await services.record(async (transaction) => {
    await holdLease(transaction, lease, now)
    // Each is tried as often as it would be alone.
    for (const [tries, some] of Map.groupBy(deliveries, (one) => one.tries + 1)) {
      const delay = isLast ? null : retryDelay(tries, answer.retryAfter, Math.random())
      await transaction
        .updateTable('webhook_delivery')
        .set({
          state: isDelivered ? 'delivered' : delay === null ? 'failed' : 'waiting',
          next_at: delay === null ? null : now + delay,
          tries,
          answered_at: now,
          status: answer.status,
          answer: answer.text,
          duration: answer.duration,
          error: answer.error,
        })
        .where('deployment_id', '=', lease.deploymentId)
        .where('id', 'in', valuesOf(some.map(({ id }) => id)))
        .execute()
    }
    if (isDelivered && webhook.format !== 'json')
      await updateWebhook(transaction, lease, { last_message_at: now })
    if (isGone) await disableGone(transaction, lease, webhook, now)
  })
  return isGone ? 'disabled' : isDelivered ? 'delivered' : 'failed'
}

/** The receiver says that it wants no more messages, ever. */
async function disableGone(transaction: Writer, lease: Lease, webhook: WebhookRow, now: number) {
  await updateWebhook(transaction, lease, {
    disabled_at: now,
    disabled_reason: 'gone',
    next_at: null,
    lease_until: null,
    attempts: 0,
  })
  await recordAudit(transaction, {
    deploymentId: lease.deploymentId,
    at: now,
    actor,
    action: 'webhook.changed',
    target: webhook.name,
    detail: {
      id: String(webhook.id),
      disabled: { from: false, to: true },
      reason: 'The receiver answered 410 Gone.',
    },
  })
}

const updateWebhook = (transaction: Writer, { deploymentId, id }: Lease, set: Partial<WebhookRow>) =>
  transaction
    .updateTable('webhook')
    .set(set)
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .execute()
