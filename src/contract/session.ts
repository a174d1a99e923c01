import { operation, prefix } from './operation.ts'

export const ping = operation({
  id: 'ping',
  method: 'GET',
  path: `${prefix}/ping`,
  mark: 'extension',
  summary: 'Say that the service is there',
  scopes: 'none',
})

export const getCapabilities = operation({
  id: 'getCapabilities',
  method: 'GET',
  path: `${prefix}/capabilities`,
  mark: 'extension',
  summary: 'Say which extensions this service has, and its limits',
  scopes: 'any',
})

export const getOpenApi = operation({
  id: 'getOpenApi',
  method: 'GET',
  path: `${prefix}/openapi.json`,
  mark: 'extension',
  summary: 'This description as OpenAPI 3.1',
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

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: `${prefix}/sessions`,
  mark: 'extension',
  summary: "List the person's sessions",
  description:
    'Those that still last, of all tokens that the person has in the deployment; newest use first.',
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
