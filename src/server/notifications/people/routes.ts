import { getNotifications, setNotifications } from '#contract/operations/notifications.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { readChoice, setChoice } from './choice.ts'

/** What people are told by e-mail. Source: docs/api.md#notifications. */
export function notificationRoutes(services: Services): Route[] {
  return [
    handle(getNotifications, ({ deployment, principal }) =>
      readChoice(services.database.read, services, { deploymentId: deployment.id, principal }),
    ),

    handle(setNotifications, async ({ deployment, principal, body }) => {
      const owner = { deploymentId: deployment.id, principal }
      const answer = await services.record(async (transaction) => {
        await setChoice(transaction, services, owner, { ...body, now: services.now() })
        return readChoice(transaction, services, owner)
      })
      services.jobs.wake('webhook')
      return answer
    }),
  ]
}
