import { operation, prefix } from '../operation.ts'

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: `${prefix}/sessions`,
  mark: 'extension',
  summary: "List the person's sessions",
  description:
    'Returns the active sessions of all tokens of the person in the deployment, most recently used first.',
  scopes: 'any',
})

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: `${prefix}/sessions/{id}`,
  mark: 'extension',
  summary: "End one of the person's sessions",
  scopes: 'any',
  success: 204,
  stale: ['sessions', 'audit'],
})
