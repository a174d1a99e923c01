import { operation, prefix } from './operation.ts'

export const getService = operation({
  id: 'getService',
  method: 'GET',
  path: `${prefix}/service`,
  mark: 'extension',
  summary: 'Read how the service is reached',
  description:
    '`publicUrl` is the address that the service was configured with, null where it was not. `host` is for an administrator of all deployments alone, else null: the data folder, the file that runs the command line on that machine, and the deployment that the first import creates.',
  scopes: 'any',
})

export const createDeployment = operation({
  id: 'createDeployment',
  method: 'POST',
  path: `${prefix}/deployments`,
  mark: 'extension',
  summary: 'Create the deployment for your own data',
  description:
    'Creates the deployment that the service is configured with (`GATEHOUSE_DEPLOYMENT`) beside the demo, and answers it. One that exists already is answered as it is. Only an administrator of all deployments may.',
  scopes: ['admin'],
  stale: ['me', 'deployments'],
})
