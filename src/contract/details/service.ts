import type { OperationDetails } from '../operation.ts'

export const details = {
  getService: {
    mark: 'extension',
    summary: 'Read the addresses of the service',
    description:
      '`publicUrl` is the configured public URL, or null. `host` is only returned to administrators of all deployments: the data folder, the file that runs the command line on that machine, and the deployment that the first import creates.',
  },
  createDeployment: {
    mark: 'extension',
    summary: 'Create a deployment for your own data',
    description:
      'Creates the deployment configured with `GATEHOUSE_DEPLOYMENT` beside the demo and returns it. If it already exists, it is returned unchanged. Requires an administrator of all deployments.',
  },
} satisfies Record<string, OperationDetails>
