import { operation, prefix } from '../operation.ts'

export const ping = operation({
  id: 'ping',
  method: 'GET',
  path: `${prefix}/ping`,
  scopes: 'none',
})

export const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: `${prefix}/me`,
  scopes: 'any',
})

export const signOut = operation({
  id: 'signOut',
  method: 'DELETE',
  path: `${prefix}/session`,
  scopes: 'none',
  success: 204,
})

export const signOutOfProvider = operation({
  id: 'signOutOfProvider',
  method: 'POST',
  path: `${prefix}/session/sign-out`,
  scopes: 'none',
})
