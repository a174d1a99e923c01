import { operation, prefix } from '../operation.ts'

export const ping = operation({
  id: 'ping',
  method: 'GET',
  path: `${prefix}/ping`,
  mark: 'extension',
  summary: 'Check that the service responds',
  scopes: 'none',
})

export const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: `${prefix}/me`,
  mark: 'extension',
  summary: 'Read the current user, their permissions and the counts of the navigation',
  scopes: 'any',
})

export const signOut = operation({
  id: 'signOut',
  method: 'DELETE',
  path: `${prefix}/session`,
  mark: 'extension',
  summary: 'Sign out',
  scopes: 'none',
  success: 204,
})
