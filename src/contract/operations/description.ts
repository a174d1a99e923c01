import { operation, prefix } from '../operation.ts'

export const getCapabilities = operation({
  id: 'getCapabilities',
  method: 'GET',
  path: `${prefix}/capabilities`,
  scopes: 'any',
})

export const getOpenApi = operation({
  id: 'getOpenApi',
  method: 'GET',
  path: `${prefix}/openapi.json`,
  scopes: 'none',
})
