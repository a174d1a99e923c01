import { operation, prefix } from '../operation.ts'

export const getService = operation({
  id: 'getService',
  method: 'GET',
  path: `${prefix}/service`,
  scopes: 'any',
})

export const createDeployment = operation({
  id: 'createDeployment',
  method: 'POST',
  path: `${prefix}/deployments`,
  scopes: ['admin'],
  stale: ['me', 'deployments'],
})
