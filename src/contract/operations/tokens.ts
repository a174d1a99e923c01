import type { createTokenBody, patchTokenBody } from '../details/tokens.ts'
import { bodyType, byId, operation } from '../operation.ts'

export const listTokens = operation({
  id: 'listTokens',
  method: 'GET',
  path: `${byId}/tokens`,
  scopes: ['admin'],
})

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  path: `${byId}/tokens`,
  scopes: ['admin'],
  body: bodyType<typeof createTokenBody>(),
  success: 201,
  stale: ['tokens', 'audit'],
})

export const patchToken = operation({
  id: 'patchToken',
  method: 'PATCH',
  path: `${byId}/tokens/{id}`,
  scopes: ['admin'],
  body: bodyType<typeof patchTokenBody>(),
  stale: ['tokens', 'sessions', 'audit'],
})

export const revokeToken = operation({
  id: 'revokeToken',
  method: 'DELETE',
  path: `${byId}/tokens/{id}`,
  scopes: ['admin'],
  success: 204,
  stale: ['tokens', 'sessions', 'audit'],
})
