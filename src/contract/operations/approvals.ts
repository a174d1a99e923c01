import type { decideApprovalBody } from '../details/approvals.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { flag, wholeNumber } from '../parameters/query.ts'

export const listApprovals = operation({
  id: 'listApprovals',
  method: 'GET',
  path: `${bySlug}/approvals`,
  scopes: ['findings:read'],
  query: { waiting: flag, cursor: idCursor, limit: wholeNumber(1, 500) },
  personal: true,
})

export const approveRequest = operation({
  id: 'approveRequest',
  method: 'POST',
  path: `${bySlug}/approvals/{id}/approve`,
  scopes: ['findings:approve'],
  body: bodyType<typeof decideApprovalBody>(),
  stale: ['approvals', 'findings', 'secrets', 'projects', 'rules', 'policies', 'me'],
})

export const declineRequest = operation({
  id: 'declineRequest',
  method: 'POST',
  path: `${bySlug}/approvals/{id}/decline`,
  scopes: ['findings:approve'],
  body: bodyType<typeof decideApprovalBody>(),
  stale: ['approvals', 'findings', 'secrets', 'projects', 'rules', 'policies', 'me'],
})
