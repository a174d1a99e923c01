import type { z } from 'zod'
import type { createWebhookBody, patchWebhookBody } from '#contract/details/webhooks.ts'
import { quietFilter } from '#contract/webhook-vocabulary.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import { fieldChanges } from '#server/audit/field-changes.ts'
import type { Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readWebhook } from './answers.ts'
import { addDeliveries, nextWaiting } from './deliveries.ts'
import { originOf } from './events/origin.ts'
import { payloadOf } from './message.ts'
import { ensurePosition } from './position.ts'
import { newSecret } from './secret.ts'
import { storedQuery, type WebhookRow } from './subscription.ts'

/** The most webhooks of a deployment. */
const maxWebhooks = 50
/** How long the secret before the current one signs as well, in milliseconds. */
const rotationPeriod = 24 * 3600_000

/** What the audit log says of a URL, of which the rest may be a secret. */
const hostOf = (url: string) => (url.startsWith('mailto:') ? url.split('@').at(-1) : new URL(url).host)

/** What the audit log says of a webhook. */
const settingsOf = (row: WebhookRow) => ({
  name: row.name,
  host: hostOf(row.url),
  format: row.format,
  // parse: written by us from the list of events.
  events: parseStored<string[]>(row.events_json),
  filter: row.query,
  disabled: row.disabled_at !== null,
})

/** Who changes a webhook, where and when. */
export interface Actor {
  deploymentId: number
  name: string
  now: number
}

const record = (transaction: Writer, by: Actor, action: string, target: string, detail: object) =>
  recordAudit(transaction, {
    deploymentId: by.deploymentId,
    at: by.now,
    actor: by.name,
    action: `webhook.${action}`,
    target,
    detail,
  })

/**
 * Creates a webhook, whose URL was checked.
 * @throws HttpError 400 or 422 for an invalid filter, 409 if there are too many.
 */
export async function addWebhook(
  transaction: Writer,
  by: Actor,
  body: z.infer<typeof createWebhookBody>,
): Promise<WebhookRow> {
  const { deploymentId, now } = by
  const { count } = await transaction
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('person_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxWebhooks)
    throw new HttpError(409, `The deployment has ${maxWebhooks} webhooks, which is the limit.`)
  const id = await takeId(transaction, deploymentId, 'webhook')
  const row = {
    name: body.name,
    url: body.url,
    format: body.format ?? 'json',
    events_json: JSON.stringify([...new Set(body.events)]),
    query: storedQuery(deploymentId, body.filter ?? quietFilter, by.name),
  }
  await transaction
    .insertInto('webhook')
    .values({
      deployment_id: deploymentId,
      id,
      ...row,
      secret: newSecret(),
      created_at: now,
      created_by: by.name,
    })
    .execute()
  await ensurePosition(transaction, deploymentId, now)
  const made = await readWebhook(transaction, deploymentId, String(id))
  await record(transaction, by, 'made', row.name, { id: String(id), ...settingsOf(made) })
  return made
}

/**
 * Changes, disables or enables a webhook.
 * @throws HttpError 400 or 422 for an invalid filter, 404.
 */
export async function changeWebhook(
  transaction: Writer,
  by: Actor,
  id: string,
  body: z.infer<typeof patchWebhookBody>,
): Promise<WebhookRow> {
  const { deploymentId, now } = by
  const before = await readWebhook(transaction, deploymentId, id)
  const isEnabled = body.disabled === false && before.disabled_at !== null
  const isDisabled = body.disabled === true && before.disabled_at === null
  const set = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.url === undefined ? {} : { url: body.url }),
    ...(body.format === undefined ? {} : { format: body.format }),
    ...(body.events === undefined ? {} : { events_json: JSON.stringify([...new Set(body.events)]) }),
    ...(body.filter === undefined ? {} : { query: storedQuery(deploymentId, body.filter, by.name) }),
    ...(isEnabled ? { disabled_at: null, disabled_reason: null } : {}),
    ...(isDisabled ? { disabled_at: now, disabled_reason: null, next_at: null } : {}),
  }
  const known = new Map<string, unknown>(Object.entries(before))
  const changed = Object.fromEntries(Object.entries(set).filter(([name, value]) => known.get(name) !== value))
  if (Object.keys(changed).length === 0) return before
  await transaction
    .updateTable('webhook')
    .set(changed)
    .$if(isEnabled, (update) => update.set((eb) => ({ next_at: nextWaiting(eb) })))
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', before.id)
    .execute()
  if (isEnabled) await ensurePosition(transaction, deploymentId, now)
  const after = await readWebhook(transaction, deploymentId, id)
  await record(transaction, by, 'changed', after.name, {
    id,
    ...fieldChanges(settingsOf(before), settingsOf(after)),
    // The rest of the URL may be a secret.
    ...(after.url === before.url ? {} : { host: { from: hostOf(before.url), to: hostOf(after.url) } }),
  })
  return after
}

/** Deletes a webhook with its messages. @throws HttpError 404. */
export async function removeWebhook(transaction: Writer, by: Actor, id: string): Promise<void> {
  const before = await readWebhook(transaction, by.deploymentId, id)
  await transaction
    .deleteFrom('webhook')
    .where('deployment_id', '=', by.deploymentId)
    .where('id', '=', before.id)
    .execute()
  await record(transaction, by, 'deleted', before.name, { id, ...settingsOf(before) })
}

/** Gives a webhook a new secret; the one before also signs for a day. @throws HttpError 404. */
export async function rotateSecret(transaction: Writer, by: Actor, id: string): Promise<WebhookRow> {
  const before = await readWebhook(transaction, by.deploymentId, id)
  const set = {
    secret: newSecret(),
    previous_secret: before.secret,
    previous_secret_until: by.now + rotationPeriod,
  }
  await transaction
    .updateTable('webhook')
    .set(set)
    .where('deployment_id', '=', by.deploymentId)
    .where('id', '=', before.id)
    .execute()
  await record(transaction, by, 'secret_rotated', before.name, { id })
  return { ...before, ...set }
}

/** Sends a test message. @returns its id. @throws HttpError 404, 409 if the webhook is disabled. */
export async function addTestMessage(
  services: Services,
  transaction: Writer,
  { deployment, by, id }: { deployment: Deployment; by: Actor; id: string },
): Promise<number> {
  const webhook = await readWebhook(transaction, by.deploymentId, id)
  assertEnabled(webhook)
  const { publicUrl, slug, name } = originOf(services, deployment)
  const payload = payloadOf({
    event: 'webhook.test',
    at: by.now,
    data: {
      deployment: { slug, name },
      title: `Test message of the webhook ${webhook.name}`,
      url: `${publicUrl}/d/${slug}`,
      count: 1,
      summary: false,
      by: by.name,
    },
  })
  return addDeliveries(transaction, by.deploymentId, [{ webhookId: webhook.id, payload }], by.now)
}

/** @throws HttpError 409 if a webhook is disabled. */
export function assertEnabled({ disabled_at: at }: WebhookRow): void {
  if (at !== null) throw new HttpError(409, 'The webhook is disabled. Enable it first.')
}
