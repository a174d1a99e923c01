import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  patchWebhook,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '#contract/operations/webhooks.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { assertWebhookUrl } from './address/check-url.ts'
import { deliveryAnswer, readDelivery, readWebhook, webhookAnswers } from './answers.ts'
import {
  type Actor,
  addTestMessage,
  addWebhook,
  assertEnabled,
  changeWebhook,
  removeWebhook,
  rotateSecret,
} from './change.ts'
import { addDeliveries } from './deliveries.ts'
import type { Payload } from './message.ts'
import type { WebhookRow } from './subscription.ts'

/** Webhooks of a deployment, and what they were sent. Source: docs/api.md#webhooks. */
export function webhookRoutes(services: Services): Route[] {
  const { read } = services.database

  return [
    handle(listWebhooks, async ({ deployment }) => {
      const rows = await read
        .selectFrom('webhook')
        .selectAll()
        .where('deployment_id', '=', deployment.id)
        .where('person_id', 'is', null)
        .orderBy('id')
        .execute()
      return {
        webhooks: await webhookAnswers(read, deployment.id, rows, services.now()),
        privateAddresses: services.config.webhookAddresses.length > 0,
        email: services.config.mail !== null,
      }
    }),

    handle(createWebhook, async ({ deployment, body, principal }) => {
      await assertWebhookUrl({ url: body.url, format: body.format ?? 'json' }, services)
      return services.record(async (transaction) => {
        const row = await addWebhook(transaction, actorOf(services, deployment, principal), body)
        return { webhook: await answerOf(transaction, row, services), secret: row.secret }
      })
    }),

    handle(patchWebhook, async ({ deployment, path, body, principal }) => {
      if (Object.values(body).every((value) => value === undefined))
        throw badRequest([{ pointer: '', detail: 'set name, url, format, events, filter or disabled' }])
      if (body.url !== undefined || body.format !== undefined) {
        const before = await readWebhook(read, deployment.id, path.id)
        const { url = before.url, format = before.format } = body
        await assertWebhookUrl({ url, format }, services)
      }
      const by = actorOf(services, deployment, principal)
      const webhook = await services.record(async (transaction) =>
        answerOf(transaction, await changeWebhook(transaction, by, path.id, body), services),
      )
      services.jobs.wake('webhook')
      return { webhook }
    }),

    handle(deleteWebhook, ({ deployment, path, principal }) =>
      services.record((transaction) =>
        removeWebhook(transaction, actorOf(services, deployment, principal), path.id),
      ),
    ),

    handle(rotateWebhookSecret, ({ deployment, path, principal }) =>
      services.record(async (transaction) => {
        const row = await rotateSecret(transaction, actorOf(services, deployment, principal), path.id)
        return { webhook: await answerOf(transaction, row, services), secret: row.secret }
      }),
    ),

    ...deliveryRoutes(services),
  ]
}

const actorOf = (services: Services, deployment: Deployment, principal: Principal): Actor => ({
  deploymentId: deployment.id,
  name: principal.name,
  now: services.now(),
})

async function answerOf(reader: Reader, row: WebhookRow, services: Services) {
  const [webhook] = await webhookAnswers(reader, row.deployment_id, [row], services.now())
  return webhook
}

function deliveryRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(testWebhook, async ({ deployment, path, principal }) => {
      const by = actorOf(services, deployment, principal)
      const delivery = await services.record(async (transaction) => {
        const id = await addTestMessage(services, transaction, { deployment, by, id: path.id })
        return readDelivery(transaction, await readWebhook(transaction, deployment.id, path.id), id)
      })
      services.jobs.wake('webhook')
      return { delivery: deliveryAnswer(delivery) }
    }),

    handle(listWebhookDeliveries, async ({ deployment, path, query }) => {
      const { id } = await readWebhook(read, deployment.id, path.id)
      const all = read
        .selectFrom('webhook_delivery')
        .where('deployment_id', '=', deployment.id)
        .where('webhook_id', '=', id)
      const { total } = await all
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const size = query.page_size ?? 20
      const rows = await all
        .selectAll()
        .orderBy('id', 'desc')
        .limit(size)
        .offset((query.page ?? 0) * size)
        .execute()
      return { deliveries: rows.map(deliveryAnswer), total: Number(total) }
    }),

    handle(replayWebhookDelivery, async ({ deployment, path }) => {
      const delivery = await services.record(async (transaction) => {
        const webhook = await readWebhook(transaction, deployment.id, path.id)
        assertEnabled(webhook)
        const before = await readDelivery(transaction, webhook, path.deliveryId)
        // parse: our own column, written by `addDeliveries`.
        const payload = parseStored<Payload>(before.payload_json)
        const again = { webhookId: webhook.id, messageId: before.message_id, payload }
        const id = await addDeliveries(transaction, deployment.id, [again], services.now())
        return readDelivery(transaction, webhook, id)
      })
      services.jobs.wake('webhook')
      return { delivery: deliveryAnswer(delivery) }
    }),
  ]
}
