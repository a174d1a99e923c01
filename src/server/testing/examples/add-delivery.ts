import { addDeliveries } from '#server/notifications/deliveries.ts'
import type { TestService } from '../service.ts'

/** Adds a message to a webhook. @returns its id. */
export const addDelivery = (
  { services, clock }: Pick<TestService, 'services' | 'clock'>,
  deploymentId: number,
  webhookId: number,
): Promise<number> =>
  services.record((transaction) =>
    addDeliveries(
      transaction,
      deploymentId,
      [
        {
          webhookId,
          payload: {
            type: 'webhook.test',
            timestamp: new Date(clock.now).toISOString(),
            data: {
              deployment: { slug: 'main', name: 'Main' },
              title: 'Test message of the webhook Chat',
              url: 'https://gatehouse.example/d/main',
              count: 1,
              summary: false,
            },
          },
        },
      ],
      clock.now,
    ),
  )
