import { operation, prefix } from '../operation.ts'

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: `${prefix}/sessions`,
  scopes: 'any',
})

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: `${prefix}/sessions/{id}`,
  scopes: 'any',
  success: 204,
  stale: ['sessions', 'audit'],
})
