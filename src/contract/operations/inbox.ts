import type { seenBody } from '../details/inbox.ts'
import { inboxReasons } from '../inbox-reasons.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { enumValue, wholeNumber } from '../parameters/query.ts'

export const listInbox = operation({
  id: 'listInbox',
  method: 'GET',
  path: `${bySlug}/inbox`,
  scopes: ['findings:read'],
  query: {
    reason: enumValue(inboxReasons),
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    limit: wholeNumber(1, 500),
  },
  timed: true,
  personal: true,
})

export const markAnswer = operation({
  id: 'markAnswer',
  method: 'PUT',
  path: `${bySlug}/approvals/{id}/seen`,
  scopes: ['findings:read'],
  body: bodyType<typeof seenBody>(),
  success: 204,
  stale: ['me'],
})

export const markMention = operation({
  id: 'markMention',
  method: 'PUT',
  path: `${bySlug}/mentions/{id}/seen`,
  scopes: ['findings:read'],
  body: bodyType<typeof seenBody>(),
  success: 204,
  stale: ['me'],
})
