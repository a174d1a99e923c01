import { operation, prefix } from './operation.ts'

export const ping = operation({
  id: 'ping',
  method: 'GET',
  path: `${prefix}/ping`,
  mark: 'extension',
  summary: 'Say that the service is there',
  scopes: 'none',
})

export const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: `${prefix}/me`,
  mark: 'extension',
  summary: 'Say who asks, what they may do, and the counts of the navigation',
  scopes: 'any',
})

export const signOut = operation({
  id: 'signOut',
  method: 'DELETE',
  path: `${prefix}/session`,
  mark: 'extension',
  summary: 'End this session',
  scopes: 'none',
  success: 204,
})
