import type { previewDueDatesBody, updateSettingsBody } from '../details/settings.ts'
import { bodyType, byId, operation } from '../operation.ts'
import { wholeNumber } from '../parameters/query.ts'
import { retentionDays } from '../parameters/retention.ts'

/** Separate from reading them, which the findings list also does. */
export const updateSettings = operation({
  id: 'updateSettings',
  method: 'PATCH',
  path: `${byId}/settings`,
  scopes: ['admin'],
  body: bodyType<typeof updateSettingsBody>(),
  stale: ['settings', 'audit', 'findings', 'secrets', 'me', 'approvals'],
})

const days = wholeNumber(retentionDays.min, retentionDays.max)

export const previewRetention = operation({
  id: 'previewRetention',
  method: 'GET',
  path: `${byId}/settings/retention`,
  scopes: ['admin'],
  query: { scans: days, history: days, exports: days, audit: days },
  timed: true,
  personal: true,
})

export const previewDueDates = operation({
  id: 'previewDueDates',
  method: 'POST',
  path: `${byId}/settings/due-dates/preview`,
  scopes: ['admin'],
  body: bodyType<typeof previewDueDatesBody>(),
  stale: [],
})

export const previewApprovals = operation({
  id: 'previewApprovals',
  method: 'GET',
  path: `${byId}/settings/approvals`,
  scopes: ['admin'],
  timed: true,
  personal: true,
})
