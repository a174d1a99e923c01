import type { createWebhookBody, patchWebhookBody } from '../details/webhooks.ts'
import { bodyType, byId, operation } from '../operation.ts'
import { wholeNumber } from '../parameters/query.ts'

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: `${byId}/webhooks`,
  scopes: ['admin'],
  personal: true,
})

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: `${byId}/webhooks`,
  scopes: ['admin'],
  body: bodyType<typeof createWebhookBody>(),
  success: 201,
  stale: ['webhooks', 'audit'],
})

export const patchWebhook = operation({
  id: 'patchWebhook',
  method: 'PATCH',
  path: `${byId}/webhooks/{id}`,
  scopes: ['admin'],
  body: bodyType<typeof patchWebhookBody>(),
  stale: ['webhooks', 'audit'],
})

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: `${byId}/webhooks/{id}`,
  scopes: ['admin'],
  success: 204,
  stale: ['webhooks', 'audit'],
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${byId}/webhooks/{id}/secret`,
  scopes: ['admin'],
  stale: ['webhooks', 'audit'],
})

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: `${byId}/webhooks/{id}/test`,
  scopes: ['admin'],
  success: 202,
  stale: ['webhooks'],
})

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${byId}/webhooks/{id}/deliveries`,
  scopes: ['admin'],
  query: { page: wholeNumber(0, 4294967295), page_size: wholeNumber(1, 100) },
  personal: true,
})

export const replayWebhookDelivery = operation({
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: `${byId}/webhooks/{id}/deliveries/{deliveryId}/replay`,
  scopes: ['admin'],
  success: 202,
  stale: ['webhooks'],
})
