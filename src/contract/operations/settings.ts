import type { updateSettingsBody } from '../details/settings.ts'
import { bodyType, byId, operation } from '../operation.ts'

/** Apart from reading them, which the list of findings does too. */
export const updateSettings = operation({
  id: 'updateSettings',
  method: 'PATCH',
  path: `${byId}/settings`,
  scopes: ['admin'],
  body: bodyType<typeof updateSettingsBody>(),
  stale: ['settings', 'audit'],
})
