import { operation, prefix } from '../operation.ts'

export const getCapabilities = operation({
  id: 'getCapabilities',
  method: 'GET',
  path: `${prefix}/capabilities`,
  mark: 'extension',
  summary: 'Read the extensions and limits of this service',
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
