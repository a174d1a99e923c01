import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  patchWebhook,
} from '#contract/operations/webhooks.ts'
import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'
import { startReceiver } from './receiver.ts'

/** A service that may send to this machine, and a receiver. */
export async function startWithReceiver(options: Parameters<typeof startTestService>[0] = {}) {
  const service = await startTestService({
    ...options,
    config: { webhookAddresses: ['127.0.0.1'], ...options.config },
  })
  const receiver = await startReceiver()
  const { call, services, clock } = service
  let commit = 0

  /** Reads the changes and sends what is due. */
  const settle = async () => {
    services.jobs.wake('notification_position')
    await services.jobs.settled()
    services.jobs.wake('webhook')
    await services.jobs.settled()
  }
  return {
    ...service,
    receiver,
    settle,
    /** Creates a webhook to the receiver; its id and secret. */
    add: async (events: WebhookEvent[], more: { filter?: string; format?: string; url?: string } = {}) => {
      const { body } = await call(createWebhook, {
        body: { name: 'Hook', url: receiver.url, events, ...more },
      })
      return { id: body.webhook.id, secret: body.secret }
    },
    /** Scans the primary branch; each name is a finding, its severity high. */
    scan: (names: readonly string[], query: Record<string, string> = {}) =>
      upload(service, semgrep(names.map((name) => result('rules.sqli', `${name}.py`, `code of ${name}`))), {
        commit: String(++commit),
        ...query,
      }),
    titles: () => receiver.received.map(({ json }) => json.data.title),
    deliveries: async (id: string) => (await call(listWebhookDeliveries, { path: { id } })).body.deliveries,
    webhook: async () => (await call(listWebhooks)).body.webhooks[0],
    patch: (id: string, body: object) => call(patchWebhook, { path: { id }, body }),
    /** Lets time pass, and sends what is due then. */
    pass: async (milliseconds: number) => {
      clock.now += milliseconds
      await settle()
    },
  }
}
