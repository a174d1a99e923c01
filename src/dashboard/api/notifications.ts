import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getNotifications, setNotifications } from '#contract/operations/notifications.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

export type NotificationsChoice = CallInput<typeof setNotifications>['body']

/** Returns the query options of what the person is told by e-mail. */
export function notificationsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['notifications', deployment] as const,
    queryFn: ({ signal }) => call(getNotifications, { path: { deploymentSlug: deployment }, signal }),
    staleTime: staleTimes.navigation,
  })
}

/** Chooses what the person is told by e-mail. */
export function setNotificationsOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: NotificationsChoice) =>
      call(setNotifications, { path: { deploymentSlug: deployment }, body }),
    meta: metaOf(setNotifications),
  })
}
