import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
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
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

type NewWebhook = CallInput<typeof createWebhook>['body']
type WebhookChange = CallInput<typeof patchWebhook>['body']

/** Returns the query options of a deployment's webhooks. Only an administrator may request them. */
export function webhooksOptions(deployment: string) {
  return queryOptions({
    queryKey: ['webhooks', deployment] as const,
    queryFn: ({ signal }) => call(listWebhooks, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** How often deliveries are read again while one of them waits, in milliseconds. */
const waitingInterval = 2000
const pageSize = 20

/** Returns the query options of a page of what a webhook was sent, read again while something is about to be sent. */
export function deliveriesOptions(deployment: string, id: string, page: number) {
  return queryOptions({
    queryKey: ['webhooks', deployment, id, page] as const,
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, {
        path: { deploymentId: deployment, id },
        query: { page, page_size: pageSize },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(
        ({ attempts, nextAt }) =>
          attempts === 0 && nextAt !== null && Date.parse(nextAt) < Date.now() + 5 * waitingInterval,
      )
        ? waitingInterval
        : false,
  })
}

export const deliveriesPerPage = pageSize

/** Creates a webhook; the response has its secret. */
export function createWebhookOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: NewWebhook) => call(createWebhook, { path: { deploymentId: deployment }, body }),
    meta: metaOf(createWebhook),
  })
}

/** Changes, disables or enables a webhook. */
export function changeWebhookOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: (body: WebhookChange) => call(patchWebhook, { path: { deploymentId: deployment, id }, body }),
    meta: metaOf(patchWebhook),
  })
}

/** Deletes a webhook with its deliveries. */
export function deleteWebhookOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: () => call(deleteWebhook, { path: { deploymentId: deployment, id } }),
    meta: metaOf(deleteWebhook),
  })
}

/** Gives a webhook a new secret, which the response has. */
export function rotateSecretOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: () => call(rotateWebhookSecret, { path: { deploymentId: deployment, id } }),
    meta: metaOf(rotateWebhookSecret),
  })
}

/** Sends a test message to a webhook. */
export function testWebhookOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: () => call(testWebhook, { path: { deploymentId: deployment, id } }),
    meta: metaOf(testWebhook),
  })
}

/** Sends a message again. */
export function replayDeliveryOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: (deliveryId: string) =>
      call(replayWebhookDelivery, { path: { deploymentId: deployment, id, deliveryId } }),
    meta: metaOf(replayWebhookDelivery),
  })
}
