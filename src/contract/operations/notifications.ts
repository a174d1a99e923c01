import type { setNotificationsBody } from '../details/notifications.ts'
import { bodyType, bySlug, operation } from '../operation.ts'

export const getNotifications = operation({
  id: 'getNotifications',
  method: 'GET',
  path: `${bySlug}/notifications`,
  scopes: ['findings:read'],
  personal: true,
})

export const setNotifications = operation({
  id: 'setNotifications',
  method: 'PUT',
  path: `${bySlug}/notifications`,
  scopes: ['findings:read'],
  body: bodyType<typeof setNotificationsBody>(),
  stale: ['notifications'],
})
