import type { updateSettingsBody } from '../details/settings.ts'
import { bodyType, byId, operation } from '../operation.ts'

/** Separate from reading them, which the findings list also does. */
export const updateSettings = operation({
  id: 'updateSettings',
  method: 'PATCH',
  path: `${byId}/settings`,
  scopes: ['admin'],
  body: bodyType<typeof updateSettingsBody>(),
  stale: ['settings', 'audit'],
})
