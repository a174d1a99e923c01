import { byId, operation, prefix } from '../operation.ts'

export const listDeployments = operation({
  id: 'listDeployments',
  method: 'GET',
  path: `${prefix}/deployments`,
  scopes: ['findings:read'],
})

export const getSettings = operation({
  id: 'getSettings',
  method: 'GET',
  path: `${byId}/settings`,
  scopes: ['findings:read'],
})

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: `${byId}/events`,
  scopes: ['findings:read'],
  produces: 'text/event-stream',
  streams: true,
})
