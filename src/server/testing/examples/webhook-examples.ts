import { createWebhook, patchWebhook } from '#contract/operations/webhooks.ts'
import { addDelivery } from './add-delivery.ts'
import type { Example } from './example.ts'
import type { Place } from './example-fixtures.ts'

const body = {
  name: 'Security channel',
  url: 'https://hooks.example/security',
  format: 'slack',
  events: ['finding.new', 'gate.failed'],
}

/** The id of a webhook of its own. */
const made = async ({ service, at }: Place) =>
  (await service.call(createWebhook, { path: at, body })).body.webhook.id

/** A webhook with a message that waits, and is not sent while the webhook is disabled. */
async function withDelivery(place: Place) {
  const { service, at } = place
  const id = await made(place)
  const path = { ...at, id }
  await service.call(patchWebhook, { path, body: { disabled: true } })
  const deliveryId = await addDelivery(service, at.deploymentId, Number(id))
  return { id, deliveryId }
}

/** Those of the job that sends a message are counted as well. */
const withSending = 26

/** Requests of the operations of webhooks, and of what people are told. */
export const webhookExamples: Record<string, Example> = {
  listWebhooks: {},
  getNotifications: {},
  setNotifications: { request: () => ({ body: { timing: 'off', events: ['finding.assigned'] } }) },
  createWebhook: { request: () => ({ body }), statements: 20 },
  patchWebhook: {
    request: async (place) => ({ path: { id: await made(place) }, body: { name: 'Renamed' } }),
  },
  deleteWebhook: { request: async (place) => ({ path: { id: await made(place) } }) },
  rotateWebhookSecret: { request: async (place) => ({ path: { id: await made(place) } }) },
  testWebhook: { request: async (place) => ({ path: { id: await made(place) } }), statements: withSending },
  listWebhookDeliveries: { request: async (place) => ({ path: { id: (await withDelivery(place)).id } }) },
  replayWebhookDelivery: {
    request: async (place) => {
      const path = await withDelivery(place)
      await place.service.call(patchWebhook, {
        path: { ...place.at, id: path.id },
        body: { disabled: false },
      })
      return { path }
    },
    statements: withSending,
  },
}
